package io.wirepath.merge.order;

import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What the sorter holds: sighting records, and ends of connections in records of the same size.
 *
 * <p>A record's place in time is {@link SightingCodec#FIRST_BYTE_AT}: the first byte of a message, the last packet of a
 * connection that ended. {@link io.wirepath.flows.ConnectionEnd#isAt} tells them apart.
 */
public final class TimedRecord {

    /** Length of a record; one without content may be shorter, and says so at {@link SightingCodec#LENGTH_AT}. */
    public static final int LENGTH = SightingCodec.LENGTH;

    /** Where the content of a record begins: signature and type words, which may be off. */
    static final int CONTENT_AT = SightingCodec.SIGNATURE_AT;

    /** Where it ends. */
    static final int CONTENT_END = SightingCodec.VLAN_AT;

    /** Length of a record without content: what follows content follows what precedes it. */
    static final int LENGTH_WITHOUT_CONTENT = LENGTH - (CONTENT_END - CONTENT_AT);

    private TimedRecord() {}

    /** Whether the record has signature or type words. */
    static boolean hasContent(ByteBuffer records, int at) {
        long any = 0;
        for (int i = CONTENT_AT; i < CONTENT_END; i += Long.BYTES) {
            any |= records.getLong(at + i);
        }
        return any != 0;
    }

    /** Copies a record, content left out; returns where the next one goes. */
    static int putWithoutContent(ByteBuffer to, int at, ByteBuffer from, int offset) {
        to.put(at, from, offset, CONTENT_AT);
        to.putLong(at + CONTENT_AT, from.getLong(offset + CONTENT_END));
        to.putShort(at + SightingCodec.LENGTH_AT, (short) LENGTH_WITHOUT_CONTENT);
        return at + LENGTH_WITHOUT_CONTENT;
    }

    /** Whether a record was shortened because it has no content. */
    public static boolean isShort(ByteBuffer records, int at) {
        return records.getShort(at + SightingCodec.LENGTH_AT) == LENGTH_WITHOUT_CONTENT;
    }

    /** When, by the sniffer's clock. */
    public static long timeNanos(ByteBuffer records, int at) {
        return records.getLong(at + SightingCodec.FIRST_BYTE_AT);
    }

    static ByteBuffer allocate(int records) {
        return ByteBuffer.allocateDirect(records * LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    }
}

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

    /** Length of each record. */
    public static final int LENGTH = SightingCodec.LENGTH;

    /** Where the content of a record begins: signature and type words, which may be off. */
    static final int CONTENT_AT = SightingCodec.SIGNATURE_AT;

    /** Where it ends. */
    static final int CONTENT_END = SightingCodec.VLAN_AT;

    /** Length of a record without content. */
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
        to.put(at + CONTENT_AT, from, offset + CONTENT_END, LENGTH - CONTENT_END);
        return at + LENGTH_WITHOUT_CONTENT;
    }

    /** Undoes {@link #putWithoutContent}: content is zero. */
    static void takeWithoutContent(ByteBuffer from, int offset, ByteBuffer to, int at) {
        to.put(at, from, offset, CONTENT_AT);
        to.put(at + CONTENT_END, from, offset + CONTENT_AT, LENGTH - CONTENT_END);
        for (int i = CONTENT_AT; i < CONTENT_END; i += Long.BYTES) {
            to.putLong(at + i, 0);
        }
    }

    /** When, by the sniffer's clock. */
    public static long timeNanos(ByteBuffer records, int at) {
        return records.getLong(at + SightingCodec.FIRST_BYTE_AT);
    }

    static ByteBuffer allocate(int records) {
        return ByteBuffer.allocateDirect(records * LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    }
}

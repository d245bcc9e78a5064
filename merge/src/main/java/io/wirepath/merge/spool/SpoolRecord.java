package io.wirepath.merge.spool;

import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What the spool holds: sighting records, and ends of connections in records of the same size.
 *
 * <p>A record's place in time is {@link SightingCodec#FIRST_BYTE_AT}: the first byte of a message, the last packet of a
 * connection that ended. {@link io.wirepath.flows.ConnectionEnd#isAt} tells them apart.
 */
public final class SpoolRecord {

    /** Length of each record. */
    public static final int LENGTH = SightingCodec.LENGTH;

    private SpoolRecord() {}

    /** When, by the sniffer's clock. */
    public static long timeNanos(ByteBuffer records, int at) {
        return records.getLong(at + SightingCodec.FIRST_BYTE_AT);
    }

    static ByteBuffer allocate(int records) {
        return ByteBuffer.allocateDirect(records * LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    }
}

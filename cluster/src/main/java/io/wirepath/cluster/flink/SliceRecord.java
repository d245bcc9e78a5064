package io.wirepath.cluster.flink;

import io.wirepath.cluster.kafka.SightingRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A document on its way to a slice: little-endian.
 *
 * <pre>
 *  0  i64  beginning of the slice's core       8  u8  1 if it is too late for it       9  ...  {@link SightingRecord}
 * </pre>
 */
final class SliceRecord {

    private static final int LATE_AT = Long.BYTES;
    private static final int RECORD_AT = LATE_AT + 1;

    private SliceRecord() {}

    static byte[] of(long slice, boolean late, byte[] record) {
        byte[] bytes = new byte[RECORD_AT + record.length];
        ByteBuffer.wrap(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(slice)
                .put((byte) (late ? 1 : 0))
                .put(record);
        return bytes;
    }

    static long slice(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    static byte[] record(byte[] bytes) {
        return Arrays.copyOfRange(bytes, RECORD_AT, bytes.length);
    }

    static boolean isLate(byte[] bytes) {
        return bytes[LATE_AT] != 0;
    }
}

package io.wirepath.causes.columns;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads what a {@link ColumnPacker} wrote, in the same order. Every method throws {@link IllegalArgumentException}
 * where the bytes end too early. Not thread-safe.
 */
public final class ColumnUnpacker {

    private final ByteBuffer from;

    /** Reads these bytes from the beginning. */
    public ColumnUnpacker(byte[] bytes) {
        from = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    public int getInt() {
        return need(Integer.BYTES).getInt();
    }

    public long getLong() {
        return need(Long.BYTES).getLong();
    }

    public byte[] getBytes() {
        byte[] column = new byte[length(1)];
        from.get(column);
        return column;
    }

    public boolean[] getBooleans() {
        byte[] bytes = getBytes();
        boolean[] column = new boolean[bytes.length];
        for (int i = 0; i < column.length; i++) {
            column[i] = bytes[i] != 0;
        }
        return column;
    }

    public int[] getInts() {
        int[] column = new int[length(Integer.BYTES)];
        for (int i = 0; i < column.length; i++) {
            column[i] = from.getInt();
        }
        return column;
    }

    public long[] getLongs() {
        long[] column = new long[length(Long.BYTES)];
        for (int i = 0; i < column.length; i++) {
            column[i] = from.getLong();
        }
        return column;
    }

    public float[] getFloats() {
        float[] column = new float[length(Float.BYTES)];
        for (int i = 0; i < column.length; i++) {
            column[i] = from.getFloat();
        }
        return column;
    }

    private int length(int bytesEach) {
        int length = getInt();
        if (length < 0) {
            throw new IllegalArgumentException("a column of " + length);
        }
        need((long) length * bytesEach);
        return length;
    }

    private ByteBuffer need(long bytes) {
        if (from.remaining() < bytes) {
            throw new IllegalArgumentException(
                    "columns end after " + from.limit() + " bytes", new BufferUnderflowException());
        }
        return from;
    }
}

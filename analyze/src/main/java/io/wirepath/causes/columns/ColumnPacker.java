package io.wirepath.causes.columns;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Writes numbers and columns one after the other, little-endian; a column begins with its length.
 * {@link ColumnUnpacker} reads them in the same order. Not thread-safe.
 */
public final class ColumnPacker {

    private static final int FIRST_BYTES = 1024;

    private ByteBuffer to = ByteBuffer.allocate(FIRST_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    /** Adds a number. */
    public void putInt(int value) {
        room(Integer.BYTES).putInt(value);
    }

    /** Adds a number. */
    public void putLong(long value) {
        room(Long.BYTES).putLong(value);
    }

    /** Adds a column. */
    public void putBytes(byte[] column) {
        putInt(column.length);
        room(column.length).put(column);
    }

    /** Adds a column, of which each is 0 or 1. */
    public void putBooleans(boolean[] column) {
        byte[] bytes = new byte[column.length];
        for (int i = 0; i < column.length; i++) {
            bytes[i] = (byte) (column[i] ? 1 : 0);
        }
        putBytes(bytes);
    }

    /** Adds a column. */
    public void putInts(int[] column) {
        putInt(column.length);
        ByteBuffer room = room((long) column.length * Integer.BYTES);
        for (int value : column) {
            room.putInt(value);
        }
    }

    /** Adds a column. */
    public void putLongs(long[] column) {
        putInt(column.length);
        ByteBuffer room = room((long) column.length * Long.BYTES);
        for (long value : column) {
            room.putLong(value);
        }
    }

    /** Adds a column, to the last bit. */
    public void putFloats(float[] column) {
        putInt(column.length);
        ByteBuffer room = room((long) column.length * Float.BYTES);
        for (float value : column) {
            room.putFloat(value);
        }
    }

    private ByteBuffer room(long bytes) {
        if (to.remaining() < bytes) {
            long wanted = Math.max(to.position() + bytes, 2L * to.capacity());
            if (to.position() + bytes > Integer.MAX_VALUE) {
                throw new IllegalStateException("more than 2 GB of columns");
            }
            ByteBuffer larger = ByteBuffer.allocate((int) Math.min(wanted, Integer.MAX_VALUE))
                    .order(ByteOrder.LITTLE_ENDIAN);
            to = larger.put(to.flip());
        }
        return to;
    }

    /** What was written. */
    public byte[] bytes() {
        return Arrays.copyOf(to.array(), to.position());
    }
}

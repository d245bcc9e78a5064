package io.wirepath.flows.message.framer;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The first and the last bytes of a datagram, in which its transaction's identifier is looked for. Mutable, reused; not
 * thread-safe.
 */
public final class DatagramEnds {

    /** Bytes from either end that are kept. */
    static final int REACH = 24;

    private final byte[] head = new byte[REACH];
    private final byte[] tail = new byte[REACH];
    private int length;

    /** Keeps those of this datagram. */
    public void set(ByteBuffer bytes, int offset, int size) {
        length = size;
        int kept = Math.min(size, REACH);
        bytes.get(offset, head, 0, kept);
        bytes.get(offset + size - kept, tail, REACH - kept, kept);
    }

    /** Keeps those of another. */
    void set(DatagramEnds other) {
        length = other.length;
        System.arraycopy(other.head, 0, head, 0, REACH);
        System.arraycopy(other.tail, 0, tail, 0, REACH);
    }

    /** Whether nothing is kept. */
    boolean isEmpty() {
        return length == 0;
    }

    /** Whether both ends are those of the other. */
    boolean isLike(DatagramEnds other) {
        int kept = Math.min(length, REACH);
        return length == other.length
                && length > 0
                && Arrays.equals(head, 0, kept, other.head, 0, kept)
                && Arrays.equals(tail, REACH - kept, REACH, other.tail, REACH - kept, REACH);
    }

    /** The first byte; 0 where there is none. */
    int first() {
        return length == 0 ? 0 : head[0] & 0xff;
    }

    /** Keeps nothing. */
    public void clear() {
        length = 0;
    }

    /**
     * The field of so many bytes from {@code at} on, which if negative counts from the end; {@link Piece#IN_ORDER}
     * where there is none.
     */
    long field(int at, int width) {
        if (at >= 0 ? at + width > length : -at > length || -at < width) {
            return Piece.IN_ORDER;
        }
        byte[] from = at >= 0 ? head : tail;
        int first = at >= 0 ? at : REACH + at;
        long value = 0;
        for (int i = 0; i < width; i++) {
            value = value << Byte.SIZE | from[first + i] & 0xff;
        }
        return value;
    }
}

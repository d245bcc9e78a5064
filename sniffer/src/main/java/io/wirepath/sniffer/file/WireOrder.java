package io.wirepath.sniffer.file;

import java.nio.ByteBuffer;

/** Reads numbers of either byte order from a big-endian buffer. Lengths are checked by the caller. */
enum WireOrder {
    BIG(false),
    LITTLE(true);

    private final boolean reversed;

    WireOrder(boolean reversed) {
        this.reversed = reversed;
    }

    int unsigned16(ByteBuffer bytes, int at) {
        short value = bytes.getShort(at);
        return (reversed ? Short.reverseBytes(value) : value) & 0xffff;
    }

    int int32(ByteBuffer bytes, int at) {
        int value = bytes.getInt(at);
        return reversed ? Integer.reverseBytes(value) : value;
    }

    long unsigned32(ByteBuffer bytes, int at) {
        return int32(bytes, at) & 0xffff_ffffL;
    }

    long int64(ByteBuffer bytes, int at) {
        long value = bytes.getLong(at);
        return reversed ? Long.reverseBytes(value) : value;
    }

    /** An unsigned 32-bit length; one that does not fit an int is the largest int. */
    int length32(ByteBuffer bytes, int at) {
        int value = int32(bytes, at);
        return value < 0 ? Integer.MAX_VALUE : value;
    }

    /** A length that {@link #length32} gave, in words. */
    static String describeLength(int length) {
        return length == Integer.MAX_VALUE ? "more than 2 GiB" : length + " bytes";
    }
}

package io.wirepath.flows.decode;

import java.nio.ByteBuffer;

/**
 * The sum of 16-bit words in one's complement (RFC 1071), of eight bytes at a time: 2^16 is 1 modulo 65535, so words of
 * any width give the same sum once the carries are folded in. Pure.
 */
public final class InternetChecksum {

    private static final long LOW = 0xffff_ffffL;

    /** A wrong checksum is right by chance once in 2^16 times: this is in the middle between that and always. */
    private static final int BY_CHANCE_SHIFT = 8;

    /** What is summed up over data and their checksum where that is right. */
    static final int RIGHT = 0xffff;

    private InternetChecksum() {}

    /** The sum so far, and big-endian bytes more, not folded; the bytes begin at an even place of what is summed. */
    static long add(long sum, ByteBuffer bytes, int from, int length) {
        long total = sum;
        int at = from;
        int end = from + length;
        for (int whole = end - Long.BYTES; at <= whole; at += Long.BYTES) {
            long word = bytes.getLong(at);
            total += (word >>> 32) + (word & LOW);
        }
        for (; at + 1 < end; at += Short.BYTES) {
            total += bytes.getShort(at) & 0xffff;
        }
        return at < end ? total + ((bytes.get(at) & 0xff) << 8) : total;
    }

    /** Whether who sent so many right ones and wrong ones fills them in: then a wrong one is an error. */
    public static boolean isKept(int right, int wrong) {
        return right > 1 && right > wrong >>> BY_CHANCE_SHIFT;
    }

    /** The sum in 16 bits. */
    static int fold(long sum) {
        long folded = sum;
        while (folded >>> 16 != 0) {
            folded = (folded >>> 16) + (folded & 0xffff);
        }
        return (int) folded;
    }
}

package io.wirepath.flows.message.framer;

import java.nio.ByteBuffer;

/** Text in payloads, read in place. */
final class Ascii {

    private static final long LOW_BITS = 0x7f7f7f7f7f7f7f7fL;
    private static final long ONES = 0x0101010101010101L;

    private Ascii() {}

    /** Position of the first {@code wanted} in [from, end), or -1. The buffer must be big-endian. */
    static int indexOf(ByteBuffer bytes, byte wanted, int from, int end) {
        long pattern = ONES * (wanted & 0xff);
        int at = from;
        for (; at <= end - 8; at += 8) {
            long difference = bytes.getLong(at) ^ pattern;
            // a bit stands where a byte of the difference is zero (Hacker's Delight §6-1, without false hits)
            long zeros = ~((difference & LOW_BITS) + LOW_BITS | difference | LOW_BITS);
            if (zeros != 0) {
                return at + (Long.numberOfLeadingZeros(zeros) >>> 3);
            }
        }
        for (; at < end; at++) {
            if (bytes.get(at) == wanted) {
                return at;
            }
        }
        return -1;
    }

    /**
     * Whether [from, end) begins with {@code prefix}, whose letters are lower case; the case of the bytes is ignored.
     */
    static boolean startsWithIgnoringCase(ByteBuffer bytes, int from, int end, byte[] prefix) {
        if (end - from < prefix.length) {
            return false;
        }
        for (int i = 0; i < prefix.length; i++) {
            int b = bytes.get(from + i);
            if (b != prefix[i] && !(b >= 'A' && b <= 'Z' && (b | 0x20) == prefix[i])) {
                return false;
            }
        }
        return true;
    }

    /** Whether {@code wanted}, in lower case, occurs in [from, end); the case of the bytes is ignored. */
    static boolean containsIgnoringCase(ByteBuffer bytes, int from, int end, byte[] wanted) {
        for (int at = from; at + wanted.length <= end; at++) {
            if (startsWithIgnoringCase(bytes, at, end, wanted)) {
                return true;
            }
        }
        return false;
    }

    /** How many bytes from {@code from} agree with {@code prefix}, up to the shorter of both; -1 at a difference. */
    static int agreement(ByteBuffer bytes, int from, int length, byte[] prefix) {
        int count = Math.min(length, prefix.length);
        for (int i = 0; i < count; i++) {
            if (bytes.get(from + i) != prefix[i]) {
                return -1;
            }
        }
        return count;
    }

    /** What the first bytes of a protocol say that begins with {@code prefix}; at least one is there. */
    static Signature.Verdict beginsWith(ByteBuffer bytes, int from, int length, byte[] prefix) {
        int agreement = agreement(bytes, from, length, prefix);
        return agreement == prefix.length
                ? Signature.Verdict.YES
                : agreement < 0 ? Signature.Verdict.NO : Signature.Verdict.MORE;
    }

    /** The decimal number in [from, end), blanks around it ignored, or -1. */
    static long decimal(ByteBuffer bytes, int from, int end) {
        int at = skipBlanks(bytes, from, end);
        long value = 0;
        int digits = 0;
        for (; at < end && isDigit(bytes.get(at)); at++) {
            value = value * 10 + bytes.get(at) - '0';
            if (++digits > 18) {
                return -1;
            }
        }
        return digits > 0 && skipBlanks(bytes, at, end) == end ? value : -1;
    }

    /** The hexadecimal number at {@code from}, up to the first byte that is no digit, or -1. */
    static long hexadecimal(ByteBuffer bytes, int from, int end) {
        long value = 0;
        int at = from;
        for (; at < end; at++) {
            int digit = Character.digit(bytes.get(at), 16);
            if (digit < 0) {
                break;
            }
            if (at - from == 15) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return at > from ? value : -1;
    }

    static int skipBlanks(ByteBuffer bytes, int from, int end) {
        int at = from;
        while (at < end && (bytes.get(at) == ' ' || bytes.get(at) == '\t')) {
            at++;
        }
        return at;
    }

    static boolean isDigit(int b) {
        return b >= '0' && b <= '9';
    }
}

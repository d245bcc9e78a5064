package io.wirepath.flows.message.content;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The distinct tokens of a message, as 32-bit hashes with a secret factor, with their lengths; of those that are kept
 * the hash under the whole {@link DigestKey} ({@link #sealed}), which alone may leave the process: it costs ten times
 * as much, and a message has a hundred tokens of which eight are kept.
 *
 * <p>Words: runs of letters and digits joined by single {@code -} or {@code _}; of a joined run also its parts; of
 * letters followed by digits to the end ({@code u17}) also the digits; at least 2 characters. A number is the word of
 * its decimal digits. N-grams: 4 bytes of binary content. Not thread-safe.
 */
final class TokenHashes {

    static final int MAX_TOKENS = 512;

    /** Length of an n-gram, which is no word. */
    static final int GRAM = 0;

    /** Length of a number that may be one by chance. */
    static final int PERHAPS_NUMBER = 1;

    /** Bytes of binary content whose n-grams and numbers are looked at. */
    static final int BINARY_LIMIT = 512;

    private static final int LONGEST_NUMBER = 19;
    private static final int BINARY_ALL = 128;
    private static final int NGRAM = 4;
    private static final int SLOTS = 2048;
    private static final int PROBE_BYTES = 256;
    private static final int UUID = 36;
    private static final int UUID_FIRST = 8;
    private static final int UUID_LAST = 23;

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** Which words give the secret numbers of the hash inside; no length of a token and no n-gram does. */
    private static final long SEED = -1;

    private static final long FACTOR = -2;

    private static final byte JOINER = -1;
    private static final byte OTHER = 0;
    private static final byte LETTER = 1;
    private static final byte DIGIT = 2;
    private static final byte[] KINDS = kinds();

    private final DigestKey key;
    private final long seed;
    private final long factor;
    private final int[] hashes = new int[MAX_TOKENS];
    private final long[] raw = new long[MAX_TOKENS];
    private final int[] lengths = new int[MAX_TOKENS];
    private final byte[] digits = new byte[LONGEST_NUMBER];
    private int count;
    private int shortest = 2;

    /** The set of the hashes so far, each behind the stamp of its message: to empty it is to take the next stamp. */
    private final long[] slots = new long[SLOTS];

    private int stamp;

    TokenHashes(DigestKey key) {
        this.key = key;
        seed = SipHash.ofWord(key.low(), key.high(), SEED);
        factor = SipHash.ofWord(key.low(), key.high(), FACTOR) | 1;
    }

    int count() {
        return count;
    }

    int hash(int i) {
        return hashes[i];
    }

    /** Counts all of them in a sketch; {@code seen} takes how many messages before held each. */
    void countIn(TokenSketch sketch, int[] seen) {
        sketch.countAndAdd(hashes, count, seen);
    }

    /** The keyed hash of this token; never 0, which marks an unused place in a record. */
    int sealed(int i) {
        return sealed(raw[i]);
    }

    int length(int i) {
        return lengths[i];
    }

    /** Whether most of the first bytes are printable. */
    static boolean isText(byte[] bytes, int from, int to) {
        int probe = Math.min(to - from, PROBE_BYTES);
        int end = from + probe;
        int printable = 0;
        int at = from;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            if (5 * printable >= 3 * probe) {
                return true;
            }
            long eight = (long) EIGHT.get(bytes, at);
            // above 0x7f, below 0x20, above 0x7e: each shows in the highest bit of its byte
            long odd = (eight | ~(eight + 0x6060606060606060L) | eight + 0x0101010101010101L) & 0x8080808080808080L;
            printable += odd == 0 ? Long.BYTES : printable(bytes, at, at + Long.BYTES);
        }
        printable += printable(bytes, at, end);
        return 5 * printable >= 3 * probe;
    }

    private static int printable(byte[] bytes, int from, int end) {
        int printable = 0;
        for (int i = from; i < end; i++) {
            printable += isPrintable(bytes[i]) ? 1 : 0;
        }
        return printable;
    }

    static boolean isPrintable(int b) {
        return b >= ' ' && b < 0x7f || b == '\n' || b == '\r' || b == '\t';
    }

    /** Forgets the tokens. */
    void begin() {
        count = 0;
        stamp++;
    }

    /**
     * Takes the words of a text.
     *
     * @param least how many characters a word has at least, 2 or more
     */
    void addText(byte[] bytes, int from, int to, int least) {
        shortest = least;
        int at = from;
        while (at < to && count < MAX_TOKENS) {
            if (KINDS[bytes[at] & 0xff] > OTHER) {
                at = readRun(bytes, at, to);
            }
            at++;
        }
    }

    /** Takes the joined run that begins at {@code from}, and its parts; returns where it ends. */
    private int readRun(byte[] bytes, int from, int length) {
        if (isUuid(bytes, from, length)) {
            add(hash(bytes, from, from + UUID), UUID);
            return from + UUID;
        }
        int end = from;
        long hash = seed;
        do {
            hash = step(hash, bytes[end++]);
        } while (end < length && KINDS[bytes[end] & 0xff] > OTHER);
        if (!joins(bytes, end, length)) {
            addDigits(bytes, from, end);
            add(hash, end - from);
            return end;
        }
        add(hash, end - from);
        addDigits(bytes, from, end);
        end = readParts(bytes, end + 1, length);
        add(hash(bytes, from, end), end - from);
        return end;
    }

    /** Takes the parts that follow the first, and returns where the last one ends. */
    private int readParts(byte[] bytes, int second, int length) {
        int from = second;
        while (true) {
            int end = from;
            long hash = seed;
            do {
                hash = step(hash, bytes[end++]);
            } while (end < length && KINDS[bytes[end] & 0xff] > OTHER);
            add(hash, end - from);
            addDigits(bytes, from, end);
            if (!joins(bytes, end, length)) {
                return end;
            }
            from = end + 1;
        }
    }

    /** Whether one identifier of 8-4-4-4-12 hexadecimal digits begins here (RFC 9562 §4): its parts say nothing. */
    private static boolean isUuid(byte[] bytes, int from, int length) {
        if (from + UUID > length || bytes[from + UUID_FIRST] != '-' || bytes[from + UUID_LAST] != '-') {
            return false;
        }
        for (int at = 0; at < UUID; at++) {
            boolean joint = at >= UUID_FIRST && at <= UUID_LAST && at % 5 == UUID_FIRST % 5;
            if (joint ? bytes[from + at] != '-' : Character.digit(bytes[from + at], 16) < 0) {
                return false;
            }
        }
        return from + UUID == length || !isWordByte(bytes[from + UUID]);
    }

    private static boolean joins(byte[] bytes, int at, int length) {
        return at + 1 < length && KINDS[bytes[at] & 0xff] == JOINER && isWordByte(bytes[at + 1]);
    }

    /** Takes the digits at the end of a part that does not consist of digits only. */
    private void addDigits(byte[] bytes, int from, int end) {
        int start = end;
        while (start > from && KINDS[bytes[start - 1] & 0xff] == DIGIT) {
            start--;
        }
        if (start > from && end - start >= 2) {
            add(hash(bytes, start, end), end - start);
        }
    }

    private long hash(byte[] bytes, int from, int end) {
        long hash = seed;
        for (int at = from; at < end; at++) {
            hash = step(hash, bytes[at]);
        }
        return hash;
    }

    /** Takes the n-grams of binary content; of long content the eighth part with the smallest hashes. */
    void addGrams(byte[] bytes, int from, int to) {
        int end = Math.min(to, from + BINARY_LIMIT) - NGRAM;
        int limit = to - from <= BINARY_ALL ? -1 : -1 >>> 3;
        for (int at = from; at <= end; at++) {
            int gram =
                    bytes[at] << 24 | (bytes[at + 1] & 0xff) << 16 | (bytes[at + 2] & 0xff) << 8 | bytes[at + 3] & 0xff;
            long rawHash = seed ^ gram & 0xffff_ffffL;
            int hash = mixed(rawHash);
            if (Integer.compareUnsigned(hash, limit) <= 0) {
                add(rawHash, hash, GRAM);
            }
        }
    }

    /**
     * Takes a number, not negative.
     *
     * @param certain whether its place says that it is one
     */
    void addNumber(long value, boolean certain) {
        long large = value;
        int at = LONGEST_NUMBER;
        for (; large > Integer.MAX_VALUE; large /= 10) {
            digits[--at] = (byte) ('0' + large % 10);
        }
        int left = (int) large;
        do {
            digits[--at] = (byte) ('0' + left % 10);
            left /= 10;
        } while (left > 0);
        long rawHash = hash(digits, at, LONGEST_NUMBER) ^ LONGEST_NUMBER - at;
        add(rawHash, mixed(rawHash), certain ? LONGEST_NUMBER - at : PERHAPS_NUMBER);
    }

    private void add(long rawHash, int length) {
        if (length >= shortest) {
            add(rawHash ^ length, mixed(rawHash ^ length), length);
        }
    }

    private void add(long rawHash, int hash, int length) {
        if (count == MAX_TOKENS) {
            return;
        }
        long entry = (long) stamp << Integer.SIZE | hash & 0xffff_ffffL;
        int at = hash & SLOTS - 1;
        for (long there = slots[at]; (int) (there >>> Integer.SIZE) == stamp; there = slots[at]) {
            if (there == entry) {
                return;
            }
            at = at + 1 & SLOTS - 1;
        }
        slots[at] = entry;
        hashes[count] = hash;
        raw[count] = rawHash;
        lengths[count++] = length;
    }

    /** The keyed hash of one word. */
    int wordHash(byte[] bytes, int from, int end) {
        return sealed(hash(bytes, from, end) ^ end - from);
    }

    static boolean isWordByte(int b) {
        return KINDS[b & 0xff] > OTHER;
    }

    static boolean isDigitByte(int b) {
        return KINDS[b & 0xff] == DIGIT;
    }

    /** A polynomial with a secret factor: two tokens that are not chosen with the key meet by chance alone. */
    private long step(long hash, int b) {
        return (hash ^ b) * factor + (hash >>> 31);
    }

    /** 32 bits of that: multiplied by the secret, for the high bits of the product depend on all of it. */
    private int mixed(long hash) {
        long product = (hash ^ hash >>> 29) * factor;
        return (int) (product >>> Integer.SIZE ^ product);
    }

    private int sealed(long hash) {
        int h = (int) SipHash.ofWord(key.low(), key.high(), hash);
        return h == 0 ? 1 : h;
    }

    private static byte[] kinds() {
        byte[] kinds = new byte[256];
        for (int b = 0; b < 256; b++) {
            if (b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z') {
                kinds[b] = LETTER;
            } else if (b >= '0' && b <= '9') {
                kinds[b] = DIGIT;
            } else if (b == '-' || b == '_') {
                kinds[b] = JOINER;
            }
        }
        return kinds;
    }
}

package io.wirepath.flows.message;

import java.nio.ByteBuffer;

/**
 * A streaming 64-bit hash of the bytes of a message: the same for any segmentation.
 *
 * <p>The stream is read as big-endian 8-byte words, which two lanes take by turns, so that their multiplications overlap;
 * each by the round of xxHash64 (Y. Collet), {@code lane = rotl(lane + word * prime2, 31) * prime1}. The rest of under 8
 * bytes and the length go into the finish, the finaliser of MurmurHash3. Not meant against adversaries. Not thread-safe.
 */
final class ContentDigest {

    private static final long PRIME_1 = 0x9e3779b185ebca87L;
    private static final long PRIME_2 = 0xc2b2ae3d27d4eb4fL;

    private long next;
    private long after;
    private long tail;
    private long length;

    /** Starts anew. */
    void reset() {
        next = PRIME_1;
        after = PRIME_2;
        tail = 0;
        length = 0;
    }

    /** Takes the next bytes; the buffer must be big-endian. */
    void update(ByteBuffer bytes, int offset, int count) {
        int held = (int) length & 7;
        length += count;
        int at = offset;
        int left = count;
        if (held + count >= 8) {
            int words =
                    held == 0 ? aligned(bytes, offset, count >>> 3) : shifted(bytes, offset, held, held + count >>> 3);
            at += words;
            left -= words;
        }
        long rest = tail;
        for (int end = at + left; at < end; at++) {
            rest = rest << 8 | bytes.get(at) & 0xff;
        }
        tail = rest;
    }

    private int aligned(ByteBuffer bytes, int offset, int words) {
        long a = next;
        long b = after;
        int end = offset + 8 * words;
        for (int at = offset; at < end; at += 8) {
            long mixed = Long.rotateLeft(a + bytes.getLong(at) * PRIME_2, 31) * PRIME_1;
            a = b;
            b = mixed;
        }
        next = a;
        after = b;
        tail = 0;
        return 8 * words;
    }

    /** The words begin {@code held} bytes before {@code offset}, in the tail; returns the number of bytes used. */
    private int shifted(ByteBuffer bytes, int offset, int held, int words) {
        long a = next;
        long b = after;
        // the first word: the tail and the few bytes that complete it
        long word = tail;
        int at = offset;
        for (int i = held; i < 8; i++) {
            word = word << 8 | bytes.get(at++) & 0xff;
        }
        long mixed = Long.rotateLeft(a + word * PRIME_2, 31) * PRIME_1;
        a = b;
        b = mixed;
        int end = at + 8 * (words - 1);
        for (; at < end; at += 8) {
            mixed = Long.rotateLeft(a + bytes.getLong(at) * PRIME_2, 31) * PRIME_1;
            a = b;
            b = mixed;
        }
        next = a;
        after = b;
        tail = 0;
        return end - offset;
    }

    /** The hash of all bytes so far; more may follow. */
    long value() {
        long hash = Long.rotateLeft(next * PRIME_2, 31) ^ after * PRIME_1 ^ tail * PRIME_2 + length;
        hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
        hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
        return hash ^ hash >>> 33;
    }
}

package io.wirepath.flows.message.content;

import java.nio.ByteBuffer;

/**
 * SipHash-2-4 (J.-P. Aumasson, D. J. Bernstein: SipHash: a fast short-input PRF, 2012) of a stream, 64 bits: the same
 * for any segmentation. Without the key nobody can work out, check or foretell a value. Allocates nothing. Not
 * thread-safe.
 */
public final class SipHash {

    private static final long INIT_0 = 0x736f6d6570736575L;
    private static final long INIT_1 = 0x646f72616e646f6dL;
    private static final long INIT_2 = 0x6c7967656e657261L;
    private static final long INIT_3 = 0x7465646279746573L;

    private final long low;
    private final long high;
    private long v0;
    private long v1;
    private long v2;
    private long v3;

    /** The bytes that wait for a whole word, the first in the lowest bits. */
    private long tail;

    private long length;

    /** Begins under this key. */
    public SipHash(DigestKey key) {
        low = key.low();
        high = key.high();
        reset();
    }

    /** Starts again. */
    public void reset() {
        v0 = INIT_0 ^ low;
        v1 = INIT_1 ^ high;
        v2 = INIT_2 ^ low;
        v3 = INIT_3 ^ high;
        tail = 0;
        length = 0;
    }

    /** Bytes so far. */
    public long length() {
        return length;
    }

    /** Takes the next bytes; the buffer must be big-endian. */
    public void update(ByteBuffer bytes, int offset, int count) {
        int held = (int) length & 7;
        length += count;
        int words = held + count >>> 3;
        int at = offset;
        if (words > 0) {
            at += 8 * words - held;
            takeWords(bytes, offset, held, words);
        }
        int bits = words > 0 ? 0 : 8 * held;
        long rest = tail;
        for (int end = offset + count; at < end; at++) {
            rest |= (bytes.get(at) & 0xffL) << bits;
            bits += 8;
        }
        tail = rest;
    }

    /** Takes words of which the first begins with the {@code held} bytes of the tail, which is empty then. */
    private void takeWords(ByteBuffer bytes, int offset, int held, int words) {
        long a = v0;
        long b = v1;
        long c = v2;
        long d = v3;
        int at = offset - held;
        for (int i = 0; i < words; i++, at += 8) {
            long word = i > 0 || held == 0 ? Long.reverseBytes(bytes.getLong(at)) : firstWord(bytes, offset, held);
            d ^= word;
            for (int round = 0; round < 2; round++) {
                a += b;
                c += d;
                b = Long.rotateLeft(b, 13) ^ a;
                d = Long.rotateLeft(d, 16) ^ c;
                a = Long.rotateLeft(a, 32);
                c += b;
                a += d;
                b = Long.rotateLeft(b, 17) ^ c;
                d = Long.rotateLeft(d, 21) ^ a;
                c = Long.rotateLeft(c, 32);
            }
            a ^= word;
        }
        v0 = a;
        v1 = b;
        v2 = c;
        v3 = d;
        tail = 0;
    }

    private long firstWord(ByteBuffer bytes, int offset, int held) {
        long word = tail;
        for (int i = held; i < 8; i++) {
            word |= (bytes.get(offset + i - held) & 0xffL) << 8 * i;
        }
        return word;
    }

    /** The hash of all bytes so far; more may follow. */
    public long value() {
        return finish(v0, v1, v2, v3, tail | length << 56);
    }

    /** The hash of one word and nothing else: cheaper than that of its eight bytes, and another. */
    public static long ofWord(long low, long high, long word) {
        return finish(INIT_0 ^ low, INIT_1 ^ high, INIT_2 ^ low, INIT_3 ^ high, word);
    }

    private static long finish(long v0, long v1, long v2, long v3, long word) {
        long a = v0;
        long b = v1;
        long c = v2;
        long d = v3 ^ word;
        for (int round = 0; round < 6; round++) {
            if (round == 2) {
                a ^= word;
                c ^= 0xff;
            }
            a += b;
            c += d;
            b = Long.rotateLeft(b, 13) ^ a;
            d = Long.rotateLeft(d, 16) ^ c;
            a = Long.rotateLeft(a, 32);
            c += b;
            a += d;
            b = Long.rotateLeft(b, 17) ^ c;
            d = Long.rotateLeft(d, 21) ^ a;
            c = Long.rotateLeft(c, 32);
        }
        return a ^ b ^ c ^ d;
    }
}

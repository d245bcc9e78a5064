package io.wirepath.causes;

import io.wirepath.flows.SplitMix64;

/**
 * A small fast generator (xorshift64*, Vigna 2014): the same seed gives the same draws on every machine. Not
 * thread-safe.
 */
public final class SeededRandom {

    private static final long FACTOR = 0x2545F4914F6CDD1DL;
    private static final double UNIT = 0x1.0p-53;

    private long state;

    /** Draws by this seed; any number is one. */
    public SeededRandom(long seed) {
        state = SplitMix64.mix(seed + SplitMix64.STEP) | 1;
    }

    private long nextLong() {
        long x = state;
        x ^= x >>> 12;
        x ^= x << 25;
        x ^= x >>> 27;
        state = x;
        return x * FACTOR;
    }

    /** Uniform in 0 (inclusive) to 1 (exclusive). */
    public double nextDouble() {
        return (nextLong() >>> 11) * UNIT;
    }

    /** Uniform in 0 to bound - 1. */
    public int nextInt(int bound) {
        return (int) ((nextLong() >>> 32) * bound >>> 32);
    }

    /** Either, as likely. */
    public boolean nextBoolean() {
        return nextLong() < 0;
    }

    /** So many odd numbers of 64 bits. */
    public long[] oddNumbers(int count) {
        long[] numbers = new long[count];
        for (int x = 0; x < count; x++) {
            numbers[x] = nextLong() | 1;
        }
        return numbers;
    }
}

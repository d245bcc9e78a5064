package io.wirepath.analyze.joint;

import io.wirepath.analyze.SplitMix64;

/** A small fast generator (xorshift64*, Vigna 2014): the same seed gives the same draws on every machine. */
final class SeededRandom {

    private static final long FACTOR = 0x2545F4914F6CDD1DL;
    private static final double UNIT = 0x1.0p-53;

    private long state;

    SeededRandom(long seed) {
        state = SplitMix64.mix(seed + SplitMix64.STEP) | 1;
    }

    long nextLong() {
        long x = state;
        x ^= x >>> 12;
        x ^= x << 25;
        x ^= x >>> 27;
        state = x;
        return x * FACTOR;
    }

    /** Uniform in 0 (inclusive) to 1 (exclusive). */
    double nextDouble() {
        return (nextLong() >>> 11) * UNIT;
    }

    /** Uniform in 0 to bound - 1. */
    int nextInt(int bound) {
        return (int) ((nextLong() >>> 32) * bound >>> 32);
    }

    boolean nextBoolean() {
        return nextLong() < 0;
    }

    /** So many odd numbers of 64 bits. */
    long[] oddNumbers(int count) {
        long[] numbers = new long[count];
        for (int x = 0; x < count; x++) {
            numbers[x] = nextLong() | 1;
        }
        return numbers;
    }
}

package io.wirepath.analyze.joint;

/**
 * Scores of tasks that were worked out lately: the sampler asks for the same few sets of calls again and again. A table
 * without chains, in which a newer score takes the place of an older one. Not thread-safe.
 */
final class ScoreMemo {

    private static final int BITS = 15;
    private static final long MIX = 0xD6E8FEB86659FD93L;

    private final long[] key = new long[1 << BITS];
    private final double[] score = new double[1 << BITS];
    private long age = 1;

    /** The key of a task that owns the calls of this set. */
    long keyOf(int task, long setKey) {
        return (setKey + task * 0x9E3779B97F4A7C15L ^ age) * MIX;
    }

    /** Forgets everything, because the tables changed. */
    void forget() {
        age += 2;
    }

    /** Score under this key, or NaN where it is not known. */
    double get(long of) {
        int at = (int) (of >>> Long.SIZE - BITS);
        return key[at] == of ? score[at] : Double.NaN;
    }

    void put(long of, double its) {
        int at = (int) (of >>> Long.SIZE - BITS);
        key[at] = of;
        score[at] = its;
    }
}

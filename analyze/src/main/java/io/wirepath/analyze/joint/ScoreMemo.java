package io.wirepath.analyze.joint;

/**
 * Scores of tasks that were worked out lately: the sampler asks for the same few sets of calls again and again. A table
 * without chains, in which a newer score takes the place of an older one. Not thread-safe.
 */
final class ScoreMemo {

    private static final int MOST_BITS = 15;
    private static final int LEAST_BITS = 8;
    /** Entries for each task: the states between which a call goes to and fro. */
    private static final int ENTRIES_A_TASK = 16;

    private static final long MIX = 0xD6E8FEB86659FD93L;

    private final int shift;
    /** Key and bits of the score of each entry, side by side: a look-up touches one line of the cache. */
    private final long[] entry;

    private long age = 1;

    /** Makes room for the scores of so many tasks. */
    ScoreMemo(int tasks) {
        int wanted = Integer.SIZE - Integer.numberOfLeadingZeros(tasks * ENTRIES_A_TASK);
        int bits = Math.max(LEAST_BITS, Math.min(MOST_BITS, wanted));
        shift = Long.SIZE - bits;
        entry = new long[2 << bits];
    }

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
        int at = (int) (of >>> shift) << 1;
        return entry[at] == of ? Double.longBitsToDouble(entry[at + 1]) : Double.NaN;
    }

    void put(long of, double its) {
        int at = (int) (of >>> shift) << 1;
        entry[at] = of;
        entry[at + 1] = Double.doubleToRawLongBits(its);
    }
}

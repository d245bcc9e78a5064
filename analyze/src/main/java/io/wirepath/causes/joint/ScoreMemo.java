package io.wirepath.causes.joint;

import io.wirepath.causes.joint.model.JointDensity;
import io.wirepath.flows.SplitMix64;

/**
 * Scores of tasks that were worked out lately: the same few sets of calls are asked for again and again. A table
 * without chains, in which a newer score takes the place of an older one. Not thread-safe.
 */
final class ScoreMemo {

    private static final int MAX_BITS = 15;
    private static final int MIN_BITS = 8;
    /** Entries for each task: the states between which a call goes to and fro. */
    private static final int ENTRIES_A_TASK = 16;

    private static final long MIX = 0xD6E8FEB86659FD93L;

    private final JointDensity density;
    private final int shift;
    /** Key and bits of the score of each entry, side by side: a look-up touches one line of the cache. */
    private final long[] entry;

    private long age = 1;

    /** Makes room for the scores of so many tasks. */
    ScoreMemo(int tasks, JointDensity density) {
        this.density = density;
        int wanted = Integer.SIZE - Integer.numberOfLeadingZeros(tasks * ENTRIES_A_TASK);
        int bits = Math.max(MIN_BITS, Math.min(MAX_BITS, wanted));
        shift = Long.SIZE - bits;
        entry = new long[2 << bits];
    }

    /** Forgets everything, because the tables changed. */
    void forget() {
        age += 2;
    }

    /** Score of a task that owns the calls of this set, or NaN where it is not known. */
    double get(int task, long setKey) {
        long key = key(task, setKey);
        int at = place(key);
        return entry[at] == key ? Double.longBitsToDouble(entry[at + 1]) : Double.NaN;
    }

    /** Score of a task that owns the first {@code count} of these calls, the set of which has this key. */
    double of(int task, long setKey, int[] calls, int count) {
        double known = get(task, setKey);
        return Double.isNaN(known) ? scored(task, setKey, calls, count) : known;
    }

    /** The same of one that is known not to be known. */
    double scored(int task, long setKey, int[] calls, int count) {
        long key = key(task, setKey);
        int at = place(key);
        double own = density.ofTask(task, calls, count);
        entry[at] = key;
        entry[at + 1] = Double.doubleToRawLongBits(own);
        return own;
    }

    private long key(int task, long setKey) {
        return (setKey + task * SplitMix64.STEP ^ age) * MIX;
    }

    private int place(long key) {
        return (int) (key >>> shift) << 1;
    }
}

package io.wirepath.flows.message.framer;

import io.wirepath.flows.SplitMix64;
import java.util.Arrays;

/**
 * A small table from a number to another: open addressing, linear probing, deletion by shifting back. Nothing is
 * allocated but when it grows. Not thread-safe.
 */
public final class StreamTable {

    /** What a number that is not in the table gives; it cannot be put. */
    public static final long NONE = Long.MIN_VALUE;

    /** A larger table is not kept for the next connection. */
    private static final int KEPT_SIZE = 64;

    private static final int SMALLEST = 16;

    private long[] keys = new long[0];
    private long[] values = new long[0];
    private int size;

    /** Number of entries. */
    public int size() {
        return size;
    }

    /** Empties the table for another connection. */
    public void reset() {
        if (keys.length > KEPT_SIZE) {
            keys = new long[0];
            values = new long[0];
            size = 0;
        }
        clear();
    }

    /** Empties the table. */
    public void clear() {
        if (size > 0) {
            Arrays.fill(values, NONE);
            size = 0;
        }
    }

    /** What was put for a key, or {@link #NONE}. */
    public long get(long key) {
        int at = find(key);
        return at < 0 ? NONE : values[at];
    }

    /** Sets what a key gives. */
    public void put(long key, long value) {
        if (2 * (size + 1) > keys.length) {
            grow();
        }
        int mask = keys.length - 1;
        int at = home(key, mask);
        while (values[at] != NONE && keys[at] != key) {
            at = at + 1 & mask;
        }
        if (values[at] == NONE) {
            size++;
        }
        keys[at] = key;
        values[at] = value;
    }

    /** Takes a key out; what it gave, or {@link #NONE}. */
    public long remove(long key) {
        int at = find(key);
        if (at < 0) {
            return NONE;
        }
        final long value = values[at];
        int mask = keys.length - 1;
        int hole = at;
        for (int i = at + 1 & mask; values[i] != NONE; i = i + 1 & mask) {
            // an entry may fill the hole if its home is not between the hole and itself
            if ((i - home(keys[i], mask) & mask) >= (i - hole & mask)) {
                keys[hole] = keys[i];
                values[hole] = values[i];
                hole = i;
            }
        }
        values[hole] = NONE;
        size--;
        return value;
    }

    /** Sets these bits in all values. */
    public void setAll(long bits) {
        for (int i = 0; i < values.length; i++) {
            values[i] |= values[i] == NONE ? 0 : bits;
        }
    }

    /** The lowest value; of none {@link Long#MAX_VALUE}. */
    public long least() {
        long least = Long.MAX_VALUE;
        for (int i = 0; size > 0 && i < values.length; i++) {
            least = values[i] == NONE ? least : Math.min(least, values[i]);
        }
        return least;
    }

    private int find(long key) {
        if (size == 0) {
            return -1;
        }
        int mask = keys.length - 1;
        for (int at = home(key, mask); values[at] != NONE; at = at + 1 & mask) {
            if (keys[at] == key) {
                return at;
            }
        }
        return -1;
    }

    private void grow() {
        long[] oldKeys = keys;
        long[] oldValues = values;
        int length = Math.max(SMALLEST, 2 * keys.length);
        keys = new long[length];
        values = new long[length];
        Arrays.fill(values, NONE);
        size = 0;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != NONE) {
                put(oldKeys[i], oldValues[i]);
            }
        }
    }

    private static int home(long key, int mask) {
        return (int) (key * SplitMix64.STEP >>> 40) & mask;
    }
}

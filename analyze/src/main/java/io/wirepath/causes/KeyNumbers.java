package io.wirepath.causes;

import io.wirepath.flows.SplitMix64;
import java.util.Arrays;

/**
 * Numbers distinct keys from 0 in the order in which they are first seen. Keys that are made of a few small numbers
 * spread well, and one probe both finds and adds: for inner loops that number things. Not thread-safe.
 */
public final class KeyNumbers {

    /** Number of a key that was never seen. */
    public static final int UNKNOWN = -1;

    private static final int INITIAL_BITS = 8;
    private int bits = INITIAL_BITS;
    private long[] key = new long[1 << INITIAL_BITS];
    private int[] number = numbers();
    private int size;

    /** Key of two numbers that are not negative. */
    public static long pair(int one, int other) {
        return (long) one << Integer.SIZE | other;
    }

    /** Number of this key, a new one where it was never seen. */
    public int of(long own) {
        int at = place(own);
        if (number[at] != UNKNOWN) {
            return number[at];
        }
        if (2 * size >= key.length) {
            grow();
            at = place(own);
        }
        key[at] = own;
        number[at] = size;
        return size++;
    }

    /** Number of this key, or {@link #UNKNOWN}. */
    public int find(long own) {
        return number[place(own)];
    }

    /** How many keys were seen. */
    public int size() {
        return size;
    }

    private int place(long own) {
        int at = (int) (own * SplitMix64.STEP >>> Long.SIZE - bits);
        while (number[at] != UNKNOWN && key[at] != own) {
            at = at + 1 & key.length - 1;
        }
        return at;
    }

    private void grow() {
        long[] oldKey = key;
        int[] oldNumber = number;
        bits++;
        key = new long[1 << bits];
        number = numbers();
        for (int x = 0; x < oldKey.length; x++) {
            if (oldNumber[x] != UNKNOWN) {
                int at = place(oldKey[x]);
                key[at] = oldKey[x];
                number[at] = oldNumber[x];
            }
        }
    }

    private int[] numbers() {
        int[] unknown = new int[1 << bits];
        Arrays.fill(unknown, UNKNOWN);
        return unknown;
    }
}

package io.wirepath.causes.budget;

import io.wirepath.flows.Median;
import java.util.Arrays;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongHashSet;

/**
 * The keys that come most often among any number of keys, in bounded memory (Misra and Gries, <i>Finding repeated
 * elements</i>, 1982; with the median taken off as in Anderson et al., <i>A High-Performance Algorithm for Identifying
 * Frequent Items in Data Streams</i>, IMC 2017).
 *
 * <p>A count is never too high, and too low by at most {@link #error()}, which is below 2 n / capacity after n keys.
 * While no more than {@code capacity} keys come, counts are exact. Not thread-safe.
 */
public final class HeavyHitters {

    private final int capacity;
    private Long2LongHashMap counts = new Long2LongHashMap(0);
    private long error;

    /** Keeps counts of at most so many keys, at some 40 bytes each. */
    public HeavyHitters(int capacity) {
        this.capacity = capacity;
    }

    /** Counts a key. */
    public void add(long key) {
        counts.put(key, counts.get(key) + 1);
        if (counts.size() > capacity) {
            takeOff(Median.upper(sorted()));
        }
    }

    /** How often a key came, at least. */
    public long count(long key) {
        return counts.get(key);
    }

    /** By how much a count may be too low. */
    public long error() {
        return error;
    }

    /** Number of keys that are counted now. */
    public int size() {
        return counts.size();
    }

    /** Halves all counts, so that what came long ago weighs less. */
    public void age() {
        Long2LongHashMap younger = new Long2LongHashMap(0);
        counts.forEachLong((key, count) -> {
            if (count > 1) {
                younger.put(key, count / 2);
            }
        });
        counts = younger;
        error = (error + 1) / 2;
    }

    /** The keys that came most often, at most so many; of equally frequent ones all or none. */
    public LongHashSet heaviest(int most) {
        LongHashSet heaviest = new LongHashSet();
        long[] sorted = sorted();
        long least = sorted.length <= most ? 0 : sorted[sorted.length - most - 1];
        counts.forEachLong((key, count) -> {
            if (count > least) {
                heaviest.add(key);
            }
        });
        return heaviest;
    }

    private long[] sorted() {
        long[] sorted = new long[counts.size()];
        int[] at = {0};
        counts.forEachLong((key, count) -> sorted[at[0]++] = count);
        Arrays.sort(sorted);
        return sorted;
    }

    private void takeOff(long much) {
        Long2LongHashMap left = new Long2LongHashMap(0);
        counts.forEachLong((key, count) -> {
            if (count > much) {
                left.put(key, count - much);
            }
        });
        counts = left;
        error += much;
    }
}

package io.wirepath.analyze.change;

import io.wirepath.analyze.KeyNumbers;
import java.util.Arrays;

/**
 * One quantity, observed again and again: when, of what kind, and how much. Kinds are compared only with their like. Not
 * thread-safe while it is filled.
 */
public final class Observations {

    private static final double LOADS_PER_OCTAVE = 2;

    private final KeyNumbers kinds = new KeyNumbers();
    private long[] nanos = new long[16];
    private int[] kind = new int[16];
    private double[] value = new double[16];
    private byte[] load = new byte[16];
    private int size;

    /**
     * Adds an observation, not earlier than the one before.
     *
     * @param atNanos when, ns since the epoch
     * @param kindKey any number that is the same for those that may be compared
     * @param its the value, in any unit
     * @param inFlight requests that the server had in hand then; 0 where that has no meaning
     */
    public void add(long atNanos, long kindKey, double its, int inFlight) {
        if (size == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * size);
            kind = Arrays.copyOf(kind, 2 * size);
            value = Arrays.copyOf(value, 2 * size);
            load = Arrays.copyOf(load, 2 * size);
        }
        nanos[size] = atNanos;
        kind[size] = kinds.of(kindKey);
        load[size] = (byte) Math.round(LOADS_PER_OCTAVE * Math.log(1 + inFlight) / Math.log(2));
        value[size++] = its;
    }

    /** Number of observations. */
    public int size() {
        return size;
    }

    /** When this one was made, ns since the epoch. */
    public long nanos(int at) {
        return nanos[at];
    }

    /** Number of its kind, from 0. */
    public int kind(int at) {
        return kind[at];
    }

    /** Number of kinds. */
    public int kinds() {
        return kinds.size();
    }

    /** How much the server had in hand then: classes of half an octave, from 0 for nothing. */
    int load(int at) {
        return load[at];
    }

    /** The same with kinds that also differ in how much the server had in hand. */
    Observations byLoad() {
        Observations finer = new Observations();
        for (int at = 0; at < size; at++) {
            finer.add(nanos[at], (long) kind[at] * Byte.MAX_VALUE + load[at], value[at], 0);
        }
        return finer;
    }

    /** Its value. */
    public double value(int at) {
        return value[at];
    }

    /** Index of the first observation at or after this time. */
    public int from(long atNanos) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = low + high >>> 1;
            if (nanos[middle] < atNanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Median of the values in the changed time, all kinds together; 0 where there are none. */
    public double median(Change change) {
        return middle(sorted(change.from(), change.to()));
    }

    /** Median of the values out of the changed time, all kinds together; 0 where there are none. */
    public double medianElsewhere(Change change) {
        double[] before = sorted(0, change.from());
        double[] after = sorted(change.to(), size);
        double[] both = Arrays.copyOf(before, before.length + after.length);
        System.arraycopy(after, 0, both, before.length, after.length);
        Arrays.sort(both);
        return middle(both);
    }

    private static double middle(double[] sorted) {
        return sorted.length == 0 ? 0 : Shift.middle(sorted);
    }

    /** The values from {@code from} to before {@code to}, sorted. */
    public double[] sorted(int from, int to) {
        double[] its = Arrays.copyOfRange(value, from, to);
        Arrays.sort(its);
        return its;
    }

    /** The values of one kind from {@code from} to before {@code to}, sorted. */
    double[] sorted(int itsKind, int from, int to) {
        double[] its = new double[to - from];
        int number = 0;
        for (int at = from; at < to; at++) {
            if (kind[at] == itsKind) {
                its[number++] = value[at];
            }
        }
        double[] sorted = Arrays.copyOf(its, number);
        Arrays.sort(sorted);
        return sorted;
    }
}

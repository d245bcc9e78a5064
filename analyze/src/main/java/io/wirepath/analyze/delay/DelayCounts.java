package io.wirepath.analyze.delay;

import java.util.Arrays;
import org.HdrHistogram.PackedHistogram;

/**
 * How often each delay occurred. A monoid: {@link #add(DelayCounts)}. Delays are nanoseconds from 0 to
 * {@link DelayDistribution#MAX_NANOS}, and those with the same first two digits are one, as in an HDR histogram: each
 * is kept as the longest of them. The delays that occurred stand in ascending order, so a sum of few takes little room,
 * and one look tells all percentiles. Not thread-safe.
 */
public final class DelayCounts {

    private static final int SIGNIFICANT_DIGITS = 2;

    private static final long[] NONE = {};

    /** Holds nothing, and tells what counts as the same delay. */
    private static final PackedHistogram EQUIVALENT =
            new PackedHistogram(DelayDistribution.MAX_NANOS, SIGNIFICANT_DIGITS);

    private long[] nanos = NONE;
    private long[] counts = NONE;
    private int size;
    private long total;

    /** Adds a delay, ns, that occurred so often; one out of range counts as the least or the longest. */
    public void add(long delayNanos, long count) {
        if (count == 0) {
            return;
        }
        long kept = EQUIVALENT.highestEquivalentValue(Math.min(Math.max(delayNanos, 0), DelayDistribution.MAX_NANOS));
        int at = Arrays.binarySearch(nanos, 0, size, kept);
        if (at < 0) {
            at = -1 - at;
            insert(at, kept);
        }
        counts[at] += count;
        total += count;
    }

    /** Adds all of another. */
    public void add(DelayCounts other) {
        for (int at = 0; at < other.size; at++) {
            add(other.nanos[at], other.counts[at]);
        }
    }

    /** Sum of the counts. */
    public long total() {
        return total;
    }

    /** The delay that {@code percentile} per cent of the counts do not exceed, ns; 0 where there are none. */
    public long percentileNanos(double percentile) {
        return total == 0 ? 0 : percentilesNanos(percentile)[0];
    }

    /** The delays that these ascending percentages of the counts do not exceed, ns; -1 where there are none. */
    public long[] percentilesNanos(double... percentiles) {
        long[] found = new long[percentiles.length];
        int at = -1;
        long upTo = 0;
        for (int i = 0; i < found.length; i++) {
            long rank = (long) Math.max(1, Math.ceil(Math.nextDown(percentiles[i]) * total / 100));
            while (upTo < rank && at + 1 < size) {
                upTo += counts[++at];
            }
            found[i] = at < 0 ? -1 : nanos[at];
        }
        return found;
    }

    /** How often a delay in {@code [fromNanos, toNanos)}, or one that counts as the same, occurred. */
    public long between(long fromNanos, long toNanos) {
        long last = EQUIVALENT.highestEquivalentValue(Math.min(toNanos - 1, DelayDistribution.MAX_NANOS));
        int at = Arrays.binarySearch(nanos, 0, size, Math.max(0, fromNanos));
        long count = 0;
        for (int next = at < 0 ? -1 - at : at; next < size && nanos[next] <= last; next++) {
            count += counts[next];
        }
        return count;
    }

    private void insert(int at, long kept) {
        if (size == nanos.length) {
            int room = Math.max(2, size + size / 2 + 1);
            nanos = Arrays.copyOf(nanos, room);
            counts = Arrays.copyOf(counts, room);
        }
        System.arraycopy(nanos, at, nanos, at + 1, size - at);
        System.arraycopy(counts, at, counts, at + 1, size - at);
        nanos[at] = kept;
        counts[at] = 0;
        size++;
    }
}

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

    /** Delays with the same highest bits, so many, are one. */
    private static final int PLACE_BITS = 8;

    private static final long[] NONE = {};

    /** Holds nothing, and tells what counts as the same delay. */
    private static final PackedHistogram EQUIVALENT =
            new PackedHistogram(DelayDistribution.MAX_NANOS, SIGNIFICANT_DIGITS);

    private static final long MAX_PLACE = place(EQUIVALENT.highestEquivalentValue(DelayDistribution.MAX_NANOS));

    private long[] nanos = NONE;
    private long[] counts = NONE;
    private int size;
    private long total;

    /** Adds a delay, ns, that occurred so often; one out of range counts as the least or the longest. */
    public void add(long delayNanos, long count) {
        if (count == 0) {
            return;
        }
        long kept = delayNanos(place(Math.min(Math.max(delayNanos, 0), DelayDistribution.MAX_NANOS)));
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
        long[] all = new long[size + other.size];
        long[] sums = new long[all.length];
        int number = 0;
        for (int i = 0, j = 0; i < size || j < other.size; number++) {
            boolean mine = j == other.size || i < size && nanos[i] <= other.nanos[j];
            boolean theirs = i == size || j < other.size && other.nanos[j] <= nanos[i];
            all[number] = mine ? nanos[i] : other.nanos[j];
            sums[number] = (mine ? counts[i++] : 0) + (theirs ? other.counts[j++] : 0);
        }
        nanos = all;
        counts = sums;
        size = number;
        total += other.total;
    }

    /** The delays and counts as they are kept: each delay is the number of those that count as different below it. */
    void keep(KeptForm form) {
        size = form.size(size);
        if (form.isRead()) {
            nanos = new long[size];
            counts = new long[size];
            total = 0;
        }
        long before = -1;
        for (int at = 0; at < size; at++) {
            long place = before + form.whole(place(nanos[at]) - before);
            counts[at] = form.whole(counts[at]);
            if (place <= before || place > MAX_PLACE || counts[at] < 1) {
                throw new IllegalArgumentException("delays must ascend and counts be positive");
            }
            if (form.isRead()) {
                nanos[at] = delayNanos(place);
                total += counts[at];
            }
            before = place;
        }
    }

    private static long place(long delayNanos) {
        int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(delayNanos) - PLACE_BITS);
        return ((long) shift << PLACE_BITS - 1) + (delayNanos >> shift);
    }

    private static long delayNanos(long place) {
        int shift = (int) Math.max(0, (place >> PLACE_BITS - 1) - 1);
        return (place - ((long) shift << PLACE_BITS - 1) + 1 << shift) - 1;
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

package io.wirepath.analyze.series;

import io.wirepath.analyze.delay.DelayDistribution;
import java.util.Arrays;
import org.HdrHistogram.PackedHistogram;
import org.jspecify.annotations.Nullable;

/**
 * The delays of one interval: a few as they are, many as a histogram. There is one for each interval of each pair of
 * nodes, and most of them hold a few: a histogram of 1.2 kB for each would take gigabytes. Percentiles are those of the
 * histogram in any case: to two significant digits, from 0 to {@link DelayDistribution#MAX_NANOS}. Not thread-safe.
 */
final class IntervalDelays {

    private static final int SIGNIFICANT_DIGITS = 2;

    /** So many take as much room as the histogram. */
    private static final int MOST_FEW = 128;

    private static final long[] NONE = {};

    /** Holds nothing, and tells what counts as the same delay. */
    private static final PackedHistogram EQUIVALENT =
            new PackedHistogram(DelayDistribution.MAX_NANOS, SIGNIFICANT_DIGITS);

    private long[] few = NONE;
    private int size;
    private @Nullable PackedHistogram many;

    /** Adds a delay, ns. */
    void add(long nanos) {
        long kept = Math.min(Math.max(nanos, 0), DelayDistribution.MAX_NANOS);
        if (many != null) {
            many.recordValue(kept);
        } else if (size == MOST_FEW) {
            many = histogram();
            few = NONE;
            many.recordValue(kept);
        } else {
            if (size == few.length) {
                few = Arrays.copyOf(few, Math.max(2, 2 * size));
            }
            few[size++] = kept;
        }
    }

    /** Adds all of another. */
    void add(IntervalDelays other) {
        if (other.many == null) {
            for (int at = 0; at < other.size; at++) {
                add(other.few[at]);
            }
            return;
        }
        if (many == null) {
            many = histogram();
            few = NONE;
        }
        many.add(other.many);
    }

    /** What this percentage does not exceed, ns; -1 where there are none. */
    long percentileNanos(double percentile) {
        if (many != null) {
            return many.getValueAtPercentile(percentile);
        }
        if (size == 0) {
            return -1;
        }
        Arrays.sort(few, 0, size);
        int rank = (int) Math.max(1, Math.ceil(Math.nextDown(percentile) * size / 100));
        return EQUIVALENT.highestEquivalentValue(few[rank - 1]);
    }

    private PackedHistogram histogram() {
        PackedHistogram all = new PackedHistogram(SIGNIFICANT_DIGITS);
        for (int at = 0; at < size; at++) {
            all.recordValue(few[at]);
        }
        return all;
    }
}

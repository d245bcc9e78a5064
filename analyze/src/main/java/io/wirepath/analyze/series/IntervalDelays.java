package io.wirepath.analyze.series;

import io.wirepath.analyze.delay.DelayDistribution;
import java.util.Arrays;
import org.HdrHistogram.HistogramIterationValue;
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

    /** What these percentages do not exceed, ns, by one look at all; -1 where there are none. Percentages ascend. */
    long[] percentilesNanos(double... percentiles) {
        long[] nanos = new long[percentiles.length];
        if (many == null) {
            Arrays.sort(few, 0, size);
            for (int i = 0; i < nanos.length; i++) {
                nanos[i] =
                        size == 0 ? -1 : EQUIVALENT.highestEquivalentValue(few[(int) rank(percentiles[i], size) - 1]);
            }
            return nanos;
        }
        int found = 0;
        long total = many.getTotalCount();
        for (HistogramIterationValue value : many.recordedValues()) {
            while (found < nanos.length && value.getTotalCountToThisValue() >= rank(percentiles[found], total)) {
                nanos[found++] = value.getValueIteratedTo();
            }
            if (found == nanos.length) {
                break;
            }
        }
        return nanos;
    }

    private static long rank(double percentile, long count) {
        return (long) Math.max(1, Math.ceil(Math.nextDown(percentile) * count / 100));
    }

    private PackedHistogram histogram() {
        PackedHistogram all = new PackedHistogram(SIGNIFICANT_DIGITS);
        for (int at = 0; at < size; at++) {
            all.recordValue(few[at]);
        }
        return all;
    }
}

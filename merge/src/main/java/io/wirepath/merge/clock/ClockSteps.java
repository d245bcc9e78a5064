package io.wirepath.merge.clock;

import io.wirepath.flows.Median;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the moments at which one of two clocks was stepped: the typical difference of the samples before and after a
 * moment is farther apart than drift and delays explain.
 */
final class ClockSteps {

    /** Slices that the time is cut into to look for steps. */
    private static final int SLICES = 64;

    /** A smaller jump is left to the spread of the delays. */
    static final double MIN_STEP_NANOS = 5_000_000;

    /** Samples that a slice must have to speak. */
    private static final int MIN_SLICE = 4;

    private ClockSteps() {}

    /** Stretches without a step, each as {from, to, median difference}. */
    static List<long[]> stretches(ClockSamples samples) {
        long from = samples.firstNanos();
        long to = samples.lastNanos();
        long slice = Math.max(1, (to - from) / SLICES + 1);
        List<long[]> stretches = new ArrayList<>();
        long start = from;
        double previous = Double.NaN;
        long previousTime = from;
        for (int i = 0; i < SLICES; i++) {
            long sliceFrom = from + i * slice;
            long[] within = samples.differences(sliceFrom, sliceFrom + slice - 1);
            if (within.length < MIN_SLICE) {
                continue;
            }
            double typical = Median.upper(within);
            double explained = MIN_STEP_NANOS + PairwiseClock.MAX_SKEW * (sliceFrom + slice - previousTime);
            if (!Double.isNaN(previous) && Math.abs(typical - previous) > explained) {
                long[] step = stepBetween(samples, previousTime, sliceFrom + slice - 1, previous, typical);
                stretches.add(stretch(samples, start, step[0]));
                start = step[1];
            }
            previous = typical;
            previousTime = sliceFrom;
        }
        stretches.add(stretch(samples, start, to));
        return stretches;
    }

    private static long[] stretch(ClockSamples samples, long from, long to) {
        return new long[] {from, to, Median.upper(samples.differences(from, to))};
    }

    /** The last sample that is nearer to the value before the step, and the first behind it. */
    private static long[] stepBetween(ClockSamples samples, long from, long to, double before, double after) {
        long cut = to;
        long lastBefore = from;
        for (EnvelopeSamples way : List.of(samples.forward(), samples.backward())) {
            for (int i = 0; i < way.size(); i++) {
                long time = way.timeNanos(i);
                if (time >= from && time <= to) {
                    double value = way.differenceNanos(i);
                    if (Math.abs(value - before) < Math.abs(value - after)) {
                        lastBefore = Math.max(lastBefore, time);
                    }
                }
            }
        }
        for (EnvelopeSamples way : List.of(samples.forward(), samples.backward())) {
            for (int i = 0; i < way.size(); i++) {
                long time = way.timeNanos(i);
                if (time > lastBefore && time <= to) {
                    cut = Math.min(cut, time);
                }
            }
        }
        return new long[] {Math.min(lastBefore, cut - 1), cut};
    }
}

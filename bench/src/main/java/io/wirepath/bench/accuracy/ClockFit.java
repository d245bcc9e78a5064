package io.wirepath.bench.accuracy;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What the clock of a capture is ahead of the clock of a truth: a line below most samples. Its slope is that from the
 * shortest delays of the earlier half to those of the later one, so that samples that are wrong do no harm.
 *
 * @param originMicros where the line begins
 * @param aheadMicros what is ahead there
 * @param slope what is gained per microsecond
 */
record ClockFit(double originMicros, double aheadMicros, double slope) {

    /**
     * What waits in an application before it is sent, or behind another message, is late and no clock: of the delays
     * the shortest show the clock.
     */
    private static final double FASTEST = 0.1;

    private static final int SAMPLES_FOR_SLOPE = 40;
    private static final double SHORTEST_MICROS = 2e6;
    /** No quartz is worse, so a steeper line comes from the samples and not from clocks. */
    private static final double STEEPEST = 300e-6;

    /**
     * One sample.
     *
     * @param truthMicros time of an event by the clock of the truth
     * @param aheadMicros how much later the capture has it
     */
    record Sample(double truthMicros, double aheadMicros) {}

    /** Fits the line. */
    static ClockFit of(List<Sample> samples) {
        List<Sample> ordered = samples.stream()
                .sorted(Comparator.comparingDouble(Sample::truthMicros))
                .toList();
        double constant = quantile(FASTEST, ordered, Sample::aheadMicros);
        int half = ordered.size() / 2;
        List<Sample> early = ordered.subList(0, half);
        List<Sample> late = ordered.subList(half, ordered.size());
        double from = quantile(0.5, early, Sample::truthMicros);
        double to = quantile(0.5, late, Sample::truthMicros);
        if (ordered.size() < SAMPLES_FOR_SLOPE || to - from < SHORTEST_MICROS) {
            return new ClockFit(0, constant, 0);
        }
        double start = quantile(FASTEST, early, Sample::aheadMicros);
        double slope = (quantile(FASTEST, late, Sample::aheadMicros) - start) / (to - from);
        if (Math.abs(slope) > STEEPEST) {
            return new ClockFit(0, constant, 0);
        }
        double ahead =
                quantile(FASTEST, ordered, sample -> sample.aheadMicros() - slope * (sample.truthMicros() - from));
        return new ClockFit(from, ahead, slope);
    }

    /** What the capture is ahead at this time of the truth. */
    double ahead(double truthMicros) {
        return aheadMicros + slope * (truthMicros - originMicros);
    }

    private static double quantile(double share, List<Sample> samples, ToDoubleFunction<Sample> value) {
        double[] values = samples.stream().mapToDouble(value).toArray();
        Arrays.sort(values);
        return values.length == 0 ? 0 : values[(int) (share * values.length)];
    }
}

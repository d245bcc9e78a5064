package io.wirepath.analyze.row;

import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.field.ValueType;
import java.util.ArrayList;
import java.util.List;

/** What is said of a distribution of delays. */
public final class Delays {

    /** A distribution of delays. */
    public static final Fields<DelayDistribution> FIELDS = Fields.<DelayDistribution>of(
                    "Delay", "A distribution of delays.")
            .count("samples", "Delays that were observed.", DelayDistribution::samples)
            .number("weight", "Sum of their probabilities.", DelayDistribution::weight)
            .meanDuration("mean", "Mean.", DelayDistribution::meanNanos)
            .meanDuration("deviation", "Standard deviation.", DelayDistribution::deviationNanos)
            .duration("p50", "Median.", delay -> delay.percentileNanos(50))
            .duration("p90", "What 90 % do not exceed.", delay -> delay.percentileNanos(90))
            .duration("p99", "What 99 % do not exceed.", delay -> delay.percentileNanos(99))
            .duration("max", "The longest.", delay -> delay.percentileNanos(100))
            .number("negativeWeight", "Weight of those below zero.", DelayDistribution::negativeWeight)
            .lists("histogram", ValueType.NUMBER, "Bins of a quarter octave: [from, to, share].", Delays::histogram)
            .emptyWhere(delay -> delay.samples() == 0);

    /** The same in a few figures. */
    public static final Fields<DelayDistribution> FIGURES = Fields.<DelayDistribution>of(
                    "DelayFigures", "A distribution of delays in a few figures.")
            .count("samples", "Delays that were observed.", DelayDistribution::samples)
            .duration("mean", "Mean.", delay -> (long) delay.meanNanos())
            .duration("p50", "Median.", delay -> delay.percentileNanos(50))
            .duration("p90", "What 90 % do not exceed.", delay -> delay.percentileNanos(90))
            .duration("p99", "What 99 % do not exceed.", delay -> delay.percentileNanos(99))
            .duration("max", "The longest.", delay -> delay.percentileNanos(100));

    private Delays() {}

    /** Bins from the first to the last that hold anything. */
    private static List<List<Number>> histogram(DelayDistribution delay) {
        List<List<Number>> bins = new ArrayList<>();
        long last = delay.percentileNanos(100);
        long from = 0;
        for (int quarter = 40; from <= last && delay.samples() > 0; quarter++) {
            long to = Math.round(Math.pow(2, quarter / 4.0));
            double share = delay.share(from, to);
            if (share > 0) {
                bins.add(List.of(from, to, share));
            }
            from = to;
        }
        return bins;
    }
}

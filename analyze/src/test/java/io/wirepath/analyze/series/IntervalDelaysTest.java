package io.wirepath.analyze.series;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.HdrHistogram.PackedHistogram;
import org.junit.jupiter.api.Test;

class IntervalDelaysTest {

    private static final double[] PERCENTILES = {0.1, 10, 50, 90, 99, 99.9, 100};

    @Test
    void percentilesAreThoseOfTheHistogramHoweverManyThereAre() {
        SplittableRandom random = new SplittableRandom(1);
        for (int number = 1; number < 400; number += 1 + number / 8) {
            PackedHistogram histogram = new PackedHistogram(2);
            IntervalDelays whole = new IntervalDelays();
            IntervalDelays added = new IntervalDelays();
            IntervalDelays part = new IntervalDelays();
            for (int i = 0; i < number; i++) {
                long nanos = (long) Math.pow(10, 10 * random.nextDouble());
                histogram.recordValue(nanos);
                whole.add(nanos);
                (random.nextInt(3) == 0 ? added : part).add(nanos);
            }
            added.add(part);
            for (double percentile : PERCENTILES) {
                long wanted = histogram.getValueAtPercentile(percentile);
                assertEquals(wanted, whole.percentileNanos(percentile), number + " delays, " + percentile + " %");
                assertEquals(wanted, added.percentileNanos(percentile), number + " delays in two parts");
            }
        }
    }

    @Test
    void ofNoDelayNothingIsKnown() {
        assertEquals(-1, new IntervalDelays().percentileNanos(50));
    }
}

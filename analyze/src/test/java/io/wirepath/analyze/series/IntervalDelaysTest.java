package io.wirepath.analyze.series;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
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
            long[] wanted = DoubleStream.of(PERCENTILES)
                    .mapToLong(histogram::getValueAtPercentile)
                    .toArray();
            assertArrayEquals(wanted, whole.percentilesNanos(PERCENTILES), number + " delays");
            assertArrayEquals(wanted, added.percentilesNanos(PERCENTILES), number + " delays in two parts");
        }
    }

    @Test
    void ofNoDelayNothingIsKnown() {
        assertArrayEquals(new long[] {-1, -1}, new IntervalDelays().percentilesNanos(50, 99));
    }
}

package io.wirepath.analyze.delay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.HdrHistogram.PackedHistogram;
import org.junit.jupiter.api.Test;

class DelayCountsTest {

    private static final double[] PERCENTILES = {0.1, 10, 50, 90, 99, 99.9, 100};

    private final SplittableRandom random = new SplittableRandom(1);

    @Test
    void answersAreThoseOfAnHdrHistogramHoweverManyThereAre() {
        for (int number = 1; number < 400; number += 1 + number / 8) {
            PackedHistogram histogram = new PackedHistogram(2);
            DelayCounts whole = new DelayCounts();
            DelayCounts added = new DelayCounts();
            DelayCounts part = new DelayCounts();
            for (int i = 0; i < number; i++) {
                long nanos = anyNanos();
                int count = random.nextInt(4);
                histogram.recordValueWithCount(nanos, count);
                whole.add(nanos, count);
                (random.nextInt(3) == 0 ? added : part).add(nanos, count);
            }
            added.add(part);
            assertEquals(histogram.getTotalCount(), added.total());
            if (whole.total() > 0) {
                assertSame(histogram, whole, number + " delays");
                assertSame(histogram, added, number + " delays in two parts");
            }
        }
    }

    @Test
    void delaysOutOfRangeCountAsTheLeastAndTheLongest() {
        DelayCounts counts = new DelayCounts();
        counts.add(-5, 1);
        counts.add(Long.MAX_VALUE, 1);
        assertEquals(0, counts.percentileNanos(50));
        assertEquals(1, counts.between(DelayDistribution.MAX_NANOS, DelayDistribution.MAX_NANOS + 1));
    }

    @Test
    void ofNoDelayNothingIsKnown() {
        assertArrayEquals(new long[] {-1, -1}, new DelayCounts().percentilesNanos(50, 99));
    }

    private void assertSame(PackedHistogram wanted, DelayCounts counts, String what) {
        assertArrayEquals(
                DoubleStream.of(PERCENTILES)
                        .mapToLong(wanted::getValueAtPercentile)
                        .toArray(),
                counts.percentilesNanos(PERCENTILES),
                what);
        for (int i = 0; i < 20; i++) {
            long from = anyNanos();
            long to = from + 1 + anyNanos();
            assertEquals(wanted.getCountBetweenValues(from, to - 1), counts.between(from, to), what);
        }
    }

    private long anyNanos() {
        return (long) Math.pow(10, 10 * random.nextDouble());
    }
}

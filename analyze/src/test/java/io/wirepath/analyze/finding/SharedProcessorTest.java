package io.wirepath.analyze.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers whose processors are known, and servers that share nothing, however their requests come and go. */
class SharedProcessorTest {

    private static final int CALLS = 800;
    private static final double MILLI = 1e6;
    private static final double CHANCE = 1e-4;

    private static long[] comes(Random random, double meanMillis) {
        long[] came = new long[CALLS];
        double now = 0;
        for (int i = 0; i < CALLS; i++) {
            now -= meanMillis * Math.log(1 - random.nextDouble()) * MILLI;
            came[i] = Math.round(now);
        }
        return came;
    }

    /** How long each works, in ns: 12 ms, a quarter of them a tenth of that. */
    private static double[] works(Random random) {
        double[] work = new double[CALLS];
        Arrays.setAll(work, i -> 12 * MILLI * Math.exp(0.4 * random.nextGaussian()) / (i % 4 == 0 ? 10 : 1));
        return work;
    }

    private static int[] kinds() {
        int[] kinds = new int[CALLS];
        Arrays.setAll(kinds, i -> i % 4 == 0 ? 1 : 0);
        return kinds;
    }

    /** All that are there share so many processors. */
    private static long[] shared(long[] came, double[] work, int processors) {
        double[] left = new double[came.length];
        long[] ended = new long[came.length];
        double now = 0;
        int next = 0;
        while (next < came.length || Arrays.stream(left).anyMatch(rest -> rest > 0)) {
            long open = Arrays.stream(left).filter(rest -> rest > 0).count();
            double least = Arrays.stream(left).filter(rest -> rest > 0).min().orElse(0);
            double share = Math.min(1, processors / (double) Math.max(1, open));
            double until = next < came.length ? came[next] : Double.POSITIVE_INFINITY;
            double step = open == 0 ? until - now : Math.min(until - now, least / share);
            for (int i = 0; i < next; i++) {
                if (left[i] > 0) {
                    left[i] -= step * share;
                    if (left[i] <= 1) {
                        left[i] = 0;
                        ended[i] = Math.round(now + step);
                    }
                }
            }
            now += step;
            if (next < came.length && now >= came[next]) {
                left[next] = work[next++];
            }
        }
        return ended;
    }

    @ParameterizedTest
    @ValueSource(doubles = {13, 20, 35})
    void tellsOneProcessorAndWhatEachWouldTakeAlone(double meanMillis) {
        for (int seed = 0; seed < 5; seed++) {
            Random random = new Random(seed);
            long[] came = comes(random, meanMillis);
            double[] work = works(random);
            SharedProcessor told = SharedProcessor.of(came, shared(came, work, 1), kinds(), CHANCE);
            assertNotNull(told, "seed " + seed);
            assertEquals(
                    Arrays.stream(work).sum(), Arrays.stream(told.ownNanos()).sum(), 0.01 * 12 * MILLI * CALLS);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void moreProcessorsAreNotOne(int processors) {
        for (int seed = 0; seed < 5; seed++) {
            Random random = new Random(seed);
            long[] came = comes(random, 13.0 / processors);
            assertNull(SharedProcessor.of(came, shared(came, works(random), processors), kinds(), CHANCE));
        }
    }

    /** How requests come, or are held up, that share nothing. */
    private enum Traffic {
        EVEN,
        THREE_AT_ONCE,
        SLOW_AT_TIMES,
        STANDS_STILL,
        TOGETHER
    }

    @ParameterizedTest
    @EnumSource(Traffic.class)
    void nothingIsToldWhereNothingIsShared(Traffic traffic) {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            long[] came = comes(random, 12);
            double[] work = works(random);
            long[] ended = new long[CALLS];
            for (int i = 0; i < CALLS; i++) {
                came[i] = traffic == Traffic.THREE_AT_ONCE ? came[i - i % 3] : came[i];
                boolean isSlow = traffic == Traffic.SLOW_AT_TIMES && came[i] / (long) (500 * MILLI) % 5 == 0;
                ended[i] = came[i] + Math.round(work[i] * (isSlow ? 6 : 1));
                if (traffic == Traffic.STANDS_STILL) {
                    // each half a second nothing goes on for 80 ms
                    long period = Math.round(500 * MILLI);
                    ended[i] += (ended[i] / period - came[i] / period) * Math.round(80 * MILLI);
                } else if (traffic == Traffic.TOGETHER) {
                    long flush = Math.round(20 * MILLI);
                    ended[i] = (ended[i] / flush + 1) * flush + random.nextInt(100_000);
                }
            }
            assertNull(SharedProcessor.of(came, ended, kinds(), CHANCE), traffic + ", seed " + seed);
        }
    }
}

package io.wirepath.analyze.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LeapTest {

    private static final long SECOND = 1_000_000_000L;
    private static final double MILLI = 1e6;

    /** The chance that each of 53 nodes gets. */
    private static final double OF_53_NODES = 0.0015 / 53;

    /** Requests every four seconds or so; from a moment on a share of them takes longer by a factor. */
    private static Observations series(long seed, int before, int after, double factor, double share) {
        Random random = new Random(seed);
        Observations series = new Observations();
        double t = 0;
        double wave = 0;
        for (int at = 0; at < before + after; at++) {
            t += -4 * Math.log(1 - random.nextDouble());
            wave = 0.9 * wave + 0.1 * random.nextGaussian();
            double took = 20 * MILLI * Math.exp(wave + 0.3 * random.nextGaussian());
            boolean slow = at >= before && random.nextDouble() < share;
            series.add(Math.round(t * SECOND), 0, slow ? factor * took : took, 0);
        }
        return series;
    }

    @ParameterizedTest
    @CsvSource({"150, 6, 20, 1", "150, 46, 6, 1", "30, 14, 8, 1", "180, 250, 25, 0.35"})
    void findsWhatIsLargeAmongManyNodes(int before, int after, double factor, double share) {
        int found = found(before, after, factor, share);
        assertTrue(found >= 90, found + " of 100");
    }

    /** One of twenty-five is later: the 95th percentile does not show it. */
    @ParameterizedTest
    @CsvSource({"1500, 1500, 25, 0.04", "900, 1100, 60, 0.04"})
    void findsWhatFewShow(int before, int after, double factor, double share) {
        int found = found(before, after, factor, share);
        assertTrue(found >= 70, found + " of 100");
    }

    private static int found(int before, int after, double factor, double share) {
        int found = 0;
        for (int seed = 0; seed < 100; seed++) {
            Observations own = series(seed, before, after, factor, share);
            List<Leap> leaps = Leap.ofDurations(own, MILLI, Excess.NONE, OF_53_NODES);
            long onset = own.nanos(before);
            found += leaps.size() == 1
                            && leaps.get(0).change().lasts()
                            && leaps.get(0).change().onsetFromNanos() <= onset
                            && leaps.get(0).change().onsetToNanos() >= onset
                    ? 1
                    : 0;
        }
        return found;
    }

    @Test
    void tellsHowMuchLongerItTakesAndForWhichShare() {
        Leap all = Leap.ofDurations(series(1, 150, 46, 10, 1), MILLI, Excess.NONE, OF_53_NODES)
                .get(0);
        assertEquals(1, all.share());
        assertEquals(190, all.effect() / MILLI, 60);
        Leap some = Leap.ofDurations(series(1, 180, 250, 25, 0.35), MILLI, Excess.NONE, OF_53_NODES)
                .get(0);
        assertTrue(some.share() < 1, some.toString());
    }

    @Test
    void placesWhatComesAndGoes() {
        Observations own = series(1, 60, 30, 10, 1);
        Observations on = series(2, 80, 0, 1, 1);
        for (int at = 0; at < on.size(); at++) {
            own.add(own.nanos(89) + SECOND + on.nanos(at), 0, on.value(at), 0);
        }
        List<Leap> leaps = Leap.ofDurations(own, MILLI, Excess.NONE, OF_53_NODES);
        assertEquals(1, leaps.size(), leaps.toString());
        assertEquals(own.nanos(60), leaps.get(0).change().onsetNanos());
        assertEquals(own.nanos(90), leaps.get(0).change().endNanos());
    }

    @ParameterizedTest
    @EnumSource(SeriesWithoutChange.class)
    void tellsNothingWhereNothingChanges(SeriesWithoutChange kind) {
        int told = 0;
        for (int seed = 0; seed < 100; seed++) {
            Observations millis = kind.series(seed, 40);
            Observations nanos = new Observations();
            for (int at = 0; at < millis.size(); at++) {
                nanos.addLike(millis, at, 0, MILLI * millis.value(at));
            }
            told += Leap.ofDurations(nanos, MILLI, Excess.NONE, OF_53_NODES).isEmpty() ? 0 : 1;
        }
        assertEquals(0, told);
    }

    @Test
    void tellsNothingOfAFewSlowOnesAmongMany() {
        int told = 0;
        for (int seed = 0; seed < 100; seed++) {
            told += Leap.ofDurations(series(seed, 0, 200, 50, 0.02), MILLI, Excess.NONE, OF_53_NODES)
                            .isEmpty()
                    ? 0
                    : 1;
        }
        assertEquals(0, told);
    }
}

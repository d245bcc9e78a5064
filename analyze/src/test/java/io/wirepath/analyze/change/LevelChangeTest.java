package io.wirepath.analyze.change;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LevelChangeTest {

    private static final double MILLI = 1e6;
    private static final long MILLION = 1_000_000;
    private static final long SECOND = 1_000_000_000L;

    /** An analysis of twenty series. */
    private static final int SERIES = 20;

    private static final double CHANCE_OF_EACH = 0.001 / SERIES;

    /** Times of two humps that are longer from one moment to another, 20 requests a second. */
    private static Observations series(long seed, double seconds, double from, double to, double extraMillis) {
        Random random = new Random(seed);
        Observations series = new Observations();
        for (double t = 0; t < seconds; t -= 0.05 * Math.log(1 - random.nextDouble())) {
            double took = (random.nextInt(3) == 0 ? 40 : 8) * Math.exp(0.3 * random.nextGaussian());
            series.add(Math.round(t * SECOND), 0, took + (t >= from && t < to ? extraMillis : 0), 0);
        }
        return series;
    }

    @ParameterizedTest
    @ValueSource(doubles = {10, 20, 50})
    void tellsWhenTimesGrewLonger(double extraMillis) {
        Change change = only(LevelChange.of(series(1, 40, 24, 40, extraMillis), CHANCE_OF_EACH));
        assertEquals(24, change.onsetNanos() / (double) SECOND, 0.5);
        assertTrue(change.onsetFromNanos() <= 24 * SECOND && change.onsetToNanos() >= 24 * SECOND, change.toString());
        assertTrue(change.lasts());
    }

    private static Change only(List<Change> changes) {
        assertEquals(1, changes.size(), changes.toString());
        return changes.get(0);
    }

    /** The same times with more added in several stretches: from, to, milliseconds. */
    private static Observations series(long seed, double seconds, double[][] stretches) {
        Observations plain = series(seed, seconds, 0, 0, 0);
        Observations series = new Observations();
        for (int at = 0; at < plain.size(); at++) {
            double t = plain.nanos(at) / (double) SECOND;
            double extra = 0;
            for (double[] stretch : stretches) {
                extra += t >= stretch[0] && t < stretch[1] ? stretch[2] : 0;
            }
            series.add(plain.nanos(at), 0, plain.value(at) + extra, 0);
        }
        return series;
    }

    @Test
    void tellsAFaultThatComesAgainAsOne() {
        Change change =
                only(LevelChange.of(series(7, 80, new double[][] {{20, 35, 40}, {55, 80, 40}}), CHANCE_OF_EACH));
        assertTimes(change, 20, 35, 55);
        assertTrue(change.lasts());
    }

    /** A mean over times in which something is slower and others in which it is not holds at no time. */
    @ParameterizedTest
    @ValueSource(ints = {5, 8, 10, 15, 20})
    void tellsEachTimeOfAFaultThatComesAgainAndAgain(int seconds) {
        double[][] stretches = new double[5][];
        Arrays.setAll(stretches, i -> new double[] {(2 * i + 1) * seconds, (2 * i + 2) * seconds, 40});
        Observations series = series(9, 11 * seconds, stretches);
        Change change = only(LevelChange.of(series, CHANCE_OF_EACH));
        assertTimes(change, IntStream.rangeClosed(1, 10).map(i -> i * seconds).toArray());
        Shift shift = Shift.of(series, change);
        assertEquals(40, shift.nanos(), shift.halfWidthNanos() + 1);
        assertEquals(series.size(), series.number(change::isWithin) + series.number(change::isReference));
    }

    /** What is slow when the capture begins, and comes again, is no time in which something is quicker. */
    @Test
    void tellsWhatComesAgainWhereItWasThereFromTheBeginning() {
        Change change = only(LevelChange.of(
                series(5, 60, new double[][] {{0, 6, 40}, {18, 26, 40}, {37, 45, 40}}), CHANCE_OF_EACH));
        assertTimes(change, 18, 26, 37, 45);
    }

    /** A quarter of the time is quicker: that is what comes and goes. */
    @Test
    void tellsWhatIsQuickerAtFewTimes() {
        Change change = only(LevelChange.of(
                series(6, 90, new double[][] {{0, 20, 40}, {26, 45, 40}, {51, 90, 40}}), CHANCE_OF_EACH));
        assertTimes(change, 20, 26, 45, 51);
    }

    /** What was not there at first is what comes, though it is there for most of the time then. */
    @Test
    void tellsWhatComesAgainForMostOfTheTime() {
        Change change = only(LevelChange.of(series(8, 57, new double[][] {{5, 26, 40}, {31, 52, 40}}), CHANCE_OF_EACH));
        assertTimes(change, 5, 26, 31, 52);
    }

    @Test
    void tellsTwoTimesApartWhereTheyDiffer() {
        List<Change> changes =
                LevelChange.of(series(7, 90, new double[][] {{20, 35, 25}, {55, 75, 200}}), CHANCE_OF_EACH);
        assertEquals(2, changes.size(), changes.toString());
        assertEquals(20, changes.get(0).onsetNanos() / (double) SECOND, 0.5);
        assertEquals(55, changes.get(1).onsetNanos() / (double) SECOND, 0.5);
    }

    /** Begins and ends in turn. */
    private static void assertTimes(Change change, int... seconds) {
        LongStream.Builder told = LongStream.builder().add(change.onsetNanos());
        change.pauses().forEach(pause -> told.add(pause.fromNanos()).add(pause.toNanos()));
        if (!change.lasts()) {
            told.add(change.endNanos());
        }
        double[] expected = Arrays.stream(seconds).asDoubleStream().toArray();
        assertArrayEquals(
                expected,
                told.build().mapToDouble(nanos -> nanos / (double) SECOND).toArray(),
                0.5,
                change.toString());
    }

    @Test
    void tellsTwoStepsUp() {
        Observations series = series(8, 60, new double[][] {{20, 60, 30}, {40, 60, 60}});
        List<Change> changes = LevelChange.of(series, CHANCE_OF_EACH);
        assertEquals(2, changes.size(), changes.toString());
        assertEquals(20, changes.get(0).onsetNanos() / (double) SECOND, 0.5);
        assertEquals(40, changes.get(1).onsetNanos() / (double) SECOND, 0.5);
        assertEquals(30, Shift.of(series, changes.get(0)).nanos(), 4);
        assertEquals(60, Shift.of(series, changes.get(1)).nanos(), 6);
        assertTrue(changes.get(0).lasts() && changes.get(1).lasts());
    }

    /** Times that fall a little and then rise far beyond what they were before: the rise is a change, and no return. */
    @Test
    void aRiseThatGoesFarBeyondWhatWasBeforeIsNoEndOfAFall() {
        Observations series = series(9, 60, new double[][] {{15, 30, -4}, {30, 60, 40}});
        List<Change> changes = LevelChange.of(series, CHANCE_OF_EACH);
        assertEquals(2, changes.size(), changes.toString());
        assertEquals(30, changes.get(0).endNanos() / (double) SECOND, 0.5);
        assertEquals(30, changes.get(1).onsetNanos() / (double) SECOND, 0.5);
        assertTrue(changes.get(1).lasts());
        assertEquals(-4, Shift.of(series, changes.get(0)).nanos(), 1);
        assertEquals(44, Shift.of(series, changes.get(1)).nanos(), 4);
    }

    /** Three seconds in which everything takes long, by themselves no level, and a fault in the last six. */
    @Test
    void aPauseHidesNoFaultThatComesLater() {
        for (int seed = 0; seed < 10; seed++) {
            Random random = new Random(seed);
            Observations series = new Observations();
            for (double t = 0; t < 40; t -= 0.05 * Math.log(1 - random.nextDouble())) {
                double extra = t >= 20 && t < 23 ? 60 : t >= 34 ? 10 : 0;
                series.add(Math.round(t * SECOND), 0, 8 * Math.exp(0.3 * random.nextGaussian()) + extra, 0);
            }
            Change change = only(LevelChange.of(series, CHANCE_OF_EACH));
            assertEquals(34, change.onsetNanos() / (double) SECOND, 0.6);
            assertTrue(change.lasts());
        }
    }

    /** Of very many only some are looked at; of two kinds that take turns, that is some of each. */
    @Test
    void findsAChangeOfOneOfTwoKindsThatTakeTurnsAmongVeryMany() {
        Random random = new Random(10);
        Observations series = new Observations();
        for (int i = 0; i < 200_000; i++) {
            boolean late = i >= 120_000 && i % 2 == 1;
            double took = 8 * Math.exp(0.3 * random.nextGaussian()) + (late ? 4 : 0);
            series.add(i * MILLION, i % 2, took, 0);
        }
        Change change = only(LevelChange.of(series, CHANCE_OF_EACH));
        assertEquals(120, change.onsetNanos() / (double) SECOND, 0.1);
        assertEquals(4, Shift.of(series, change).nanos(), 2.1);
    }

    @Test
    void tellsWhenItEnded() {
        Change change = only(LevelChange.of(series(2, 60, 20, 35, 30), CHANCE_OF_EACH));
        assertEquals(20, change.onsetNanos() / (double) SECOND, 0.5);
        assertEquals(35, change.endNanos() / (double) SECOND, 0.5);
        assertFalse(change.lasts());
    }

    @Test
    void findsAChangeShortlyBeforeTheEnd() {
        Change change = only(LevelChange.of(series(3, 60, 53, 60, 40), CHANCE_OF_EACH));
        assertEquals(53, change.onsetNanos() / (double) SECOND, 0.5);
    }

    @Test
    void moreRequestsOfASlowKindAreNoSlowerRequests() {
        Random random = new Random(4);
        Observations known = new Observations();
        Observations unknown = new Observations();
        for (double t = 0; t < 40; t -= 0.05 * Math.log(1 - random.nextDouble())) {
            boolean slowKind = random.nextDouble() < (t < 20 ? 0.2 : 0.8);
            double took = (slowKind ? 40 : 8) * Math.exp(0.3 * random.nextGaussian());
            known.add(Math.round(t * SECOND), slowKind ? 1 : 0, took, 0);
            unknown.add(Math.round(t * SECOND), 0, took, 0);
        }
        assertEquals(List.of(), LevelChange.of(known, CHANCE_OF_EACH));
        assertTrue(LevelChange.of(unknown, CHANCE_OF_EACH).size() > 0, "the mix alone makes a difference");
    }

    @Test
    void aWaveOfRequestsThatWaitIsNoSlowerWork() {
        Random random = new Random(5);
        Observations series = new Observations();
        Observations withoutLoad = new Observations();
        InFlight hand = new InFlight();
        double free = 0;
        for (double t = 0; t < 40_000; t -= (t < 20_000 ? 25 : 11.5) * Math.log(1 - random.nextDouble())) {
            free = Math.max(free, t) + 10 * Math.exp(0.3 * random.nextGaussian());
            long at = Math.round(t * MILLI);
            series.add(at, 0, free - t, hand.enter(at, Math.round(free * MILLI)));
            withoutLoad.add(at, 0, free - t, 0);
        }
        assertEquals(List.of(), LevelChange.of(series, CHANCE_OF_EACH));
        assertTrue(LevelChange.of(withoutLoad, CHANCE_OF_EACH).size() > 0, "the load alone makes a difference");
    }

    @Test
    void aPauseIsNoChange() {
        assertEquals(List.of(), LevelChange.of(series(6, 40, 20, 22, 80), CHANCE_OF_EACH));
    }

    @Test
    void saysNothingOfAHandful() {
        Observations few = new Observations();
        for (int i = 0; i < 20; i++) {
            few.add(i * SECOND, 0, i < 10 ? 1 : 2, 0);
        }
        assertEquals(List.of(), LevelChange.of(few, CHANCE_OF_EACH));
    }

    @ParameterizedTest
    @EnumSource
    void findsNothingWhereNothingChanged(SeriesWithoutChange kind) {
        assertTrue(alarms(kind, 20) == 0, "a false alarm in 20 analyses of 20 series each");
    }

    /** 2000 analyses of twenty series: of a chance of 1 in 1000 not more than 6 come with a probability of 0.995. */
    @Test
    @Tag("slow")
    void findsAChangeInOneOfAThousandAnalysesWithoutOneAtMost() {
        int alarms = 0;
        for (SeriesWithoutChange kind : SeriesWithoutChange.values()) {
            alarms += alarms(kind, 500);
        }
        assertTrue(alarms <= 6, alarms + " of 2000 analyses");
    }

    private static int alarms(SeriesWithoutChange kind, int analyses) {
        int alarms = 0;
        for (int analysis = 0; analysis < analyses; analysis++) {
            boolean alarm = false;
            for (int i = 0; i < SERIES; i++) {
                alarm |= !LevelChange.of(kind.series(analysis * 100L + i, 40), CHANCE_OF_EACH)
                        .isEmpty();
            }
            alarms += alarm ? 1 : 0;
        }
        return alarms;
    }
}

package io.wirepath.merge.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.merge.result.ClockLine;
import io.wirepath.merge.result.MergeResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClockModelTest {

    private static final long START = 1_795_196_958_000_000_000L;
    private static final long SECOND = 1_000_000_000L;

    /** A clock that is {@code offset} ahead at START and gains {@code ppm}. */
    private record Clock(long offset, double ppm, long stepAt, long step) {

        Clock(long offset, double ppm) {
            this(offset, ppm, Long.MAX_VALUE, 0);
        }

        long read(long trueNanos) {
            long stepped = trueNanos >= stepAt ? step : 0;
            return trueNanos + offset + Math.round(ppm * 1e-6 * (trueNanos - START)) + stepped;
        }
    }

    private static ClockSamples traffic(Clock first, Clock second, int packets, long seconds, long seed, boolean back) {
        Random random = new Random(seed);
        ClockSamples samples = new ClockSamples();
        for (int i = 0; i < packets; i++) {
            long at = START + (long) (random.nextDouble() * seconds * SECOND);
            long delay = 20_000 + (long) (-Math.log(1 - random.nextDouble()) * 30_000);
            if (back && i % 2 == 1) {
                samples.add(first.read(at + delay), second.read(at), Passage.BACKWARD);
            } else {
                samples.add(first.read(at), second.read(at + delay), Passage.FORWARD);
            }
        }
        return samples;
    }

    private static ClockModel.Pair pair(int a, Clock clockA, int b, Clock clockB, long seed) {
        ClockSamples samples = traffic(clockA, clockB, 4000, 25, seed, true);
        return new ClockModel.Pair(a, b, Objects.requireNonNull(PairwiseClock.estimate(samples)));
    }

    @Test
    void findsOffsetAndSkewThroughDelays() {
        PairwiseClock clock =
                PairwiseClock.estimate(traffic(new Clock(0, 0), new Clock(1_732_000_000L, 35), 4000, 25, 1, true));
        assertNotNull(clock);
        ClockLine line = clock.at(START + 12 * SECOND);
        assertEquals(1_732_000_000L + 35e-6 * 12 * SECOND, line.offsetAt(START + 12 * SECOND), 5_000);
        assertEquals(35e-6, line.skew(), 0.5e-6);
        assertTrue(line.offsetUncertaintyNanos() < 40_000, "uncertainty " + line.offsetUncertaintyNanos());
    }

    @Test
    void holdsTheTruthInsideTheStatedUncertainty() {
        for (long seed = 1; seed <= 60; seed++) {
            Random random = new Random(seed);
            double ppm = random.nextInt(300) - 150;
            long offset = random.nextLong() % (3600L * SECOND);
            PairwiseClock clock =
                    PairwiseClock.estimate(traffic(new Clock(0, 0), new Clock(offset, ppm), 300, 20, seed, true));
            assertNotNull(clock);
            long at = START + 3 * SECOND;
            double truth = offset + ppm * 1e-6 * (at - START);
            ClockLine line = clock.at(at);
            assertEquals(truth, line.offsetAt(at), line.uncertaintyAt(at), "seed " + seed);
        }
    }

    @Test
    void solvesAChainAgainstTheReference() {
        Clock front = new Clock(1_732_000_000L, 35);
        Clock web = new Clock(-911_000_000L, -20);
        Clock app = new Clock(0, 0);
        Clock data = new Clock(3600L * SECOND, 80);
        ClockModel model = ClockModel.solve(
                5, List.of(pair(0, front, 1, web, 1), pair(1, web, 2, app, 2), pair(2, app, 3, data, 3)), 2);
        Clock[] clocks = {front, web, app, data};
        for (int sniffer = 0; sniffer < clocks.length; sniffer++) {
            for (int s = 0; s <= 25; s += 5) {
                long truth = START + s * SECOND;
                long error = Math.abs(model.correct(sniffer, clocks[sniffer].read(truth)) - truth);
                assertTrue(error < 50_000, "sniffer " + sniffer + " at " + s + " s is wrong by " + error);
                assertTrue(error <= model.uncertainty(sniffer, clocks[sniffer].read(truth)));
            }
        }
        assertEquals(2, model.reference());
        assertFalse(model.isKnown(4));
        assertNull(model.line(4, START));
        assertEquals(77, model.correct(4, 77));
    }

    @Test
    void cutsWhereAClockWasStepped() {
        Clock stepped = new Clock(5_000_000, 10, START + 10 * SECOND, 2 * SECOND);
        ClockModel model = ClockModel.solve(2, List.of(pair(0, new Clock(0, 0), 1, stepped, 4)), 0);
        for (int s : new int[] {1, 9, 11, 24}) {
            long truth = START + s * SECOND;
            long error = model.correct(1, stepped.read(truth)) - truth;
            assertTrue(Math.abs(error) <= 60_000, () -> "at " + s + " s: " + error + " ns");
        }
    }

    /** Pairs of three clocks of which the first was set, as those who make pairs turn them. */
    private static List<ClockModel.Pair> firstSet(long stepNanos) {
        Clock[] clocks = {
            new Clock(5_000_000, 10, START + 10 * SECOND, stepNanos), new Clock(0, 0), new Clock(3600L * SECOND, -5)
        };
        List<ClockModel.Pair> pairs = new ArrayList<>();
        List<ClockSamples> samples = new ArrayList<>();
        for (int a = 0; a < clocks.length; a++) {
            for (int b = a + 1; b < clocks.length; b++) {
                samples.add(traffic(clocks[a], clocks[b], 4000, 25, 10L + a + b, true));
                PairwiseClock clock = PairwiseClock.estimate(samples.get(samples.size() - 1));
                pairs.add(new ClockModel.Pair(a, b, Objects.requireNonNull(clock)));
            }
        }
        int[] steadyFirst = ClockModel.steadyFirst(clocks.length, pairs, -1);
        for (int i = 0; i < pairs.size(); i++) {
            ClockModel.Pair pair = pairs.get(i);
            if (ClockModel.isFirstSet(pair, steadyFirst)) {
                PairwiseClock turned = PairwiseClock.estimate(samples.get(i).turned());
                int set = pair.first();
                pairs.set(i, new ClockModel.Pair(pair.second(), set, Objects.requireNonNull(turned)));
            }
        }
        return pairs;
    }

    private static void assertNear(long wanted, long is) {
        assertTrue(Math.abs(wanted - is) <= 60_000, () -> wanted + " is " + is);
    }

    @ParameterizedTest
    @ValueSource(longs = {2 * SECOND, 40_000_000, -500_000_000})
    void goesByAClockThatWasNotSet(long stepNanos) {
        Clock set = new Clock(5_000_000, 10, START + 10 * SECOND, stepNanos);
        ClockModel model = ClockModel.solve(3, firstSet(stepNanos), -1);
        assertNotEquals(0, model.reference());
        for (int s : new int[] {1, 9, 11, 24}) {
            long truth = START + s * SECOND;
            long among = model.correct(1, truth);
            assertNear(among, model.correct(0, set.read(truth)));
            assertNear(among, model.correct(2, new Clock(3600L * SECOND, -5).read(truth)));
        }
        assertEquals(2, model.stretches(0));
        assertEquals(stepNanos < 0 ? 5 : 0, Math.round(model.putBackNanos(0) / 1e8), model.putBackNanos(0) + " ns");
        assertEquals(1, model.stretches(1));
        assertEquals(1, model.stretches(2));
    }

    /** Packets are found again at the times of the messages that were made of them. */
    @ParameterizedTest
    @ValueSource(longs = {2 * SECOND, 40_000_000, -500_000_000})
    void whatIsToldOfAClockThatWasSetCorrectsAsTheModelDoes(long stepNanos) {
        Clock set = new Clock(5_000_000, 10, START + 10 * SECOND, stepNanos);
        ClockModel model = ClockModel.solve(3, firstSet(stepNanos), -1);
        List<MergeResult.SnifferClock> clocks = new ArrayList<>();
        for (int sniffer = 0; sniffer < 3; sniffer++) {
            long at = START + 12 * SECOND;
            clocks.add(new MergeResult.SnifferClock(sniffer, at, model.lines(sniffer, at), 1, 0));
            assertEquals(model.line(sniffer, at), clocks.get(sniffer).line());
        }
        MergeResult told = new MergeResult(1, clocks, List.of(), List.of(), List.of(), List.of());
        for (int tenth = 5; tenth < 240; tenth++) {
            long shown = set.read(START + tenth * SECOND / 10);
            long nanos = model.correct(0, shown);
            assertNear(nanos, told.byReference(0, shown));
            if (tenth != 100) {
                assertNear(shown, nanos + told.ahead(0, nanos));
            }
        }
    }

    /** What a clock that was put back showed twice is of the moment that is known to be near. */
    @Test
    void tellsTwoMomentsApartThatAClockShowedAlike() {
        Clock set = new Clock(5_000_000, 10, START + 10 * SECOND, -4 * SECOND);
        ClockModel model = ClockModel.solve(3, firstSet(-4 * SECOND), -1);
        for (int tenth = 5; tenth < 240; tenth++) {
            long truth = START + tenth * SECOND / 10;
            long among = model.correct(1, truth);
            assertNear(among, model.correct(0, set.read(truth), among - 30_000_000));
        }
    }

    /** Four clocks of which the first was set; the last was compared with the first two alone. */
    @Test
    void takesAllThatNoStepPartsBeforeWhoWasSet() {
        Clock set = new Clock(0, 0, START + 10 * SECOND, 2 * SECOND);
        Clock right = new Clock(0, 0);
        List<ClockModel.Pair> pairs = List.of(
                pair(0, set, 1, right, 1),
                pair(0, set, 2, right, 2),
                pair(0, set, 3, right, 3),
                pair(1, right, 2, right, 4),
                pair(1, right, 3, right, 5));
        assertEquals(3, ClockModel.steadyFirst(4, pairs, -1)[0]);
    }

    /** Two sniffers on one host that was set, between two that were not and one behind it. */
    @Test
    void whoShowsNoStepBesideOneThatWasSetWasSetWithIt() {
        Clock set = new Clock(0, 0, START + 10 * SECOND, 2 * SECOND);
        Clock right = new Clock(0, 0);
        List<ClockModel.Pair> pairs = List.of(
                pair(0, right, 1, right, 1),
                pair(0, right, 2, set, 2),
                pair(0, right, 3, set, 3),
                pair(1, right, 2, set, 4),
                pair(1, right, 3, set, 5),
                pair(2, set, 3, set, 6),
                pair(2, set, 4, right, 7),
                pair(3, set, 4, right, 8));
        assertEquals(2, ClockModel.steadyFirst(5, pairs, -1)[4]);
    }

    /** Whose clock is right by definition, was set: its latest time goes on before. */
    @Test
    void aReferenceThatWasSetShowsItsLatestTime() {
        Clock set = new Clock(5_000_000, 10, START + 10 * SECOND, 2 * SECOND);
        ClockModel model = ClockModel.solve(3, firstSet(2 * SECOND), 0);
        assertEquals(0, model.reference());
        for (int s : new int[] {1, 9, 11, 24}) {
            long truth = START + s * SECOND;
            long latest = set.read(truth) + (s < 10 ? 2 * SECOND : 0);
            assertNear(latest, model.correct(0, set.read(truth)));
            assertNear(latest, model.correct(1, truth));
        }
    }

    /** Three clocks that were all set, and two of others, which share more and tell nothing of the three. */
    @Test
    void aReferenceIsComparedWithThoseItIsTiedTo() {
        Clock one = new Clock(0, 0, START + 5 * SECOND, 2 * SECOND);
        Clock two = new Clock(3 * SECOND, 0, START + 11 * SECOND, 2 * SECOND);
        Clock three = new Clock(-3 * SECOND, 0, START + 18 * SECOND, 2 * SECOND);
        ClockSamples many = traffic(new Clock(0, 0), new Clock(SECOND, 0), 40_000, 25, 4, true);
        ClockModel model = ClockModel.solve(
                5,
                List.of(
                        pair(0, one, 1, two, 1),
                        pair(1, two, 2, three, 2),
                        pair(2, three, 0, one, 3),
                        new ClockModel.Pair(3, 4, Objects.requireNonNull(PairwiseClock.estimate(many)))),
                0);
        assertEquals(0, model.reference());
        assertTrue(model.isKnown(1) && model.isKnown(2));
        assertFalse(model.isKnown(3));
    }

    @Test
    void saysHowLittleOneDirectionTells() {
        PairwiseClock clock =
                PairwiseClock.estimate(traffic(new Clock(0, 0), new Clock(7_000_000, 0), 500, 20, 5, false));
        assertNotNull(clock);
        assertFalse(clock.bothWays());
        ClockLine line = clock.pieces().get(0);
        assertEquals(7_000_000, line.offsetNanos(), line.offsetUncertaintyNanos());
        assertTrue(line.offsetUncertaintyNanos() >= PairwiseClock.ONE_WAY_DELAY_NANOS);
    }

    @Test
    void aFewMismatchesChangeNothing() {
        ClockSamples samples = traffic(new Clock(0, 0), new Clock(120_000_000, 80), 4000, 25, 6, true);
        for (int i = 0; i < 40; i++) {
            samples.add(START + i * SECOND / 2, START + i * SECOND / 2 - 23_000_000 + 120_000_000, Passage.FORWARD);
        }
        PairwiseClock clock = PairwiseClock.estimate(samples);
        assertNotNull(clock);
        assertEquals(80e-6, clock.at(START).skew(), 2e-6);
    }

    @Test
    void keepsTheEnvelopeInBoundedMemory() {
        EnvelopeSamples samples = EnvelopeSamples.ofLeast();
        for (int i = 0; i < 10 * EnvelopeSamples.CAPACITY; i++) {
            samples.add(i, i % 1000 == 0 ? 5 : 1000);
        }
        assertTrue(samples.size() <= EnvelopeSamples.CAPACITY);
        int extremes = 0;
        for (int i = 0; i < samples.size(); i++) {
            extremes += samples.differenceNanos(i) == 5 ? 1 : 0;
        }
        assertEquals(10 * EnvelopeSamples.CAPACITY / 1000 + 1, extremes, 2);
    }

    @Test
    void tooFewSamplesSayNothing() {
        assertNull(PairwiseClock.estimate(traffic(new Clock(0, 0), new Clock(0, 0), 5, 1, 1, true)));
    }
}

package io.wirepath.causes.joint.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Scene;
import io.wirepath.causes.joint.scene.Scenes;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimerTest {

    private static final long PERIOD = 1_000_000;

    /** Times of a timer that is up to a millisecond late; one time in so many is missing. */
    private static long[] ticks(int count, int missing, Random random) {
        return IntStream.range(0, count)
                .filter(n -> n % missing != missing / 2)
                .mapToLong(n -> 5_000_000 + n * PERIOD + random.nextInt(1000))
                .toArray();
    }

    private static Timer timer(long[] times) {
        return Objects.requireNonNull(Timer.of(times));
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 6, 20, 1000})
    void findsThePeriod(int count) {
        Timer timer = timer(ticks(count, 1_000_000, new Random(count)));
        assertEquals((double) PERIOD, timer.period(), 600);
        assertTrue(timer.spread() < 1000, timer.toString());
    }

    @Test
    void findsThePeriodAmongOtherCallsAndWithGaps() {
        Random random = new Random(3);
        long[] others = random.longs(8, 5_000_000, 45_000_000).toArray();
        long[] times = LongStream.concat(Arrays.stream(ticks(40, 7, random)), Arrays.stream(others))
                .sorted()
                .toArray();
        assertEquals((double) PERIOD, timer(times).period(), 600);
    }

    @Test
    void seesNoTimerInCallsAtRandom() {
        for (int seed = 0; seed < 200; seed++) {
            long[] times =
                    new Random(seed).longs(5 + seed, 0, 50_000_000).sorted().toArray();
            assertNull(Timer.of(times), "seed " + seed);
        }
    }

    @Test
    void saysNothingOfAFewCallsOrOfNone() {
        assertNull(Timer.of(new long[0]));
        assertNull(Timer.of(new long[] {7}));
        assertNull(Timer.of(new long[] {0, PERIOD, 2 * PERIOD}));
        assertNull(Timer.of(new long[] {5, 5, 5, 5, 5, 5}));
    }

    @Test
    void expectsACallAboutWhereItIsDue() {
        Timer timer = timer(ticks(30, 1_000_000, new Random(1)));
        double within = 0;
        for (int away = -20_000; away <= 20_000; away++) {
            within += timer.density(away);
        }
        assertEquals(timer.reliability(), within, 0.01);
        assertTrue(timer.density(0) > 100 * timer.density(10_000));
        assertEquals(0, timer.density(20_000));
    }

    @Test
    void expectsCallsWithoutAnOwnerWhenTheyAreDue() {
        long[] times = {1_000_000, 1_500_000, 2_000_000, 3_000_000, 4_000_000, 4_500_000, 5_000_000, 6_000_000};
        Scene scene = new Scene(1000, 1, times.length, 1, 1);
        scene.departure[0] = 7_000_000;
        System.arraycopy(times, 0, scene.sent, 0, times.length);
        System.arraycopy(times, 0, scene.received, 0, times.length);
        OrphanRates rates = new OrphanRates(scene, CandidateSets.of(scene));
        rates.fit(Scenes.marginals(10, 10, 1, 10, 1, 10, 1, 10, 10));
        assertTrue(rates.log(3) > rates.log(1) + 5, "the call that is due: " + rates.log(3) + ", " + rates.log(1));
        rates.fit(Scenes.marginals(10, 10, 10, 0, 0, 0, 10, 0, 0));
        assertEquals(rates.log(1), rates.log(3), 1e-9);
    }
}

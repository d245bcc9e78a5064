package io.wirepath.causes.joint.model;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RenewalsTest {

    private static final long PERIOD = 1_000_000;

    /** Times of a clock that is up to a millisecond late; one time in so many is missing. */
    private static long[] ticks(int count, int missing) {
        Random random = new Random(count);
        return IntStream.range(0, count)
                .filter(n -> n % missing != missing / 2)
                .mapToLong(n -> 5_000_000 + n * PERIOD + random.nextInt(1000))
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 40, 1000})
    void expectsASendingWhenItIsDue(int count) {
        long[] times = ticks(count, 7);
        Renewals renewals = new Renewals(times);
        long missing = times[2] + PERIOD;
        assertTrue(renewals.pays());
        assertTrue(renewals.density(missing) > 10 * renewals.density(missing + PERIOD / 5));
        assertTrue(renewals.density(times[1]) > 3.0 / PERIOD, "a sending of its own: " + renewals.density(times[1]));
    }

    @Test
    void aClockMayBeTooEarlyOrTooLateByATenth() {
        Random random = new Random(2);
        long[] times = new long[100];
        Arrays.setAll(times, x -> (x == 0 ? 0 : times[x - 1]) + PERIOD + (long) (random.nextGaussian() * PERIOD / 10));
        Renewals renewals = new Renewals(times);
        assertTrue(renewals.pays());
        assertTrue(renewals.density(times[50]) > 30 * renewals.density((times[50] + times[51]) / 2));
    }

    @Test
    void seesNoClockInSendingsAtRandomNorInBursts() {
        int clocks = 0;
        for (int seed = 0; seed < 200; seed++) {
            LongStream random = new Random(seed).longs(5 + seed, 0, 50_000_000).sorted();
            clocks += new Renewals(random.toArray()).pays() ? 1 : 0;
        }
        assertTrue(clocks <= 4, clocks + " of 200");
        assertFalse(new Renewals(IntStream.range(0, 300)
                        .mapToLong(n -> n / 3 * PERIOD + n % 3 * 1000L + (long) n * n % 97)
                        .toArray())
                .pays());
    }

    @Test
    void saysNothingOfAFewOrOfNone() {
        assertFalse(new Renewals(new long[0]).pays());
        assertFalse(new Renewals(new long[] {7}).pays());
        assertFalse(new Renewals(new long[] {0, PERIOD}).pays());
    }
}

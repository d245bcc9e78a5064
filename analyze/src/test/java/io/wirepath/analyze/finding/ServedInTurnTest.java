package io.wirepath.analyze.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

/** Servers whose rule is known: k at once, all at once, or a processor that all share. */
class ServedInTurnTest {

    private static final int CALLS = 2000;
    private static final double MILLI = 1e6;

    /** When calls come, at random. */
    private static long[] comes(Random random, double meanMillis) {
        long[] came = new long[CALLS];
        double now = 0;
        for (int i = 0; i < CALLS; i++) {
            now -= meanMillis * Math.log(1 - random.nextDouble()) * MILLI;
            came[i] = Math.round(now);
        }
        return came;
    }

    /** k servers and a queue; of all servers none waits. */
    private static long[] served(long[] came, int k, DoubleSupplier millis) {
        double[] free = new double[k];
        long[] ended = new long[came.length];
        for (int i = 0; i < came.length; i++) {
            Arrays.sort(free);
            free[0] = Math.max(free[0], (double) came[i]) + millis.getAsDouble() * MILLI;
            ended[i] = Math.round(free[0]);
        }
        return ended;
    }

    /** All calls that are there share one processor. */
    private static long[] shared(long[] came, DoubleSupplier millis) {
        double[] left = new double[came.length];
        long[] ended = new long[came.length];
        double now = 0;
        int next = 0;
        while (next < came.length || Arrays.stream(left).anyMatch(rest -> rest > 0)) {
            int open = 0;
            double least = Double.POSITIVE_INFINITY;
            for (int i = 0; i < next; i++) {
                open += left[i] > 0 ? 1 : 0;
                least = left[i] > 0 ? Math.min(least, left[i]) : least;
            }
            double until = next < came.length ? came[next] : Double.POSITIVE_INFINITY;
            double step = open == 0 ? until - now : Math.min(until - now, least * open);
            for (int i = 0; i < next && open > 0; i++) {
                if (left[i] > 0) {
                    left[i] -= step / open;
                    if (left[i] <= 1e-3) {
                        left[i] = 0;
                        ended[i] = Math.round(now + step);
                    }
                }
            }
            now += step;
            if (next < came.length && now >= came[next]) {
                left[next++] = millis.getAsDouble() * MILLI;
            }
        }
        return ended;
    }

    private static DoubleSupplier exponential(Random random, double mean) {
        return () -> -mean * Math.log(1 - random.nextDouble());
    }

    private static DoubleSupplier gaussian(Random random, double mean) {
        return () -> Math.max(mean / 10, mean + mean / 5 * random.nextGaussian());
    }

    @Test
    void findsHowManyAreWorkedOnAtOnceAndWhoHeldWhom() {
        for (int k : new int[] {1, 2, 3, 6}) {
            // where calls take any time, the queue of many is short, and says little
            for (boolean even : k <= 3 ? new boolean[] {true, false} : new boolean[] {true}) {
                Random random = new Random(k);
                long[] came = comes(random, 20.0 / k);
                ServedInTurn turn =
                        ServedInTurn.of(came, served(came, k, even ? gaussian(random, 12) : exponential(random, 12)));
                assertNotNull(turn, k + " at once");
                assertEquals(k, turn.atOnce());
            }
        }
        Random random = new Random(9);
        long[] came = comes(random, 20);
        long[] ended = served(came, 1, gaussian(random, 12));
        ServedInTurn turn = ServedInTurn.of(came, ended);
        assertNotNull(turn);
        for (int i = 1; i < CALLS; i++) {
            assertEquals(ended[i - 1] > came[i] ? i - 1 : -1, turn.holder()[i], "who comes before holds");
        }
    }

    @Test
    void claimsNothingWhereNothingIsHeld() {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            long[] came = comes(random, 5);
            assertNull(ServedInTurn.of(came, served(came, CALLS, gaussian(random, 12))));
            assertNull(ServedInTurn.of(came, served(came, CALLS, exponential(random, 12))));
        }
    }

    @Test
    void aSharedProcessorIsNoTurn() {
        for (int seed = 0; seed < 3; seed++) {
            Random random = new Random(seed);
            long[] came = comes(random, 20);
            assertNull(ServedInTurn.of(came, shared(came, exponential(random, 12))));
            assertNull(ServedInTurn.of(came, shared(came, gaussian(random, 12))));
        }
    }

    /** From the middle on each call takes a time that does not depend on others: until it gives up, for one. */
    @Test
    void whatTakesAsLongAsThoseAroundItWaitsForNone() {
        Random random = new Random(5);
        long[] came = comes(random, 33);
        DoubleSupplier quick = exponential(random, 3);
        long[] ended = new long[CALLS];
        for (int i = 0; i < CALLS; i++) {
            ended[i] = came[i]
                    + Math.round((i < CALLS / 2 ? 3 + quick.getAsDouble() : 5000 + quick.getAsDouble()) * MILLI);
        }
        assertNull(ServedInTurn.of(came, ended));
    }
}

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
    private static final int[] ONE_KIND = new int[CALLS];
    private static final int CLIENTS = 10;

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
                ServedInTurn turn = ServedInTurn.of(
                        came, served(came, k, even ? gaussian(random, 12) : exponential(random, 12)), ONE_KIND);
                assertNotNull(turn, k + " at once");
                assertEquals(k, turn.atOnce());
            }
        }
        Random random = new Random(9);
        long[] came = comes(random, 20);
        long[] ended = served(came, 1, gaussian(random, 12));
        ServedInTurn turn = ServedInTurn.of(came, ended, ONE_KIND);
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
            assertNull(ServedInTurn.of(came, served(came, CALLS, gaussian(random, 12)), ONE_KIND));
            assertNull(ServedInTurn.of(came, served(came, CALLS, exponential(random, 12)), ONE_KIND));
        }
    }

    @Test
    void aSharedProcessorIsNoTurn() {
        for (int seed = 0; seed < 3; seed++) {
            Random random = new Random(seed);
            long[] came = comes(random, 20);
            assertNull(ServedInTurn.of(came, shared(came, exponential(random, 12)), ONE_KIND));
            assertNull(ServedInTurn.of(came, shared(came, gaussian(random, 12)), ONE_KIND));
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
        assertNull(ServedInTurn.of(came, ended, ONE_KIND));
    }

    /** Clients that ask again soon after each answer, so that nearly all wait. */
    private static final class Crowd {
        private final long[] came = new long[CALLS];
        private final long[] ended = new long[CALLS];
        private final int[] kind = new int[CALLS];
        private double flushEnds;

        /**
         * All are served one at a time, as they came; a third is of a kind that takes 0.1 ms. With a flush of so many
         * ms the next goes on before the answer, which waits for a flush that has begun since.
         */
        Crowd(Random random, double flushMillis) {
            double[] next = new double[CLIENTS];
            double free = 0;
            for (int call = 0; call < CALLS; call++) {
                int client = 0;
                for (int other = 1; other < CLIENTS; other++) {
                    client = next[other] < next[client] ? other : client;
                }
                kind[call] = random.nextInt(3) == 0 ? 1 : 0;
                boolean isQuick = kind[call] == 1 && flushMillis == 0;
                free = Math.max(free, next[client])
                        + gaussian(random, isQuick ? 0.1 : 8).getAsDouble() * MILLI;
                came[call] = Math.round(next[client]);
                double answered = flushMillis == 0 ? free : flushed(free, flushMillis * MILLI);
                ended[call] = Math.round(answered + 1e4 * random.nextDouble());
                next[client] = ended[call] + exponential(random, 2).getAsDouble() * MILLI;
            }
        }

        private double flushed(double done, double nanos) {
            if (done > flushEnds - nanos) {
                flushEnds = Math.max(done, flushEnds) + nanos;
            }
            return flushEnds;
        }
    }

    @Test
    void whatIsQuickByItsKindIsNoBunch() {
        for (int seed = 0; seed < 3; seed++) {
            Crowd thread = new Crowd(new Random(seed), 0);
            ServedInTurn turn = ServedInTurn.of(thread.came, thread.ended, thread.kind);
            assertNotNull(turn);
            for (int call = 1; call < CALLS; call++) {
                assertEquals(thread.ended[call - 1] > thread.came[call] ? call - 1 : -1, turn.holder()[call]);
            }
        }
    }

    @Test
    void answersThatWaitForOneFlushTellNoHolder() {
        for (int seed = 0; seed < 3; seed++) {
            Crowd log = new Crowd(new Random(seed), 20);
            assertNull(ServedInTurn.of(log.came, log.ended, log.kind));
            assertNull(ServedInTurn.of(log.came, log.ended, ONE_KIND));
        }
    }
}

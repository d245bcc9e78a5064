package io.wirepath.causes.joint.scene;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.SeededRandom;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.LongStream;
import org.agrona.collections.LongArrayList;
import org.junit.jupiter.api.Test;

class OneWayHorizonTest {

    private static final long MILLI = 1_000_000;

    @Test
    void letsAQueueHandOnEachMessageHoweverLongItWaits() {
        long[] arrivals = LongStream.range(0, 100).map(i -> i * MILLI).toArray();
        // The consumer stands still for two seconds, and then takes all that waited.
        long[] sendings = LongStream.range(0, 100)
                .map(i -> i < 50 ? i * MILLI + 100_000 : 2000 * MILLI + i * 10_000)
                .toArray();
        long horizon = OneWayHorizon.nanos(arrivals, sendings);
        assertTrue(horizon >= 1950 * MILLI && horizon < 5000 * MILLI, "" + horizon);
    }

    @Test
    void takesANodeThatSendsLessThanItGetsForNoQueue() {
        long[] arrivals = LongStream.range(0, 100).map(i -> i * MILLI).toArray();
        long[] sendings =
                LongStream.range(0, 20).map(i -> i * 5 * MILLI + 100_000).toArray();
        long horizon = OneWayHorizon.nanos(arrivals, sendings);
        assertTrue(horizon < 10 * MILLI, "" + horizon);
    }

    /** Gossip: most messages are handed on after 10 ms or so, and as many begin by themselves as end. */
    @Test
    void takesANodeThatBeginsAsOftenAsItEndsForNoQueue() {
        SeededRandom random = new SeededRandom(1);
        long[] arrivals = new long[300];
        LongArrayList sendings = new LongArrayList();
        for (int i = 0; i < arrivals.length; i++) {
            arrivals[i] = i * 100L * MILLI + random.nextInt(90) * MILLI;
            boolean handsOn = random.nextDouble() < 0.6;
            sendings.addLong(
                    handsOn
                            ? arrivals[i] + (7 + random.nextInt(6)) * MILLI
                            : i * 100L * MILLI + 50 * MILLI + random.nextInt(100) * MILLI);
        }
        sendings.sort(Comparator.naturalOrder());
        long horizon = OneWayHorizon.nanos(arrivals, sendings.toLongArray());
        assertTrue(horizon >= 12 * MILLI && horizon < 60 * MILLI, "" + horizon);
    }

    private static final int MESSAGES = 2000;

    /** Times at random, about 300 ms from one to the next. */
    private static long[] atRandom(long seed) {
        Random random = new Random(seed);
        long[] times = new long[MESSAGES];
        double now = 0;
        for (int i = 0; i < MESSAGES; i++) {
            now -= 300 * Math.log(1 - random.nextDouble());
            times[i] = (long) (now * MILLI);
        }
        return times;
    }

    private static long[] later(long[] times, long millis) {
        return LongStream.of(times).map(time -> time + millis * MILLI).toArray();
    }

    private static boolean startsWork(long[] arrivals, long[] sendings) {
        return OneWayHorizon.startsWork(arrivals, arrivals, sendings);
    }

    /** What is stored without an answer comes while the node is busy with something else all the time. */
    @Test
    void whatIsOnlyStoredStartsNothing() {
        assertFalse(startsWork(Arrays.copyOf(atRandom(4), 30), atRandom(5)));
    }

    @Test
    void aReplyToAClientThatThinksStartsNothing() {
        long[] sendings = atRandom(1);
        assertFalse(startsWork(later(sendings, 70), sendings));
    }

    @Test
    void whatIsFollowedByASendingMayStartIt() {
        long[] arrivals = atRandom(2);
        assertTrue(startsWork(arrivals, later(arrivals, 70)));
    }

    @Test
    void whatWaitsForLongInAQueueMayStartASending() {
        long[] arrivals = atRandom(3);
        assertTrue(startsWork(arrivals, later(arrivals, 5000)));
    }

    @Test
    void nothingIsSaidOfAFewMessages() {
        long[] few = {MILLI, 900 * MILLI, 2000 * MILLI};
        assertTrue(startsWork(later(few, 70), few));
    }

    @Test
    void aKindTooRareToTellIsAsAllKindsTogether() {
        long[] pushes = Arrays.copyOf(atRandom(4), 16);
        long[] ofOneConnection = Arrays.copyOf(pushes, 3);
        assertFalse(OneWayHorizon.startsWork(ofOneConnection, pushes, atRandom(5)));
        assertTrue(OneWayHorizon.startsWork(ofOneConnection, pushes, later(pushes, 70)));
        assertTrue(OneWayHorizon.startsWork(ofOneConnection, ofOneConnection, atRandom(5)));
    }
}

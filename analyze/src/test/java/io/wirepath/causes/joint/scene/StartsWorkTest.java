package io.wirepath.causes.joint.scene;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StartsWorkTest {

    private static final long MILLI = 1_000_000;
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

    @Test
    void aReplyToAClientThatThinksStartsNothing() {
        long[] sendings = atRandom(1);
        assertFalse(StartsWork.may(later(sendings, 70), sendings));
    }

    @Test
    void whatIsFollowedByASendingMayStartIt() {
        long[] arrivals = atRandom(2);
        assertTrue(StartsWork.may(arrivals, later(arrivals, 70)));
    }

    @Test
    void whatWaitsForLongInAQueueMayStartASending() {
        long[] arrivals = atRandom(3);
        assertTrue(StartsWork.may(arrivals, later(arrivals, 5000)));
    }

    @Test
    void nothingIsSaidOfAFewMessages() {
        long[] few = {MILLI, 900 * MILLI, 2000 * MILLI};
        assertTrue(StartsWork.may(later(few, 70), few));
    }
}

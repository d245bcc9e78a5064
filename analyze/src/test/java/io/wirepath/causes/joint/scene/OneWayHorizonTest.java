package io.wirepath.causes.joint.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.LongStream;
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
        long horizon = OneWayHorizon.queuedNanos(arrivals, sendings);
        assertTrue(horizon >= 1950 * MILLI && horizon < 5000 * MILLI, "" + horizon);
    }

    @Test
    void takesANodeThatSendsLessThanItGetsForNoQueue() {
        long[] arrivals = LongStream.range(0, 100).map(i -> i * MILLI).toArray();
        long[] sendings = LongStream.range(0, 20).map(i -> i * 5 * MILLI).toArray();
        assertEquals(0, OneWayHorizon.queuedNanos(arrivals, sendings));
    }
}

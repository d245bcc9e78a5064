package io.wirepath.flows.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TimestampClockTest {

    private static final long MILLI = 1_000_000;

    private final TimestampClock clock = new TimestampClock();

    @Test
    void tellsATimeToHalfATickFromTheLeastDelayOfSegments() {
        clock.sees(0xffff_fffe, 1000 * MILLI + 700_000);
        clock.sees(0xffff_ffff, 1001 * MILLI + 100_000);
        clock.sees(3, 1005 * MILLI + 900_000);

        assertEquals(1003 * MILLI + 100_000 + MILLI / 2, clock.timeOf(1));
    }

    @Test
    void followsAClockThatDrifts() {
        for (int i = 0; i < 100_000; i += 100) {
            clock.sees(i, i * MILLI + i * 100L);
        }

        long error = clock.timeOf(100_000) - (100_000 * MILLI + 10 * MILLI);
        assertTrue(Math.abs(error) <= MILLI, error + " ns");
    }

    @Test
    void tellsNothingWhereTheClockHasNoMilliseconds() {
        assertEquals(TimestampClock.UNKNOWN, clock.timeOf(5));
        for (int i = 0; i < 1000; i++) {
            clock.sees(i, 10L * i * MILLI);
        }

        assertEquals(TimestampClock.UNKNOWN, clock.timeOf(5));
    }
}

package io.wirepath.merge.spool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AgeClockTest {

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long DAY = TimeUnit.DAYS.toNanos(1);
    private static final long START = 1_700_000_000L * SECOND;

    private final AgeClock clock = AgeClock.begin();
    private long wall = START;

    /** Lets the clock of the machine run for so long, and gives what is believed at the end. */
    private long run(long seconds) {
        long believed = clock.at(wall);
        for (long second = 0; second < seconds; second++) {
            wall += SECOND;
            believed = clock.at(wall);
        }
        return believed;
    }

    @Test
    void goesWithAClockThatRuns() {
        assertEquals(wall + 100 * SECOND, run(100));
        // as a slow machine or a correction of the clock makes it
        wall += 5 * 60 * SECOND;
        assertEquals(wall, run(0));
        wall -= 5 * 60 * SECOND;
        assertEquals(wall, run(0));
    }

    @Test
    void believesAJumpAfterAnHour() {
        run(10);
        wall += 30 * DAY;
        assertEquals(wall - 30 * DAY + 3599 * SECOND, run(3599));
        assertEquals(wall + SECOND, run(1));
    }

    @Test
    void forgetsAJumpThatIsTakenBack() {
        run(10);
        wall += 30 * DAY;
        run(60);
        wall -= 30 * DAY;
        assertEquals(wall, run(0));
    }

    @Test
    void goesBackAtOnce() {
        run(10);
        wall -= DAY;
        assertEquals(wall + 20 * SECOND, run(20));
    }

    @Test
    void everyJumpBeginsTheHourAnew() {
        run(10);
        wall += 30 * DAY;
        run(3000);
        wall += DAY;
        assertEquals(wall - 31 * DAY + 3000 * SECOND, run(3000));
    }
}

package io.wirepath.appliance.serve.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SteadyClockTest {

    private long wall = 1_700_000_000_000_000_000L;
    private long tick = -5;

    @Test
    void goesOnFromTheTimeOfDayAndNeverHeedsItAgain() {
        SteadyClock clock = new SteadyClock(() -> wall, () -> tick);
        assertEquals(1_700_000_000_000_000_000L, clock.getAsLong());
        tick += 7_000_000_000L;
        wall -= 3_600_000_000_000L;
        assertEquals(1_700_000_007_000_000_000L, clock.getAsLong());
    }
}

package io.wirepath.appliance.sniff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RehearsalPaceTest {

    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long BEGIN = -7 * MILLI;

    private long millisPerBlock = 1;
    private long framesPerSecond;
    private boolean warm;
    private long framesFromMillis;

    @Test
    void endsWhenTheCompilersRestTwiceOrItTakesTooLong() {
        assertEquals(1250, millisUntilOver(200, 10, 200, 10, 10, 200));
        assertEquals(500, millisUntilOver(0));
        assertEquals(20_000, millisUntilOver(200));
    }

    @Test
    void compilersThatHaveNothingToDoBecauseItDoesNotRunAreNotTakenToRest() {
        millisPerBlock = 100;
        assertEquals(2 * RehearsalPace.BLOCKS_OF_A_LOOK * 100, millisUntilOver(0));
    }

    @Test
    void framesAreInNeedOfNoRehearsalWhenTheyAreMany() {
        framesPerSecond = RehearsalPace.MANY_FRAMES;
        assertEquals(250, millisUntilOver(200));
        framesFromMillis = 5100;
        assertEquals(5500, millisUntilOver(200));
        framesPerSecond = RehearsalPace.MANY_FRAMES / 2;
        assertEquals(20_000, millisUntilOver(200));
    }

    @Test
    void isWarmOnlyWhereNothingIsLeftToCompile() {
        assertTrue(millisUntilOver(200, 0) < 20_000 && warm);
        assertEquals(20_000, millisUntilOver(200));
        assertFalse(warm);
        framesPerSecond = 2 * RehearsalPace.MANY_FRAMES;
        framesFromMillis = 0;
        assertEquals(250, millisUntilOver(200));
        assertFalse(warm);
    }

    @Test
    void keepsAwayFromTheProcessorsWhileFramesCome() {
        long[] frames = {0};
        RehearsalPace pace = new RehearsalPace(BEGIN, () -> 0, () -> frames[0]);
        pace.goOn(BEGIN);
        long shortest = RehearsalPace.SHORTEST_REST_NANOS;
        assertEquals(shortest, pace.restNanos(BEGIN + MILLI), "before anything is known");
        assertEquals(900 * MILLI, pace.restNanos(BEGIN + 100 * MILLI), "before anything is known");
        assertEquals(false, pace.isOver(BEGIN + 250 * MILLI));
        assertEquals(0, pace.restNanos(BEGIN + 250 * MILLI), "quiet");
        pace.goOn(BEGIN + 490 * MILLI);
        frames[0] = 1;
        assertEquals(false, pace.isOver(BEGIN + 500 * MILLI));
        assertEquals(90 * MILLI, pace.restNanos(BEGIN + 500 * MILLI), "a frame came");
    }

    /** How long a rehearsal takes when the compilers work so many milliseconds in each quarter of a second. */
    private long millisUntilOver(long... compiling) {
        long[] now = {0};
        RehearsalPace pace = new RehearsalPace(
                BEGIN,
                () -> {
                    long sum = 0;
                    for (long quarter = 0; quarter < now[0] / 250; quarter++) {
                        sum += compiling[(int) Math.min(quarter, compiling.length - 1)];
                    }
                    return sum;
                },
                () -> Math.max(0, now[0] - framesFromMillis) * framesPerSecond / 1000);
        do {
            now[0] += millisPerBlock;
        } while (!pace.isOver(BEGIN + now[0] * MILLI));
        warm = pace.isWarm();
        return now[0];
    }
}

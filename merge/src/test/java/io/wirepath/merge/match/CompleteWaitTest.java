package io.wirepath.merge.match;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.merge.clock.ClockModel;
import io.wirepath.merge.clock.PairwiseClock;
import io.wirepath.merge.result.ClockLine;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CompleteWaitTest {

    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;

    private static ClockModel.Pair pair(int first, int second, long matched, long apartNanos) {
        ClockLine line = new ClockLine(0, 1, 0, 0, 0, 0, 0);
        return new ClockModel.Pair(first, second, new PairwiseClock(List.of(line), matched, true, apartNanos));
    }

    @Test
    void isTheLongestWhereNothingOrTooLittleTells() {
        assertEquals(250 * MILLI, CompleteWait.of(List.of()));
        assertEquals(
                250 * MILLI, CompleteWait.of(List.of(pair(0, 1, 50_000, 30 * MICRO), pair(1, 2, 100, 30 * MICRO))));
    }

    @Test
    void growsWithTheFarthestTwoSniffers() {
        assertEquals(10 * MILLI, CompleteWait.of(List.of(pair(0, 1, 50_000, 30 * MICRO))));
        assertEquals(
                120 * MILLI, CompleteWait.of(List.of(pair(0, 1, 50_000, 30 * MICRO), pair(0, 2, 50_000, 30 * MILLI))));
    }

    @Test
    void isTheLongestWherePacketsAreSentAgain() {
        assertEquals(250 * MILLI, CompleteWait.of(List.of(pair(0, 1, 50_000, 204 * MILLI))));
    }
}

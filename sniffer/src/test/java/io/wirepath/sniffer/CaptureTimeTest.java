package io.wirepath.sniffer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CaptureTimeTest {

    private static final long SECOND = 1_000_000_000L;

    private static List<Long> times(long... toldSeconds) {
        CaptureTime time = new CaptureTime();
        return LongStream.of(toldSeconds)
                .map(told -> time.next(told * SECOND) / SECOND)
                .boxed()
                .toList();
    }

    @Test
    void goesForwardOnly() {
        assertEquals(List.of(100L, 101L, 101L, 101L, 101L, 101L, 102L), times(100, 101, 99, 92, 91, 91, 102));
    }

    @Test
    void aFrameOfTheWrongTimeChangesNothing() {
        assertEquals(List.of(100L, 100L, 101L, 101L, 101L, 102L), times(100, 2, 101, 3, 4, 102));
    }

    @Test
    void followsAClockThatWasSetBack() {
        assertEquals(List.of(100L, 100L, 100L, 42L, 43L, 43L), times(100, 40, 41, 42, 43, 40));
    }

    @Test
    void followsAClockThatWasSetAhead() {
        assertEquals(List.of(100L, 5000L, 5001L), times(100, 5000, 5001));
    }
}

package io.wirepath.causes.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.TimeSpan;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SlidingWindowsTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long PLENTY = 1L << 30;
    private static final WindowSettings TEN_SECONDS = new WindowSettings(10 * SECOND, 2 * SECOND, 3 * SECOND);

    private final List<String> given = new ArrayList<>();

    /** A window as text: its core in seconds and the tenths of seconds of its messages. */
    private void note(WindowMessages window) {
        List<Long> tenths = new ArrayList<>();
        window.forEach(message -> tenths.add(SlidingWindows.timeNanos(message) / (SECOND / 10)));
        tenths.sort(null);
        given.add(window.core().fromNanos() / SECOND + "-" + window.core().toNanos() / SECOND + " " + tenths);
    }

    private static MessageRecord at(long tenths) {
        ByteBuffer bytes = ByteBuffer.allocate(MessageCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(MessageCodec.SENT_AT, tenths * (SECOND / 10));
        bytes.putLong(MessageCodec.RECEIVED_AT, tenths * (SECOND / 10) + 1);
        return new MessageRecord().wrap(bytes, 0);
    }

    private static void offer(SlidingWindows windows, long... tenths) {
        LongStream.of(tenths).forEach(each -> windows.offer(at(each)));
    }

    @Test
    void givesEachWindowWithItsMarginsOnceTheWatermarkHasPassedThem() {
        SlidingWindows windows = new SlidingWindows(TEN_SECONDS, PLENTY);
        offer(windows, 5, 79, 81, 99, 100, 129, 130, 215);
        windows.advance(13 * SECOND - 1, this::note);
        assertEquals(List.of(), given);
        windows.advance(13 * SECOND, this::note);
        assertEquals(List.of("0-10 [5, 79, 81, 99, 100, 129]"), given);
        windows.advance(40 * SECOND, this::note);
        assertEquals(
                List.of("0-10 [5, 79, 81, 99, 100, 129]", "10-20 [81, 99, 100, 129, 130, 215]", "20-30 [215]"), given);
        assertEquals(30 * SECOND, windows.countedToNanos());
    }

    @Test
    void aLookCountsNothingAndSeesWhatNoWindowHasForgotten() {
        SlidingWindows windows = new SlidingWindows(TEN_SECONDS, PLENTY);
        offer(windows, 5, 79, 81, 99, 100, 129, 130);
        windows.advance(13 * SECOND, any -> {});
        note(windows.look(13 * SECOND, 20 * SECOND));
        note(windows.look(13 * SECOND, SECOND));
        assertEquals(List.of("8-13 [81, 99, 100, 129]", "8-13 [81, 99, 100, 129]"), given);
        windows.resume(60 * SECOND);
        note(windows.look(13 * SECOND, SECOND));
        assertEquals("13-13 []", given.get(2), "behind what was counted before a restart");
    }

    @Test
    void countsEveryMessageInOneCoreWhateverTheOrderOfArrival() {
        SplittableRandom random = new SplittableRandom(7);
        for (int round = 0; round < 50; round++) {
            WindowSettings settings = new WindowSettings(
                    SECOND * (1 + random.nextInt(20)), random.nextLong(9 * SECOND), random.nextLong(9 * SECOND));
            SlidingWindows windows = new SlidingWindows(settings, PLENTY);
            long[] counted = {0, Long.MIN_VALUE};
            long start = random.nextInt(1000);
            for (int i = 0; i < 2000; i++) {
                windows.offer(at(start + i / 4 + random.nextInt(20)));
                windows.advance((start + i / 4) * (SECOND / 10), window -> count(window, counted));
            }
            windows.finish(window -> count(window, counted));
            assertEquals(2000, counted[0], "round " + round + ", " + settings);
            assertEquals(0, windows.counters().get(WindowCounter.MESSAGES_LATE));
        }
    }

    private static void count(WindowMessages window, long[] counted) {
        assertTrue(window.core().fromNanos() >= counted[1], "cores follow one another");
        counted[1] = window.core().toNanos();
        window.forEach(message -> counted[0] += window.core().holds(SlidingWindows.timeNanos(message)) ? 1 : 0);
    }

    @Test
    void passesOverSilenceAndStaysOnTheGrid() {
        SlidingWindows windows = new SlidingWindows(TEN_SECONDS, PLENTY);
        offer(windows, 5, 86_400 * 10 + 57);
        windows.advance(86_500 * SECOND, this::note);
        assertEquals(List.of("0-10 [5]", "86400-86410 [864057]"), given);
    }

    @Test
    void countsWhatComesLateAndUsesItInTheMargin() {
        SlidingWindows windows = new SlidingWindows(TEN_SECONDS, PLENTY);
        offer(windows, 5, 120);
        windows.advance(13 * SECOND, this::note);
        offer(windows, 95, 20);
        windows.finish(this::note);
        assertEquals(List.of("0-10 [5, 120]", "10-20 [95, 120]"), given);
        assertEquals(2, windows.counters().get(WindowCounter.MESSAGES_LATE));
    }

    @Test
    void goesOnAfterWhatWasGivenOutBeforeAStop() {
        SlidingWindows windows = new SlidingWindows(TEN_SECONDS, PLENTY);
        windows.resume(10 * SECOND);
        windows.offerAgain(at(95));
        windows.offerAgain(at(70));
        windows.offerAgain(at(105));
        windows.advance(30 * SECOND, this::note);
        assertEquals(List.of("10-20 [95, 105]"), given);
        assertEquals(0, windows.counters().get(WindowCounter.MESSAGES_LATE));
    }

    @Test
    void changesTheLengthWithoutCountingTwiceOrLeavingAGap() {
        SlidingWindows windows = new SlidingWindows(TEN_SECONDS, PLENTY);
        offer(windows, 5, 105, 135, 165, 185, 245);
        windows.advance(13 * SECOND, this::note);
        windows.change(new WindowSettings(8 * SECOND, 0, 0));
        windows.advance(100 * SECOND, this::note);
        assertEquals(List.of("0-10 [5, 105]", "10-16 [105, 135]", "16-24 [165, 185]", "24-32 [245]"), given);
    }

    @Test
    void leavesOutAndCountsWhatGoesBeyondTheBound() {
        SlidingWindows windows = new SlidingWindows(TEN_SECONDS, 100L * MessageCodec.LENGTH);
        for (int i = 0; i < 1000; i++) {
            offer(windows, 5);
            assertTrue(windows.heldBytes() <= 4 * 100L * MessageCodec.LENGTH);
        }
        long kept = 1000 - windows.counters().get(WindowCounter.MESSAGES_OVER_BOUND);
        assertTrue(kept >= 64 && kept <= 256, kept + " kept");
        windows.advance(30 * SECOND, window -> {});
        offer(windows, 600);
        windows.advance(90 * SECOND, window -> {});
        assertTrue(windows.heldBytes() < 100L * MessageCodec.LENGTH, "given out, so forgotten");
    }

    @Test
    void aFloodLeavesRoomForWhoSaysLittle() {
        SlidingWindows windows = new SlidingWindows(TEN_SECONDS, 20_000L * MessageCodec.LENGTH);
        int honest = 0;
        for (int i = 0; i < 200_000; i++) {
            // one who floods, as many who say one thing each, and one in a hundred by ten who go on
            long source = i % 100 == 0 ? i / 100 % 10 : i % 2 == 0 ? 77 : 1000 + i;
            honest += source < 10 ? 1 : 0;
            windows.offer(from(source, 5));
        }
        int[] seen = {0};
        windows.advance(30 * SECOND, window -> {
            window.forEach(message -> seen[0] += message.sourceLow() < 10 ? 1 : 0);
            assertTrue(window.leftOut() > 100_000, window.leftOut() + " left out");
        });
        assertEquals(2000, honest);
        // the first some dozen of each share the room of those who say little
        assertTrue(seen[0] > 1800, seen[0] + " of " + honest);
    }

    /** What floods one window is still held while the next one begins, and then its room is what that lacks. */
    @Test
    void eachWindowTellsWhatItLacksItself() {
        SlidingWindows windows = new SlidingWindows(TEN_SECONDS, 1000L * MessageCodec.LENGTH);
        for (int i = 0; i < 10_000; i++) {
            windows.offer(from(77, 95));
        }
        windows.offer(from(1, 150));
        for (int i = 1; i < 200; i++) {
            windows.offer(from(77, 150));
        }
        List<Long> leftOut = new ArrayList<>();
        windows.advance(40 * SECOND, window -> {
            int[] held = {0};
            window.forEach(message -> held[0] += SlidingWindows.timeNanos(message) == 15 * SECOND ? 1 : 0);
            leftOut.add(window.leftOut() + held[0]);
        });
        assertEquals(200, leftOut.get(1), "of the second window each message is there or told");
        assertTrue(windows.counters().get(WindowCounter.MESSAGES_OVER_BOUND) > 9000);
    }

    private static MessageRecord from(long source, long tenths) {
        MessageRecord message = at(tenths);
        message.bytes().putLong(MessageCodec.SOURCE_AT + 8, source);
        return message;
    }

    @Test
    void turnsAwayATimeFarAheadOfTheWatermark() {
        SlidingWindows windows = new SlidingWindows(TEN_SECONDS, PLENTY);
        windows.advance(100 * SECOND, this::note);
        offer(windows, 3_700_1 * 10L);
        assertEquals(1, windows.counters().get(WindowCounter.MESSAGES_AHEAD));
        assertEquals(0, windows.heldBytes());
    }

    @Test
    void refusesWindowsThatMakeNoSense() {
        assertThrows(IllegalArgumentException.class, () -> new WindowSettings(SECOND / 2, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new WindowSettings(SECOND, -1, 0));
        assertThrows(IllegalArgumentException.class, () -> new TimeSpan(2, 1));
    }
}

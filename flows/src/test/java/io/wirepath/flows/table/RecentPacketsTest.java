package io.wirepath.flows.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecentPacketsTest {

    private static final long MILLISECOND = 1_000_000;
    private static final long WINDOW = 100 * MILLISECOND;
    private static final long PRINT = 0x1234_5678_9abc_def0L;

    @ParameterizedTest
    @CsvSource({
        "1700000000000000000, 1000, true",
        "1700000000000000000, 23000000, true",
        "1700000000000000000, -5000, true",
        "1700000000000000000, 99000000, true",
        "1700000000000000000, 101000000, false",
        "1700000000000000000, -101000000, false",
        "0, 1000, true",
        "1099511620000, 20000000, true",
        "-1, 1000, true"
    })
    void knowsAPacketForAsLongAsTheWindow(long firstNanos, long laterNanos, boolean seen) {
        RecentPackets recent = new RecentPackets(64);
        assertFalse(recent.seenOrRemember(PRINT, firstNanos, WINDOW));
        assertEquals(seen, recent.seenOrRemember(PRINT, firstNanos + laterNanos, WINDOW));
    }

    @Test
    void measuresCopiesByTheFirst() {
        RecentPackets recent = new RecentPackets(64);
        assertFalse(recent.seenOrRemember(PRINT, 0, WINDOW));
        assertTrue(recent.seenOrRemember(PRINT, 80 * MILLISECOND, WINDOW));
        assertFalse(recent.seenOrRemember(PRINT, 160 * MILLISECOND, WINDOW));
    }

    @Test
    void remembersTwoPacketsInOnePlaceAndForgetsTheThird() {
        RecentPackets recent = new RecentPackets(2);
        long first = 1L << 40;
        long second = 2L << 40;
        assertFalse(recent.seenOrRemember(first, 0, WINDOW));
        assertFalse(recent.seenOrRemember(second, 0, WINDOW));
        assertTrue(recent.seenOrRemember(first, 0, WINDOW));
        assertFalse(recent.seenOrRemember(3L << 40, 0, WINDOW));
        assertFalse(recent.seenOrRemember(first, 0, WINDOW));
    }

    @Test
    void takesNoPacketForAnother() {
        RecentPackets recent = new RecentPackets(1 << 12);
        Random random = new Random(7);
        for (int i = 0; i < 1_000_000; i++) {
            assertFalse(recent.seenOrRemember(random.nextLong(), i, WINDOW));
        }
    }
}

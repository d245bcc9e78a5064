package io.wirepath.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Three hosts that call each other, or hand on, once a second: by their logs. */
class LifelineClocksTest {

    private static final long MILLI = 1_000_000;

    /** Events of web at 0 and 3, app at 4 and 8, db at 9 and 18, app at 19 and 21, web at 22 ms. */
    private static Map<String, Long> calls(long appMillis, long dbMillis) {
        LifelineClocks clocks = new LifelineClocks();
        for (int i = 0; i < 20; i++) {
            for (int web : new int[] {0, 3, 22}) {
                clocks.add("r" + i, "web", (1000L * i + web) * MILLI);
            }
            for (int app : new int[] {4, 8, 19, 21}) {
                clocks.add("r" + i, "app", (1000L * i + app + appMillis) * MILLI);
            }
            for (int db : new int[] {9, 18}) {
                clocks.add("r" + i, "db", (1000L * i + db + dbMillis) * MILLI);
            }
        }
        return clocks.ahead();
    }

    @Test
    void hostsThatAreFarApartLieInThePausesOfThoseThatWaited() {
        assertEquals(Map.of("app", 3_600_000 * MILLI, "db", -120_000 * MILLI), calls(3_600_000, -120_000));
    }

    /** A host that few ask is busy for 60 ms, who asks it for 64 then and for 5 else. */
    @Test
    void whoIsAskedNowAndThenLiesWithinWhoAsksItAndNotInWhoAsksThat() {
        LifelineClocks clocks = new LifelineClocks();
        for (int i = 0; i < 40; i++) {
            boolean deep = i % 4 == 0;
            for (int gate : new int[] {0, 1, deep ? 90 : 20}) {
                clocks.add("r" + i, "gate", (1000L * i + gate) * MILLI);
            }
            for (int disk : deep ? new int[] {12, 14, 76, 78} : new int[] {12, 17}) {
                clocks.add("r" + i, "disk", (1000L * i + disk + 3700) * MILLI);
            }
            for (int tape : deep ? new int[] {15, 75} : new int[0]) {
                clocks.add("r" + i, "tape", (1000L * i + tape - 140_000) * MILLI);
            }
        }
        Map<String, Long> ahead = clocks.ahead();
        long disk = ahead.getOrDefault("disk", 0L);
        assertEquals(-143_700 * MILLI, ahead.getOrDefault("tape", 0L) - disk);
        assertEquals(3700.0, (double) disk / MILLI, 5);
    }

    @Test
    void clocksThatMayBeRightAreLeft() {
        assertEquals(Map.of(), calls(0, 0));
        assertEquals(Map.of(), calls(900, -900));
    }

    /** What comes some minutes later lay in a queue: a clock would be as far ahead each time. */
    @Test
    void whatLayInAQueueIsTakenAsItIs() {
        LifelineClocks clocks = new LifelineClocks();
        for (int i = 0; i < 20; i++) {
            clocks.add("r" + i, "first", 1000L * i * MILLI);
            clocks.add("r" + i, "first", (1000L * i + 1) * MILLI);
            clocks.add("r" + i, "then", (1000L * i + 60_000L * (1 + i % 7)) * MILLI);
            clocks.add("r" + i, "then", (1000L * i + 60_000L * (1 + i % 7) + 5) * MILLI);
        }
        assertEquals(Map.of(), clocks.ahead());
    }

    /** One job of the night tells of no clock: whenever it had come, some clock would be as far ahead. */
    @Test
    void oneIdentityTellsOfNoClock() {
        LifelineClocks clocks = new LifelineClocks();
        clocks.add("r", "first", 0);
        clocks.add("r", "first", 1000 * MILLI);
        clocks.add("r", "then", 36_000_000 * MILLI);
        clocks.add("r", "then", 36_000_005 * MILLI);
        assertEquals(Map.of(), clocks.ahead());
    }

    /** Each object is on two hosts, which no others know. */
    @Test
    void hostsThatShareNothingCostNothing() {
        LifelineClocks clocks = new LifelineClocks();
        for (int host = 0; host < 100_000; host++) {
            clocks.add("r" + host / 2, "h" + host, 60_000L * host * MILLI);
        }
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> assertEquals(Map.of(), clocks.ahead()));
    }
}

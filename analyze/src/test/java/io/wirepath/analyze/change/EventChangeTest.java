package io.wirepath.analyze.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EventChangeTest {

    private static final long SECOND = 1_000_000_000L;
    private static final double CHANCE = 1e-5;

    private static Observations series(long seed, double before, double after, double onset) {
        Random random = new Random(seed);
        Observations series = new Observations();
        for (double t = 0; t < 40; t -= 0.01 * Math.log(1 - random.nextDouble())) {
            series.add(Math.round(t * SECOND), 0, random.nextDouble() < (t < onset ? before : after) ? 1 : 0, 0);
        }
        return series;
    }

    @Test
    void findsWhatHappensNeverAndThenAlways() {
        Observations own = new Observations();
        for (int i = 0; i < 500; i++) {
            own.add(i * 40_000_000L, 0, i < 300 ? 0 : 1, 0);
        }
        List<Change> found = EventChange.of(own, 1e-5);
        assertEquals(1, found.size());
        assertEquals(300 * 40_000_000L, found.get(0).onsetNanos());
    }

    @Test
    void tellsWhenRareEventsBegan() {
        Observations series = series(2, 0, 0.02, 25);
        Change change = EventChange.of(series, CHANCE).get(0);
        assertEquals(25, change.onsetNanos() / (double) SECOND, 2);
        assertTrue(change.onsetFromNanos() <= 25 * SECOND && change.onsetToNanos() >= 25 * SECOND, change.toString());
        assertEquals(0.02, EventChange.share(series, change), 0.01);
        assertEquals(0, EventChange.shareElsewhere(series, change), 1e-9);
    }

    @Test
    void tellsWhenFrequentEventsBecameMoreFrequent() {
        Change change = EventChange.of(series(2, 0.05, 0.3, 25), CHANCE).get(0);
        assertEquals(25, change.onsetNanos() / (double) SECOND, 1);
    }

    /** One failure at the onset, the next one more than a second later: the first belongs to what began then. */
    @Test
    void theFirstOfThemCountsThoughTheNextOneIsLate() {
        Observations series = new Observations();
        for (int i = 0; i < 800; i++) {
            boolean happens = i == 500 || i > 520 && i % 7 == 0;
            series.add(i * SECOND / 20, 0, happens ? 1 : 0, 0);
        }
        Change change = EventChange.of(series, CHANCE).get(0);
        assertEquals(25, change.onsetNanos() / (double) SECOND, 0.1);
    }

    @Test
    void tellsRareEventsThatComeAgain() {
        Observations series = new Observations();
        for (int i = 0; i < 8000; i++) {
            double t = i / 100.0;
            boolean happens = i % 40 == 7 && (t > 20 && t < 32 || t > 60);
            series.add(Math.round(t * SECOND), 0, happens ? 1 : 0, 0);
        }
        List<Change> changes = EventChange.of(series, CHANCE);
        assertEquals(1, changes.size(), changes.toString());
        Change change = changes.get(0);
        assertEquals(20, change.onsetNanos() / (double) SECOND, 2);
        assertEquals(32, change.pauses().get(0).fromNanos() / (double) SECOND, 2);
        assertEquals(60, change.pauses().get(0).toNanos() / (double) SECOND, 2);
        assertTrue(change.lasts());
        assertEquals(1 / 40.0, EventChange.share(series, change), 0.002);
        assertEquals(0, EventChange.shareElsewhere(series, change), 0.002);
    }

    @Test
    void whatAlwaysHappensNowAndThenIsNoChange() {
        for (int seed = 0; seed < 200; seed++) {
            assertEquals(List.of(), EventChange.of(series(seed, 0.02, 0.02, 20), CHANCE), "seed " + seed);
        }
    }

    @Test
    void whatEndedIsNoIncrease() {
        assertEquals(List.of(), EventChange.of(series(3, 0.3, 0, 20), CHANCE));
    }

    @Test
    void oneCauseOfManyEventsCountsOnce() {
        Observations series = new Observations();
        for (int i = 0; i < 4000; i++) {
            series.add(i * SECOND / 100, 0, i >= 2500 && i < 2540 ? 1 : 0, 0);
        }
        assertEquals(List.of(), EventChange.of(series, CHANCE));
    }
}

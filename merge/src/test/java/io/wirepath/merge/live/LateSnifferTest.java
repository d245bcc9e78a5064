package io.wirepath.merge.live;

import static io.wirepath.merge.live.LiveMergeTest.assertEachOnce;
import static io.wirepath.merge.live.LiveMergeTest.assertEachSightingUsedOnce;
import static io.wirepath.merge.live.LiveMergeTest.counter;
import static io.wirepath.merge.reconcile.SightedNetwork.MILLI;
import static io.wirepath.merge.reconcile.SightedNetwork.SECOND;
import static io.wirepath.merge.reconcile.SightedNetwork.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.merge.MergeCounter;
import io.wirepath.merge.match.PastMessages;
import io.wirepath.merge.past.PastMessageFiles;
import io.wirepath.merge.reconcile.SightedNetwork;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sniffers that come later than the merge has memory for: what was given out stands on disk. */
final class LateSnifferTest {

    private static final long HOUR = 3600 * SECOND;
    private static final long MUCH = 1L << 30;

    /** Traffic of twenty minutes, 40 messages a second; a resume goes back ten minutes at most. */
    private static final long LASTS = 1200 * SECOND;

    /** Remembers some thousand messages in memory, which are a minute or two. */
    private static final LiveMergeSettings SETTINGS =
            LiveMergeSettings.defaults().withSolveNanos(30 * SECOND).withMost(1 << 13, 1 << 12);

    @TempDir
    private Path directory;

    private PastMessageFiles past;

    private SightedFeed feed(SightedSite site, long seed, long maxBytes, long maxAgeNanos) {
        return new SightedFeed(seed, LiveMergeTest.spools(site.network, seed))
                .remembering(() -> open(maxBytes, maxAgeNanos), this::sync);
    }

    /** The one before is left as a kill leaves it: what it had not written is gone. */
    private PastMessages open(long maxBytes, long maxAgeNanos) {
        try {
            past = new PastMessageFiles(directory, maxBytes, maxAgeNanos);
            return past;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void sync() {
        try {
            past.sync();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SightedSite site(long seed) {
        SightedSite site = new SightedSite(seed);
        site.callNanos = 100 * MILLI;
        return site.run(START, START + LASTS);
    }

    private static long sumOfFates(SightedFeed feed) {
        return counter(feed.merge, MergeCounter.MESSAGES)
                + counter(feed.merge, MergeCounter.SIGHTINGS_JOINED)
                + counter(feed.merge, MergeCounter.LATE_COPIES);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aSnifferThatWasCutOffForTwentyMinutesBringsNothingTwice(int cutOff) {
        SightedSite site = site(41);
        SightedFeed feed = feed(site, 41, MUCH, HOUR);
        feed.deafFrom[cutOff] = START + 20 * SECOND;
        feed.start(SETTINGS).until(START + LASTS + 10 * SECOND);
        feed.deafFrom[cutOff] = Long.MAX_VALUE;
        feed.until(START + LASTS + 60 * SECOND);
        assertEachOnce(site.seen, feed);
        assertEachSightingUsedOnce(feed);
        assertTrue(counter(feed.merge, MergeCounter.LATE_COPIES) > 10_000);
        assertEquals(0, counter(feed.merge, MergeCounter.LATE_UNREMEMBERED));
        assertEquals(counter(feed.merge, MergeCounter.SIGHTINGS), sumOfFates(feed));
    }

    /** Nothing can tell its clock while the others are twenty minutes ahead, but it comes faster than time goes by. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aSnifferThatWasNeverHeardOfBringsNothingTwice(int unheard) {
        SightedNetwork network = new SightedNetwork();
        network.sniffer(150 * MILLI, 35);
        network.sniffer(-90 * MILLI, -20);
        network.sniffer(0, 0);
        SightedSite site = new SightedSite(44, network, 0);
        site.callNanos = 100 * MILLI;
        site.run(START, START + LASTS);
        SightedFeed feed = feed(site, 44, MUCH, HOUR);
        feed.joins(unheard, START + LASTS);
        feed.start(SETTINGS).until(START + LASTS + 120 * SECOND);
        assertEachOnce(site.seen, feed);
        assertEachSightingUsedOnce(feed);
        assertEquals(0, counter(feed.merge, MergeCounter.RELEASED_EARLY));
        assertEquals(counter(feed.merge, MergeCounter.SIGHTINGS), sumOfFates(feed));
    }

    @Test
    void twoSniffersThatComeOneAfterTheOtherKnowEachOthersMessages() {
        SightedSite site = site(42);
        SightedFeed feed = feed(site, 42, MUCH, HOUR);
        feed.deafFrom[0] = START + 20 * SECOND;
        feed.deafFrom[1] = START + 20 * SECOND;
        feed.start(SETTINGS).until(START + LASTS);
        feed.deafFrom[0] = Long.MAX_VALUE;
        feed.until(START + LASTS + 60 * SECOND);
        feed.deafFrom[1] = Long.MAX_VALUE;
        feed.until(START + LASTS + 120 * SECOND);
        assertEachOnce(site.seen, feed);
        assertEachSightingUsedOnce(feed);
        assertEquals(0, counter(feed.merge, MergeCounter.LATE_UNREMEMBERED));
    }

    @ParameterizedTest
    @ValueSource(longs = {54, 55, 57})
    void killsBeforeAndWhileItCatchesUpChangeNothing(long seed) {
        Random random = new Random(seed);
        SightedSite site = site(seed);
        SightedFeed feed = feed(site, seed, MUCH, HOUR);
        int cutOff = random.nextInt(3);
        feed.deafFrom[cutOff] = START + 200 * SECOND;
        feed.start(SETTINGS).until(START + SECOND);
        for (long at = START + 100 * SECOND; at < START + LASTS; at += random.nextInt(900) * SECOND) {
            kill(feed, at, random);
        }
        kill(feed, START + LASTS, random);
        // it comes piece by piece, with kills between
        for (long known = START + 200 * SECOND; known < START + LASTS; known += random.nextInt(400) * SECOND) {
            feed.deafFrom[cutOff] = known;
            kill(feed, feed.nowNanos + random.nextInt(20) * SECOND, random);
        }
        feed.deafFrom[cutOff] = Long.MAX_VALUE;
        feed.until(feed.nowNanos + 120 * SECOND);
        assertEachOnce(site.seen, feed);
        assertEachSightingUsedOnce(feed);
    }

    /** A checkpoint is kept every five seconds; of what came after the last one, a power cut takes some. */
    private static void kill(SightedFeed feed, long at, Random random) {
        for (long to = feed.nowNanos + SECOND; to < at; to += 5 * SECOND) {
            feed.until(to).keepCheckpoint();
        }
        feed.until(Math.max(feed.nowNanos, at));
        assertEquals(0, counter(feed.merge, MergeCounter.RELEASED_EARLY));
        feed.cut(Math.max(lastCheckpoint(feed), feed.kept.size() - random.nextInt(200)));
        feed.start(SETTINGS);
    }

    /** A checkpoint is forced to the disk: a kill takes nothing before it. */
    private static int lastCheckpoint(SightedFeed feed) {
        for (int i = feed.kept.size() - 1; i >= 0; i--) {
            if (feed.kept.get(i).checkpoint() != null) {
                return i + 1;
            }
        }
        return 0;
    }

    @Test
    void whatIsFromBeforeTheHorizonIsCounted() throws IOException {
        SightedSite site = site(43);
        SightedFeed feed = feed(site, 43, MUCH, 400 * SECOND);
        feed.deafFrom[1] = START + 20 * SECOND;
        feed.start(SETTINGS).until(START + LASTS + 10 * SECOND);
        long bytes = past.bytes();
        feed.deafFrom[1] = Long.MAX_VALUE;
        feed.until(START + LASTS + 60 * SECOND);
        long unremembered = counter(feed.merge, MergeCounter.LATE_UNREMEMBERED);
        long copies = counter(feed.merge, MergeCounter.LATE_COPIES);
        long late = counter(feed.merge, MergeCounter.LATE);
        // 400 of 1180 seconds are remembered
        assertEquals((double) late * 780 / 1180, (double) unremembered, 0.05 * (double) late);
        assertTrue(copies > late / 5, copies + " copies of " + late);
        assertEachSightingUsedOnce(feed);
        long twice = feed.byDigest().values().stream()
                .filter(kept -> kept.size() > 1)
                .count();
        assertTrue(twice > 0 && twice <= unremembered, twice + " twice, " + unremembered + " counted");
        long files = 0;
        try (var inside = Files.list(directory)) {
            files = inside.count();
        }
        assertTrue(files <= 400 / 8 + 2, files + " files");
        assertTrue(bytes > 400 * 40 * 24 / 2 && bytes < 420 * 60 * 24, bytes + " bytes");
    }
}

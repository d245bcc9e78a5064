package io.wirepath.merge.live;

import static io.wirepath.merge.reconcile.SightedNetwork.MILLI;
import static io.wirepath.merge.reconcile.SightedNetwork.SECOND;
import static io.wirepath.merge.reconcile.SightedNetwork.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.merge.MergeCounter;
import io.wirepath.merge.live.MergeStatus.State;
import io.wirepath.merge.live.SightedFeed.Kept;
import io.wirepath.merge.reconcile.SightedNetwork;
import io.wirepath.merge.reconcile.SightedNetwork.Merged;
import io.wirepath.merge.reconcile.SightedNetwork.Message;
import io.wirepath.merge.reconcile.SightedNetwork.Passing;
import io.wirepath.nat.NatRules;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LiveMergeTest {

    private static final LiveMergeSettings SETTINGS = LiveMergeSettings.defaults();

    static SightedSpool[] spools(SightedNetwork network, long seed) {
        SightedSpool[] spools = new SightedSpool[network.sniffers()];
        for (int i = 0; i < spools.length; i++) {
            spools[i] = new SightedSpool("s" + i, new UUID(7, i)).run(network, i, seed + i, true);
        }
        return spools;
    }

    static long counter(LiveMerge merge, MergeCounter counter) {
        return merge.status().counters().stream()
                .filter(value -> value.counter() == counter)
                .findFirst()
                .orElseThrow()
                .value();
    }

    /** What a message is, apart from times. */
    private static String content(Message m) {
        return m.source() + " " + m.destination() + " " + m.virtual() + " " + m.role() + " " + m.length() + " "
                + m.missing() + " " + m.sightings();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void liveArrivalGivesTheMessagesOfFiles(long seed) {
        SightedSite site = new SightedSite(seed).run(START, START + 40 * SECOND);
        Merged files = site.network.merge();
        SightedFeed feed = new SightedFeed(seed, spools(site.network, seed));
        feed.lagNanos[0] = 300 * MILLI;
        feed.lagNanos[1] = 2 * SECOND;
        feed.start(SETTINGS).until(START + 60 * SECOND);
        assertEquals(State.ENDED, feed.merge.status().sniffers().get(0).state());
        feed.until(START + 70 * SECOND);
        Set<String> wanted = new HashSet<>();
        files.messages.forEach(m -> wanted.add(content(m)));
        Set<String> found = new HashSet<>();
        feed.byDigest().values().forEach(kept -> kept.forEach(each -> found.add(content(each.message()))));
        assertEquals(site.seen.size(), files.messages.size());
        assertEquals(site.seen, feed.byDigest().keySet());
        assertEachOnce(site.seen, feed);
        Set<String> both = new HashSet<>(wanted);
        both.retainAll(found);
        wanted.removeAll(both);
        found.removeAll(both);
        assertEquals(wanted, found);
        assertEquals(0, counter(feed.merge, MergeCounter.LATE));
        assertEquals(0, counter(feed.merge, MergeCounter.RELEASED_EARLY));
    }

    /** Every message that was seen came out once, and no sighting was used for two. */
    static void assertEachOnce(Set<Long> seen, SightedFeed feed) {
        Map<Long, List<Kept>> found = feed.byDigest();
        assertEquals(seen.size(), found.size());
        assertEquals(seen, found.keySet());
        Set<List<Long>> used = new HashSet<>();
        found.forEach((digest, messages) -> {
            assertEquals(1, messages.size(), "times that message " + digest + " came");
            for (long[] sighting : messages.get(0).consumed()) {
                assertTrue(used.add(List.of(sighting[0], sighting[1])), "sighting used twice");
            }
        });
    }

    /**
     * Every sighting that stands in a spool was used, as part of a message or as a copy that came too late, and once.
     */
    static void assertEachSightingUsedOnce(SightedFeed feed) {
        Set<List<Long>> used = new HashSet<>();
        for (Kept kept : feed.kept) {
            kept.consumed().forEach(one -> assertTrue(used.add(List.of(one[0], one[1])), "a sighting twice"));
        }
        long[] there = feed.spools.stream().mapToLong(SightedSpool::sightings).toArray();
        for (int i = 0; i < there.length; i++) {
            long source = feed.merge.source(feed.spools.get(i).name, feed.spools.get(i).incarnation);
            assertEquals(
                    there[i], used.stream().filter(one -> one.get(0) == source).count(), "sightings of sniffer " + i);
        }
    }

    /**
     * Some 500 sightings a second, of which memory is for three seconds: each is held for less, and nobody falls
     * behind.
     */
    @ParameterizedTest
    @ValueSource(longs = {4, 5})
    void whereMemoryIsTooSmallForTheHoldTheMergeKeepsUp(long seed) {
        SightedSite site = new SightedSite(seed).run(START, START + 60 * SECOND);
        SightedFeed feed = new SightedFeed(seed, spools(site.network, seed));
        feed.start(SETTINGS.withMost(1 << 11, 1 << 16)).until(START + 50 * SECOND);
        long behind = START + 50 * SECOND - feed.merge.status().watermarkNanos();
        // the corrected time is that of one of the sniffers
        assertTrue(behind < 6 * SECOND, behind + " ns behind");
        feed.until(START + 90 * SECOND);
        assertEachOnce(site.seen, feed);
        assertEachSightingUsedOnce(feed);
        assertTrue(counter(feed.merge, MergeCounter.HELD_SHORTER) > 1000);
        assertEquals(0, counter(feed.merge, MergeCounter.RELEASED_EARLY));
    }

    private static MergeStatus.SnifferStatus sniffer(SightedFeed feed, int number) {
        return feed.merge.status().sniffers().get(number);
    }

    @Test
    void aSilentSnifferHoldsNobodyAndWhatItBringsLateIsCounted() {
        SightedSite site = new SightedSite(4).run(START, START + 60 * SECOND);
        SightedFeed feed = new SightedFeed(4, spools(site.network, 4));
        feed.deafFrom[1] = START + 20 * SECOND;
        feed.start(SETTINGS).until(START + 55 * SECOND);
        assertEquals(State.SILENT, sniffer(feed, 1).state());
        assertEquals(State.ON_TIME, sniffer(feed, 0).state());
        assertTrue(feed.kept.size() > site.seen.size() / 2, "the others wait");
        assertEquals(0, counter(feed.merge, MergeCounter.LATE));
        feed.deafFrom[1] = Long.MAX_VALUE;
        feed.until(START + 100 * SECOND);
        assertEachOnce(site.seen, feed);
        assertEachSightingUsedOnce(feed);
        assertTrue(sniffer(feed, 1).late() > 1000);
        assertTrue(counter(feed.merge, MergeCounter.LATE_COPIES) > 1000);
        assertEquals(
                counter(feed.merge, MergeCounter.SIGHTINGS),
                counter(feed.merge, MergeCounter.MESSAGES)
                        + counter(feed.merge, MergeCounter.SIGHTINGS_JOINED)
                        + counter(feed.merge, MergeCounter.LATE_COPIES));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whenNobodyIsHeardOfForAWhileNothingIsLate(long seed) {
        SightedSite site = new SightedSite(seed).run(START, START + 60 * SECOND);
        SightedFeed feed = new SightedFeed(seed, spools(site.network, seed));
        feed.lagNanos[1] = 10 * SECOND;
        Arrays.fill(feed.deafFrom, START + 20 * SECOND);
        feed.start(SETTINGS).until(START + 45 * SECOND);
        assertEquals(State.SILENT, sniffer(feed, 0).state());
        assertTrue(feed.merge.status().watermarkNanos() < START + 21 * SECOND, "time goes on without anybody");
        // the way is free again, to one after the other
        for (int sniffer = 0; sniffer < feed.deafFrom.length; sniffer++) {
            feed.deafFrom[sniffer] = Long.MAX_VALUE;
            feed.until(feed.nowNanos + SECOND);
        }
        feed.until(START + 100 * SECOND);
        assertEachOnce(site.seen, feed);
        assertEquals(0, counter(feed.merge, MergeCounter.LATE));
    }

    @Test
    void aSnifferThatIsAlwaysLateIsNamedAndItsCopiesAreDropped() {
        SightedSite site = new SightedSite(5).run(START, START + 90 * SECOND);
        SightedFeed feed = new SightedFeed(5, spools(site.network, 5));
        feed.lagNanos[2] = 45 * SECOND;
        feed.start(SETTINGS).until(START + 85 * SECOND);
        assertEquals(State.LATE, sniffer(feed, 2).state());
        assertTrue(sniffer(feed, 2).behindNanos() > 40 * SECOND);
        feed.until(START + 180 * SECOND);
        assertEachOnce(site.seen, feed);
        assertTrue(sniffer(feed, 2).late() > 1000);
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15, 16})
    void aKillAtAnyMomentLosesAndRepeatsNothing(long seed) {
        Random random = new Random(seed);
        SightedSite site = new SightedSite(seed).run(START, START + 30 * SECOND);
        SightedFeed feed = new SightedFeed(seed, spools(site.network, seed));
        feed.lagNanos[random.nextInt(3)] = random.nextInt(3) * SECOND;
        feed.start(SETTINGS);
        for (long at = START + SECOND; at < START + 30 * SECOND; at += random.nextInt(3000) * MILLI) {
            feed.until(at);
            feed.keepCheckpoint();
            if (random.nextInt(4) == 0) {
                feed.cut(Math.max(0, feed.kept.size() - random.nextInt(200)));
                feed.start(SETTINGS);
            }
        }
        feed.until(START + 60 * SECOND);
        assertEachOnce(site.seen, feed);
    }

    @ParameterizedTest
    @ValueSource(longs = {31, 32, 33})
    void aKillWhileALateSnifferCatchesUpLosesAndRepeatsNothing(long seed) {
        Random random = new Random(seed);
        SightedSite site = new SightedSite(seed);
        site.callNanos = 50 * MILLI;
        site.run(START, START + 200 * SECOND);
        SightedFeed feed = new SightedFeed(seed, spools(site.network, seed));
        feed.deafFrom[1] = START + 20 * SECOND;
        feed.start(SETTINGS).until(START + 150 * SECOND);
        feed.deafFrom[1] = Long.MAX_VALUE;
        // what the others brought meanwhile is farther back than a resume reads again
        for (long at = START + 150 * SECOND; at < START + 200 * SECOND; at += random.nextInt(9000) * MILLI) {
            feed.until(at);
            if (random.nextBoolean()) {
                feed.keepCheckpoint();
            }
            feed.start(SETTINGS);
        }
        feed.until(START + 240 * SECOND);
        assertEachOnce(site.seen, feed);
        assertEachSightingUsedOnce(feed);
    }

    @Test
    void aSnifferThatJoinsIsWaitedForUntilItsClockIsKnown() {
        SightedSite site = new SightedSite(34).run(START, START + 60 * SECOND);
        SightedSpool[] spools = spools(site.network, 34);
        SightedFeed feed = new SightedFeed(34, spools[0], spools[2], spools[1]);
        // its spool is found 12 s after it was begun, and read at once
        feed.joins(2, START + 12 * SECOND);
        feed.start(SETTINGS).until(START + 90 * SECOND);
        assertEachOnce(site.seen, feed);
        assertEachSightingUsedOnce(feed);
        // but for what was passed before it was found: 12 s less the hold
        long late = sniffer(feed, 2).late();
        long most = spools[1].sightings() * 7 / 60;
        assertTrue(late < most, late + " late, not at most " + most);
    }

    @Test
    void aResumeKeepsTheNumbersOfConnections() {
        SightedSite site = new SightedSite(17).run(START, START + 40 * SECOND);
        SightedSpool[] spools = spools(site.network, 17);
        SightedFeed whole = new SightedFeed(17, spools).start(SETTINGS).until(START + 70 * SECOND);
        SightedFeed killed = new SightedFeed(17, spools).start(SETTINGS).until(START + 20 * SECOND);
        killed.keepCheckpoint();
        killed.start(SETTINGS).until(START + 70 * SECOND);
        Map<Long, Long> wanted = new HashMap<>();
        whole.byDigest()
                .forEach((digest, kept) ->
                        wanted.put(digest, kept.get(0).message().connection()));
        Map<Long, Long> found = new HashMap<>();
        killed.byDigest()
                .forEach((digest, kept) ->
                        found.put(digest, kept.get(0).message().connection()));
        assertEquals(wanted, found);
    }

    @Test
    void aRestartedSnifferNumbersItsConnectionsAnew() {
        SightedSite site = new SightedSite(18).run(START, START + 20 * SECOND);
        SightedSpool[] spools = spools(site.network, 18);
        for (SightedSpool spool : spools) {
            spool.end();
        }
        SightedSite again = new SightedSite(19, site.network, 1_000_000).run(START + 22 * SECOND, START + 40 * SECOND);
        for (int i = 0; i < spools.length; i++) {
            spools[i].run(site.network, i, 19, true);
        }
        SightedFeed feed = new SightedFeed(18, spools).start(SETTINGS).until(START + 70 * SECOND);
        Set<Long> all = new HashSet<>(site.seen);
        all.addAll(again.seen);
        assertEachOnce(all, feed);
        assertEquals(2, sniffer(feed, 0).runs());
        Set<Long> before = connections(site.seen, feed);
        Set<Long> after = connections(again.seen, feed);
        assertTrue(before.size() > 50 && after.size() > 50);
        before.retainAll(after);
        assertEquals(Set.of(), before);
    }

    private static Set<Long> connections(Set<Long> digests, SightedFeed feed) {
        Set<Long> connections = new HashSet<>();
        feed.byDigest().forEach((digest, kept) -> {
            if (digests.contains(digest)) {
                connections.add(kept.get(0).message().connection());
            }
        });
        return connections;
    }

    @ParameterizedTest
    @ValueSource(longs = {3600, -3600, 4, -4, 3, 10, 25})
    void aClockThatIsSetIsLearntAnew(long aheadSeconds) {
        SightedSite site = new SightedSite(20).run(START, START + 40 * SECOND);
        SightedSpool[] spools = new SightedSpool[3];
        for (int i = 0; i < 3; i++) {
            spools[i] = new SightedSpool("s" + i, new UUID(7, i)).run(site.network, i, i, false);
        }
        site.network.step(0, aheadSeconds * SECOND);
        // the last pause of the first part is over
        site.run(START + 47 * SECOND, START + 100 * SECOND);
        for (int i = 0; i < 3; i++) {
            spools[i].run(site.network, i, i, true);
        }
        SightedFeed feed = new SightedFeed(20, spools);
        feed.start(SETTINGS.with(new LiveMergeSettings.Site("s2", Map.of(), NatRules.NONE)))
                .until(START + 99 * SECOND);
        MergeStatus.SnifferStatus stepped = sniffer(feed, 0);
        assertEquals(aheadSeconds < -1 || aheadSeconds > 30 ? 1 : 0, stepped.clockSteps());
        double truth =
                1_732e6 + aheadSeconds * 1e9 + 35e-6 * (double) (stepped.clock().atNanos() - START);
        assertEquals(truth, stepped.clock().offsetNanos(), 200_000);
        feed.until(START + 130 * SECOND);
        long wrong = feed.byDigest().values().stream()
                .filter(kept -> kept.size() > 1)
                .count();
        // the first of a translated connection that began after the step is known by nothing but its content
        assertTrue(wrong <= 1, wrong + " of " + site.seen.size() + " messages came more than once");
        assertEquals(site.seen, feed.byDigest().keySet());
    }

    @Test
    void theWarmUpEndsWhenAllHaveEndedAndNothingTellsTheClocks() {
        SightedNetwork network = new SightedNetwork();
        network.sniffer(0, 0);
        network.sniffer(0, 0);
        for (int i = 0; i < 400; i++) {
            int sniffer = i % 2;
            Passing message = new Passing()
                    .connection(1 + sniffer)
                    .between("10." + sniffer + ".0.1:40000", "10." + sniffer + ".0.2:80")
                    .content(100 * i, 100, 1 + i);
            network.pass(sniffer, message, START + 10L * i * MILLI);
        }
        SightedSpool[] spools = spools(network, 1);
        for (SightedSpool spool : spools) {
            spool.end();
        }
        // the last is there 10 s after the start at the latest, then the hold
        SightedFeed feed = new SightedFeed(1, spools).start(SETTINGS).until(START + 20 * SECOND);
        assertEquals(400, feed.byDigest().size());
        assertEquals(State.ENDED, sniffer(feed, 0).state());
    }

    @Test
    void memoryStaysTheSameForHours() {
        SightedSite site = new SightedSite(21);
        site.callNanos = 500 * MILLI;
        LiveMergeSettings rarely = SETTINGS.withSolveNanos(30 * SECOND);
        SightedSpool[] spools = new SightedSpool[3];
        for (int i = 0; i < 3; i++) {
            spools[i] = new SightedSpool("s" + i, new UUID(7, i));
        }
        SightedFeed feed = null;
        int mostBefore = 0;
        int checkpoint = 0;
        for (int minute = 0; minute < 120; minute++) {
            long from = START + 60L * minute * SECOND;
            // a spool has no gap where this one is made in pieces: the last pause is over before the next piece
            site.run(from, from + 50 * SECOND);
            for (int i = 0; i < 3; i++) {
                spools[i].run(site.network, i, minute, false);
            }
            feed = feed == null ? new SightedFeed(21, spools).start(rarely) : feed;
            feed.until(from + 58 * SECOND).forget();
            if (minute == 10) {
                mostBefore = feed.most;
                feed.most = 0;
                checkpoint = feed.merge.checkpoint().encode().length;
            }
        }
        assertTrue(feed.most <= mostBefore * 3 / 2, feed.most + " sightings held, " + mostBefore + " before");
        assertTrue(feed.merge.checkpoint().encode().length < checkpoint * 3 / 2);
        assertTrue(feed.merge.status().connections() < 200);
        assertEquals(0, counter(feed.merge, MergeCounter.LATE));
        assertEquals(0, counter(feed.merge, MergeCounter.CLOSED_EARLY));
    }
}

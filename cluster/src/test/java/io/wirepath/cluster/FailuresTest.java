package io.wirepath.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.cluster.flink.JobSettings;
import io.wirepath.cluster.flink.ResultTopics;
import io.wirepath.cluster.kafka.KafkaAddress;
import io.wirepath.cluster.kafka.LatestRecords;
import io.wirepath.cluster.kafka.Topics;
import io.wirepath.cluster.local.LocalFlink;
import io.wirepath.cluster.local.LocalKafka;
import io.wirepath.cluster.slice.AnalysisChoice;
import io.wirepath.cluster.slice.SliceSettings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.highavailability.nonha.embedded.HaLeadershipControl;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever breaks, each result is there once, with the bytes that one process gives. */
@Tag("slow")
class FailuresTest {

    private static final long SECOND = 1_000_000_000L;
    private static final SliceSettings SLICES = new SliceSettings(5 * SECOND, 2 * SECOND, 2 * SECOND);
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(4);

    @TempDir
    private static Path directory;

    private static Path spools;
    private static LocalKafka kafka;
    private static Map<String, byte[]> wanted;

    @BeforeAll
    static void start() throws Exception {
        spools = directory.resolve("spools");
        Spools.make(spools);
        kafka = new LocalKafka(directory.resolve("kafka"));
        wanted = InOneProcess.results(spools, Spools.SNIFFERS, SLICES, AnalysisChoice.defaults());
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    @RepeatedTest(20)
    void aTaskManagerIsKilledAndTheJobManagerLosesTheJob(RepetitionInfo repetition) throws Exception {
        KafkaAddress at = address("killed-" + repetition.getCurrentRepetition());
        try (LocalFlink flink = new LocalFlink(directory.resolve("killed" + repetition.getCurrentRepetition()), 2, 2)) {
            JobID job = flink.submit(unbounded(at, AnalysisChoice.defaults(), 600 * SECOND));
            MiniCluster cluster = flink.cluster();
            sendPart(at, 0);
            awaitCheckpoint(cluster, job);
            cluster.terminateTaskManager(0).get();
            cluster.startTaskManager();
            sendPart(at, 1);
            awaitCheckpoint(cluster, job);
            HaLeadershipControl leadership = cluster.getHaLeadershipControl().orElseThrow();
            leadership.revokeJobMasterLeadership(job).get();
            sendPart(at, 2);
            leadership.grantJobMasterLeadership(job).get();
            sendPart(at, 3);
            assertComplete(at, expected(wanted));
        }
    }

    @Test
    void theBrokerIsStoppedAndStartedAgain() throws Exception {
        KafkaAddress at = address("broker");
        try (LocalFlink flink = new LocalFlink(directory.resolve("broker"), 2, 2)) {
            flink.submit(unbounded(at, AnalysisChoice.defaults(), 600 * SECOND));
            sendPart(at, 0);
            sendPart(at, 1);
            kafka.stop();
            kafka.restart();
            sendPart(at, 2);
            sendPart(at, 3);
            assertComplete(at, expected(wanted));
        }
    }

    @Test
    void aSnifferThatIsShippedTwiceCountsOnce() throws Exception {
        KafkaAddress at = address("again");
        Spools.ship(spools, at, Spools.SNIFFERS);
        Spools.ship(spools, at, Spools.SNIFFERS);
        try (LocalFlink flink = new LocalFlink(directory.resolve("again"), 1, 2)) {
            flink.await(flink.submit(bounded(at, AnalysisChoice.defaults())));
        }
        Spools.assertSame(wanted, Spools.results(at));
    }

    @Test
    void aSnifferWhoseClockIsAnHourAheadBelongsWhereItIsTied() throws Exception {
        Path skewed = directory.resolve("sw-web.pcap");
        Spools.wirepath("skew", Spools.sample("sw-web").toString(), skewed.toString(), "--offset", "3600s");
        Path ahead = directory.resolve("ahead");
        Spools.make(
                ahead, List.of(Spools.sample("sw-app"), Spools.sample("sw-data"), Spools.sample("sw-front"), skewed));
        AnalysisChoice tied = new AnalysisChoice("auto", 1, "", Map.of("sw-web", 3600 * SECOND), List.of());
        Map<String, byte[]> one = InOneProcess.results(ahead, Spools.SNIFFERS, SLICES, tied);
        KafkaAddress at = address("ahead");
        Spools.ship(ahead, at, Spools.SNIFFERS);
        try (LocalFlink flink = new LocalFlink(directory.resolve("ahead-checkpoints"), 2, 1)) {
            flink.await(flink.submit(bounded(at, tied)));
        }
        Spools.assertSame(one, Spools.results(at));
        assertEquals(kinds(wanted, "messages").size(), kinds(one, "messages").size());
    }

    @Test
    void whatASilentSnifferBringsTooLateIsNamed() throws Exception {
        KafkaAddress at = address("late");
        Spools.ship(spools, at, Spools.SNIFFERS.subList(0, 3));
        try (LocalFlink flink = new LocalFlink(directory.resolve("late"), 1, 2)) {
            flink.submit(unbounded(at, AnalysisChoice.defaults(), SECOND));
            Set<String> windows = new TreeSet<>(expected(wanted).keySet());
            windows.removeIf(key -> !key.startsWith("windows "));
            await(at, windows);
            Spools.ship(spools, at, Spools.SNIFFERS.subList(3, 4));
            long deadline = System.nanoTime() + PATIENCE_NANOS;
            Map<String, byte[]> late = Map.of();
            while (late.isEmpty() && System.nanoTime() < deadline) {
                late = LatestRecords.of(at, at.results("late"));
            }
            assertFalse(late.isEmpty());
            assertTrue(late.keySet().stream().allMatch(key -> key.contains("/sw-web/")), "the one that came late");
        }
    }

    /** A quarter of what each sniffer saw; the third comes twice, as after an answer that a broker gave too late. */
    private static void sendPart(KafkaAddress at, int part) throws Exception {
        for (String sniffer : Spools.SNIFFERS) {
            Path spool = spools.resolve(sniffer);
            long last = Spools.lastNumber(spool) + 1;
            for (int times = part == 2 ? 2 : 1; times > 0; times--) {
                Spools.send(spool, sniffer, at, 1 + last * part / 4, part == 3 ? last : 1 + last * (part + 1) / 4);
            }
        }
    }

    /** Until every task runs, none can be taken. */
    private static void awaitCheckpoint(MiniCluster cluster, JobID job) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            try {
                cluster.triggerCheckpoint(job).get();
                return;
            } catch (ExecutionException e) {
                assertTrue(System.nanoTime() < deadline, () -> "no checkpoint: " + e);
            }
        }
    }

    private static KafkaAddress address(String prefix) {
        KafkaAddress at = kafka.address(prefix);
        ResultTopics.make(at, 2);
        // a sniffer is waited for from the moment that it has a topic
        Topics.make(at, Spools.SNIFFERS.stream().map(at::sightings).toList(), 1, Map.of());
        return at;
    }

    private static JobSettings unbounded(KafkaAddress at, AnalysisChoice choice, long idleNanos) {
        return new JobSettings(at, at, SLICES, choice, false, JobSettings.DEFAULT_HOLD_NANOS, idleNanos);
    }

    private static JobSettings bounded(KafkaAddress at, AnalysisChoice choice) {
        return new JobSettings(
                at, at, SLICES, choice, true, JobSettings.DEFAULT_HOLD_NANOS, JobSettings.DEFAULT_IDLE_NANOS);
    }

    /** The results of the windows that must be complete when the sample was read, of what never ends. */
    private static Map<String, byte[]> expected(Map<String, byte[]> all) {
        List<String> windows = kinds(all, "windows").keySet().stream().toList();
        Set<String> complete = Set.copyOf(windows.subList(0, 2));
        Map<String, byte[]> results = new TreeMap<>(all);
        results.keySet().removeIf(key -> !complete.contains(windowOf(key)));
        return results;
    }

    private static String windowOf(String key) {
        return key.substring(key.indexOf(' ') + 1).split("/", 2)[0];
    }

    private static Map<String, byte[]> kinds(Map<String, byte[]> results, String kind) {
        Map<String, byte[]> those = new TreeMap<>();
        results.forEach((key, value) -> {
            if (key.startsWith(kind + " ")) {
                those.put(key.substring(kind.length() + 1), value);
            }
        });
        return those;
    }

    private static void assertComplete(KafkaAddress at, Map<String, byte[]> expected) {
        await(at, expected.keySet());
        Map<String, byte[]> got = new HashMap<>(Spools.results(at));
        got.keySet().retainAll(expected.keySet());
        Spools.assertSame(new TreeMap<>(expected), new TreeMap<>(got));
    }

    private static void await(KafkaAddress at, Set<String> keys) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!Spools.results(at).keySet().containsAll(keys)) {
            assertTrue(System.nanoTime() < deadline, "results did not come");
        }
    }
}

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
import io.wirepath.cluster.local.OneProcess;
import io.wirepath.cluster.slice.AnalysisChoice;
import io.wirepath.cluster.slice.SliceSettings;
import io.wirepath.merge.spool.SpoolDocument;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
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

/**
 * Whatever breaks, each result is there once, with the bytes that one process gives.
 *
 * <p>Two bursts of traffic, ten minutes from each other, were seen by four sniffers, of which one's clock is an hour
 * ahead; the job learns that from the sightings. Kafka is behind a network that can be cut.
 */
@Tag("slow")
class FailuresTest {

    private static final long SECOND = 1_000_000_000L;
    private static final SliceSettings SLICES = new SliceSettings(5 * SECOND, 2 * SECOND, 2 * SECOND);
    /** Looks and not the clock: a machine that is slow, or stands still for a while, is slow to look as well. */
    private static final int MAX_LOOKS = 2400;

    private static final long LOOK_MILLIS = 100;

    private static final int PARTS = 4;

    /** Its clock is an hour ahead. */
    private static final String AHEAD = "sw-web";

    /** Brings everything when the others have brought all. */
    private static final String LATE = "sw-data";

    @TempDir
    private static Path directory;

    private static Path spools;
    private static CutNetwork network;
    private static LocalKafka kafka;
    private static AnalysisChoice choice;
    private static Map<String, byte[]> wanted;

    @BeforeAll
    static void start() throws Exception {
        spools = directory.resolve("spools");
        for (String burst : List.of("0s", "600s")) {
            List<Path> captures = new ArrayList<>();
            for (String sniffer : Spools.SNIFFERS) {
                String offset = sniffer.equals(AHEAD) ? burst.equals("0s") ? "3600s" : "4200s" : burst;
                Path capture = Files.createDirectories(directory.resolve(burst)).resolve(sniffer + ".pcap");
                Spools.wirepath("skew", Spools.sample(sniffer).toString(), capture.toString(), "--offset", offset);
                if (!burst.equals("0s")) {
                    // what is seen twice tells nothing of clocks: most of the first burst is not seen again
                    Spools.cut(capture, 1000);
                }
                captures.add(capture);
            }
            Spools.make(spools, captures, List.of());
        }
        network = new CutNetwork();
        kafka = new LocalKafka(directory.resolve("kafka"));
        network.setTarget(kafka.port());
        kafka.advertise(network.port());
        kafka.stop();
        kafka.restart();
        KafkaAddress at = address("clocks");
        Spools.ship(spools, at, Spools.SNIFFERS);
        choice = unbounded(at, AnalysisChoice.defaults(), SECOND).prepared().choice();
        wanted = OneProcess.results(Spools.of(spools), SLICES, choice, new Random(1));
    }

    @AfterAll
    static void stop() throws Exception {
        kafka.close();
        network.close();
    }

    /** What breaks. */
    private enum Breaking {
        TASK_MANAGER,
        JOB_MANAGER,
        BROKER,
        NETWORK;

        void happens(MiniCluster cluster, JobID job) throws Exception {
            switch (this) {
                case TASK_MANAGER -> {
                    cluster.terminateTaskManager(0).get();
                    cluster.startTaskManager();
                }
                case JOB_MANAGER -> {
                    HaLeadershipControl leadership =
                            cluster.getHaLeadershipControl().orElseThrow();
                    leadership.revokeJobMasterLeadership(job).get();
                    leadership.grantJobMasterLeadership(job).get();
                }
                case BROKER -> {
                    kafka.stop();
                    kafka.restart();
                }
                case NETWORK -> {
                    int before = network.turnedAway();
                    network.cut();
                    FailuresTest.await(() -> network.turnedAway() > before + 5, "somebody tries to come through");
                    network.mend();
                }
            }
        }
    }

    @RepeatedTest(20)
    void whateverBreaksInWhateverOrder(RepetitionInfo repetition) throws Exception {
        int number = repetition.getCurrentRepetition();
        KafkaAddress at = address("broken-" + number);
        List<Breaking> order = new ArrayList<>(List.of(Breaking.values()));
        Collections.shuffle(order, new Random(number));
        try (LocalFlink flink = new LocalFlink(directory.resolve("broken" + number), 2, 2)) {
            JobID job = flink.submit(unbounded(at, choice, 600 * SECOND));
            for (int part = 0; part < PARTS; part++) {
                for (String sniffer : Spools.SNIFFERS) {
                    if (!sniffer.equals(LATE)) {
                        sendPart(at, sniffer, part);
                    }
                }
                awaitCheckpoint(flink.cluster(), job);
                order.get(part).happens(flink.cluster(), job);
            }
            assertEquals(0, Spools.results(at).size(), "nothing is told before the last one came so far");
            for (int part = 0; part < PARTS; part++) {
                sendPart(at, LATE, part);
            }
            assertComplete(at, expected());
        }
    }

    @Test
    void theClockOfOneIsAnHourAheadAndNobodySaysSo() {
        long ahead = choice.aheadNanos(AHEAD);
        assertTrue(Math.abs(ahead - 3600 * SECOND) < 3 * SECOND, () -> ahead + " ns; the sample's own are 1.7 s apart");
        assertTrue(Spools.count(wanted, "messages") > 11_000, "the messages of both bursts");
    }

    @Test
    void aSavepointGoesOnWithMoreSlotsAndOtherSettings() throws Exception {
        KafkaAddress at = address("upgrade");
        String savepoint;
        try (LocalFlink flink = new LocalFlink(directory.resolve("before"), 1, 1)) {
            JobID job = flink.submit(unbounded(at, choice, 600 * SECOND));
            for (String sniffer : Spools.SNIFFERS) {
                sendPart(at, sniffer, 0);
                sendPart(at, sniffer, 1);
            }
            awaitCheckpoint(flink.cluster(), job);
            savepoint = flink.stop(job, directory.resolve("savepoints"));
        }
        Map<String, String> asked = Map.of("calls", "From r In requests Select COUNT");
        try (LocalFlink flink = new LocalFlink(directory.resolve("after"), 2, 2)) {
            flink.resume(unbounded(at, choice.withQueries(asked), 600 * SECOND), savepoint);
            for (String sniffer : Spools.SNIFFERS) {
                sendPart(at, sniffer, 2);
                sendPart(at, sniffer, 3);
            }
            assertComplete(at, expected());
            assertTrue(Spools.count(Spools.results(at), "queries") > 0, "what is new in the new version is there");
        }
    }

    @Test
    void aSnifferThatIsShippedTwiceCountsOnce() throws Exception {
        KafkaAddress at = address("again");
        Spools.ship(spools, at, Spools.SNIFFERS);
        Spools.ship(spools, at, Spools.SNIFFERS);
        try (LocalFlink flink = new LocalFlink(directory.resolve("again"), 1, 2)) {
            flink.await(flink.submit(bounded(at)));
        }
        Spools.assertSame(wanted, Spools.results(at));
    }

    @Test
    void aSnifferThatSeesNothingHoldsNobodyUpAsLongAsItsHeartBeats() throws Exception {
        KafkaAddress at = address("idle");
        for (String sniffer : Spools.SNIFFERS) {
            Path spool = spools.resolve(sniffer);
            if (sniffer.equals(LATE)) {
                Spools.send(spool, sniffer, at, document -> {
                    int kind = SpoolDocument.kind(document);
                    return kind == SpoolDocument.START || kind == SpoolDocument.PROGRESS || kind == SpoolDocument.END;
                });
            } else {
                Spools.ship(spools, at, List.of(sniffer));
            }
        }
        Set<String> windows = new TreeSet<>(expected().keySet());
        windows.removeIf(key -> !key.startsWith("windows "));
        try (LocalFlink flink = new LocalFlink(directory.resolve("idle"), 1, 2)) {
            flink.submit(unbounded(at, choice, 600 * SECOND));
            await(() -> Spools.results(at).keySet().containsAll(windows), "windows without its sightings");
        }
    }

    @Test
    void whatASilentSnifferBringsTooLateIsNamed() throws Exception {
        KafkaAddress at = address("late");
        List<String> punctual = new ArrayList<>(Spools.SNIFFERS);
        punctual.remove(LATE);
        Spools.ship(spools, at, punctual);
        Set<String> windows = new TreeSet<>(expected().keySet());
        windows.removeIf(key -> !key.startsWith("windows "));
        try (LocalFlink flink = new LocalFlink(directory.resolve("late"), 1, 2)) {
            flink.submit(unbounded(at, choice, 20 * SECOND));
            await(() -> Spools.results(at).keySet().containsAll(windows), "windows without it");
            Spools.ship(spools, at, List.of(LATE));
            await(() -> !LatestRecords.of(at, at.results("late")).isEmpty(), "what is late");
            Map<String, byte[]> late = LatestRecords.of(at, at.results("late"));
            assertFalse(late.isEmpty());
            assertTrue(
                    late.keySet().stream().allMatch(key -> key.contains("/" + LATE + "/")), "the one that came late");
        }
    }

    /** A quarter of what a sniffer saw; the third comes twice, as after an answer that a broker gave too late. */
    private static void sendPart(KafkaAddress at, String sniffer, int part) throws Exception {
        Path spool = spools.resolve(sniffer);
        long last = Spools.lastNumber(spool) + 1;
        long from = 1 + last * part / PARTS;
        long to = part == PARTS - 1 ? last : 1 + last * (part + 1) / PARTS;
        for (int times = part == 2 ? 2 : 1; times > 0; times--) {
            Spools.send(spool, sniffer, at, document -> {
                long number = SpoolDocument.number(document);
                return number >= from && number < to;
            });
        }
    }

    /** Until every task runs, none can be taken. */
    private static void awaitCheckpoint(MiniCluster cluster, JobID job) throws InterruptedException {
        for (int look = 1; true; look++) {
            try {
                cluster.triggerCheckpoint(job).get();
                return;
            } catch (ExecutionException e) {
                assertTrue(look < MAX_LOOKS, () -> "no checkpoint: " + e);
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
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
        return new JobSettings(
                at, at, SLICES, choice, false, JobSettings.DEFAULT_HOLD_NANOS, idleNanos, Spools.SNIFFERS);
    }

    private static JobSettings bounded(KafkaAddress at) {
        return new JobSettings(
                at,
                at,
                SLICES,
                choice,
                true,
                JobSettings.DEFAULT_HOLD_NANOS,
                JobSettings.DEFAULT_IDLE_NANOS,
                Spools.SNIFFERS);
    }

    /** The results of the windows of the first burst: all are complete when the second begins. */
    private static Map<String, byte[]> expected() {
        List<String> windows = wanted.keySet().stream()
                .filter(key -> key.startsWith("windows "))
                .map(FailuresTest::windowOf)
                .sorted()
                .toList();
        Set<String> complete = Set.copyOf(windows.subList(0, 5));
        Map<String, byte[]> results = new TreeMap<>(wanted);
        results.keySet().removeIf(key -> !complete.contains(windowOf(key)));
        return results;
    }

    private static String windowOf(String key) {
        return key.substring(key.indexOf(' ') + 1).split("/", 2)[0];
    }

    private static void assertComplete(KafkaAddress at, Map<String, byte[]> expected) throws Exception {
        await(() -> Spools.results(at).keySet().containsAll(expected.keySet()), "all results are there");
        Map<String, byte[]> got = new HashMap<>(Spools.results(at));
        Set<String> windows = Set.copyOf(
                expected.keySet().stream().map(FailuresTest::windowOf).toList());
        got.keySet().removeIf(key -> !windows.contains(windowOf(key)) || key.startsWith("queries "));
        Spools.assertSame(new TreeMap<>(expected), new TreeMap<>(got));
    }

    /** What is waited for. */
    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(Condition condition, String what) throws Exception {
        for (int look = 1; !condition.holds(); look++) {
            assertTrue(look < MAX_LOOKS, () -> "waited too long until " + what);
            // looking reads whole topics
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }
}

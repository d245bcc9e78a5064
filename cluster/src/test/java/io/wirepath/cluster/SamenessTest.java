package io.wirepath.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.cluster.flink.JobSettings;
import io.wirepath.cluster.flink.ResultTopics;
import io.wirepath.cluster.kafka.KafkaAddress;
import io.wirepath.cluster.local.LocalFlink;
import io.wirepath.cluster.local.LocalKafka;
import io.wirepath.cluster.local.OneProcess;
import io.wirepath.cluster.slice.AnalysisChoice;
import io.wirepath.cluster.slice.SliceSettings;
import io.wirepath.merge.spool.SpoolDocument;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Kafka and Flink make of sightings is what one process makes of them, to the byte. */
class SamenessTest {

    private static final long SECOND = 1_000_000_000L;
    private static final SliceSettings SLICES = new SliceSettings(5 * SECOND, 2 * SECOND, 2 * SECOND);

    private static final AnalysisChoice ASKED = AnalysisChoice.defaults()
            .withQueries(Map.of("redis", "From r In requests Where r.protocol = \"redis\" Select COUNT"));
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private static Path directory;

    private static Path spools;
    private static LocalKafka kafka;

    @BeforeAll
    static void start() throws Exception {
        spools = directory.resolve("spools");
        Spools.make(spools);
        kafka = new LocalKafka(directory.resolve("kafka"));
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    @Test
    void tellsOfTheWholeSampleWhatAnalyzeTells() throws Exception {
        Path otlp = directory.resolve("calls.otlp");
        List<String> arguments = new ArrayList<>(List.of("analyze", "--quiet", "--json", "--otlp", otlp.toString()));
        Spools.SNIFFERS.forEach(sniffer -> arguments.add(spools.resolve(sniffer).toString()));
        ObjectNode one = (ObjectNode) JSON.readTree(Spools.wirepath(arguments.toArray(String[]::new)));
        Map<String, byte[]> all = run("whole", SliceSettings.whole(), Spools.SNIFFERS, 1);

        // where the spools lay is the one difference
        one.put("title", String.join(", ", Spools.SNIFFERS));
        for (JsonNode capture : one.path("captures")) {
            ((ObjectNode) capture).put("source", capture.path("sniffer").asText());
        }
        String cluster = new String(all.get("windows whole"), StandardCharsets.UTF_8);
        assertEquals(one.toString(), cluster);
        assertTrue(one.path("findings").size() > 0, "the sample has a finding");
        assertEquals(spans(Files.readAllBytes(otlp)), spans(values(all, "calls")));
        assertEquals(one.path("totals").path("messages").asInt(), Spools.count(all, "messages"));
        assertEquals(0, Spools.count(all, "late"));
    }

    @Test
    void slicesAreTheSameOnOneSlotAndOnFourWhateverComesFirst() throws Exception {
        List<String> backwards = new ArrayList<>(Spools.SNIFFERS);
        Collections.reverse(backwards);
        Map<String, byte[]> wanted = inOneProcess(1);
        assertTrue(Spools.count(wanted, "windows") >= 4, "the sample is cut");
        eachWindowTellsHowManyRecordsItHas(wanted);
        assertEquals(Spools.count(wanted, "windows"), Spools.count(wanted, "queries"), "each window is asked");
        Spools.assertSame(wanted, inOneProcess(2));
        Spools.assertSame(wanted, run("one", SLICES, Spools.SNIFFERS, 1));
        Spools.assertSame(wanted, run("four", SLICES, backwards, 4));
        try (Admin admin = Admin.create(kafka.address("four").client())) {
            // the job itself has none that could expire; those of the shippers have ended
            for (TransactionListing each : admin.listTransactions().all().get()) {
                assertTrue(each.transactionalId().contains(".sightings."), each.transactionalId());
                assertEquals(TransactionState.COMPLETE_COMMIT, each.state(), each.transactionalId());
            }
        }
    }

    private static void eachWindowTellsHowManyRecordsItHas(Map<String, byte[]> results) throws Exception {
        for (String kind : List.of("messages", "calls", "findings")) {
            int told = 0;
            for (Map.Entry<String, byte[]> result : results.entrySet()) {
                if (result.getKey().startsWith("windows ")) {
                    String window = result.getKey().substring("windows ".length());
                    int own = JSON.readTree(result.getValue())
                            .at("/window/records/" + kind)
                            .asInt(-1);
                    for (int number = 0; number < own; number++) {
                        assertTrue(results.containsKey("%s %s/%09d".formatted(kind, window, number)));
                    }
                    told += own;
                }
            }
            assertEquals(told, Spools.count(results, kind), kind);
        }
    }

    @Test
    void whatDoesNotComeIsToldByTheWindowsThatMissIt() throws Exception {
        Path holes = directory.resolve("holes");
        long last = Spools.lastNumber(spools.resolve("sw-app"));
        for (String sniffer : Spools.SNIFFERS) {
            Spools.copy(spools.resolve(sniffer), holes.resolve(sniffer), document -> {
                long number = SpoolDocument.number(document);
                return !sniffer.equals("sw-app") || number < last / 2 || number >= last / 2 + 1000;
            });
        }
        Map<String, byte[]> wanted = OneProcess.results(Spools.of(holes), SLICES, ASKED, new Random(1));
        List<String> told = notes(wanted).stream()
                .filter(note -> note.startsWith("sw-app at ")
                        && note.endsWith(
                                ": Of its spool, 1000 records are missing: deleted before reading, damaged on the"
                                        + " way, or of a later version."))
                .toList();
        assertTrue(
                !told.isEmpty() && told.size() < Spools.count(wanted, "windows"),
                () -> notes(wanted).toString());
        Spools.assertSame(wanted, run("holes", holes, SLICES, Spools.SNIFFERS, 2));
    }

    @Test
    void aClockThatMovedFromWhereTheCutHasItIsTold() throws Exception {
        // the sample's clocks are up to 1.7 s apart, which nobody tells the cut; half of its margin is a second
        SliceSettings twoWindows = new SliceSettings(20 * SECOND, 2 * SECOND, 2 * SECOND);
        AnalysisChoice untied = ASKED.withTies(Map.of());
        Map<String, byte[]> results = OneProcess.results(Spools.of(spools), twoWindows, untied, new Random(1));
        List<String> notes = notes(results);
        assertTrue(notes.stream().anyMatch(note -> note.startsWith("The clock of ")), notes::toString);
    }

    /** The notes of all windows. */
    private static List<String> notes(Map<String, byte[]> results) {
        List<String> notes = new ArrayList<>();
        results.forEach((key, value) -> {
            if (key.startsWith("windows ")) {
                try {
                    JSON.readTree(value).path("notes").forEach(note -> notes.add(note.asText()));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
        return notes;
    }

    /** Results without Kafka and Flink; the documents of the sniffers come mixed in another way for each seed. */
    private static Map<String, byte[]> inOneProcess(long arrival) throws Exception {
        return OneProcess.results(Spools.of(spools), SLICES, ASKED, new Random(arrival));
    }

    private static Map<String, byte[]> run(String prefix, SliceSettings slices, List<String> order, int slots)
            throws Exception {
        return run(prefix, spools, slices, order, slots);
    }

    private static Map<String, byte[]> run(
            String prefix, Path from, SliceSettings slices, List<String> order, int slots) throws Exception {
        KafkaAddress at = kafka.address(prefix);
        Spools.ship(from, at, order);
        ResultTopics.make(at, 2);
        JobSettings settings = new JobSettings(
                at,
                at,
                slices,
                ASKED,
                true,
                JobSettings.DEFAULT_HOLD_NANOS,
                JobSettings.DEFAULT_IDLE_NANOS,
                Spools.SNIFFERS);
        try (LocalFlink flink = new LocalFlink(
                directory.resolve("checkpoints-" + prefix), slots == 1 ? 1 : 2, slots == 1 ? 1 : slots / 2)) {
            flink.await(flink.submit(settings));
        }
        return Spools.results(at);
    }

    private static byte[] values(Map<String, byte[]> results, String kind) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        results.forEach((key, value) -> {
            if (key.startsWith(kind + " ")) {
                all.writeBytes(value);
                all.write('\n');
            }
        });
        return all.toByteArray();
    }

    /** The spans of a file of requests, as text, whichever request holds them. */
    private static List<String> spans(byte[] lines) throws Exception {
        List<String> spans = new ArrayList<>();
        for (String line : new String(lines, StandardCharsets.UTF_8).lines().toList()) {
            for (JsonNode resource : JSON.readTree(line).path("resourceSpans")) {
                resource.path("scopeSpans")
                        .forEach(scope ->
                                scope.path("spans").forEach(span -> spans.add(resource.path("resource") + " " + span)));
            }
        }
        return spans;
    }
}

package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.flows.message.content.DigestKey;
import io.wirepath.flows.pipeline.FlowPipeline;
import io.wirepath.flows.pipeline.FlowReport;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.spool.SnifferRun;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolSettings;
import io.wirepath.merge.spool.SpoolWriter;
import io.wirepath.pipeline.Console;
import io.wirepath.sniffer.FrameSource;
import io.wirepath.sniffer.file.CaptureFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verbs that read captures say of spools what they say of the captures that the spools were made from. */
final class SpoolInputsTest {

    private static final List<String> SNIFFERS = List.of("sw-app", "sw-data", "sw-front", "sw-web");
    /** Of the analysis; the salt of content signatures comes from it. */
    private static final long SEED = 7;

    private static final int RUNS = 4;
    private static final long SECOND = 1_000_000_000L;
    private static final long HOUR = 3600 * SECOND;

    /** When the captures begin. */
    private static final long START = 1_795_196_957 * SECOND;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path directory;

    private static String capture(String sniffer) {
        return "../samples/slow/" + sniffer + ".pcap.gz";
    }

    /** Adds a run to the spool of this name. */
    private String spool(String name, String capture, FlowSettings settings) throws IOException {
        return spool(name, capture, settings, 0);
    }

    private String spool(String name, String capture, FlowSettings settings, long salt) throws IOException {
        Path place = directory.resolve(name);
        try (SpoolWriter writer = Spool.open(place, SpoolSettings.defaults().withSync(0, 0), 1);
                FrameSource source = CaptureFile.open(capture(capture))) {
            writer.start(new SnifferRun(name, capture, "test", "host", 1, salt));
            FlowReport report = FlowPipeline.run(source, settings, writer);
            writer.counters(report.firstNanos(), report.lastNanos(), report.counters());
            writer.onProgress(report.lastNanos());
            writer.end();
        }
        return place.toString();
    }

    private List<String> spools(FlowSettings settings) throws IOException {
        List<String> spools = new ArrayList<>();
        for (String sniffer : SNIFFERS) {
            spools.add(spool(sniffer, sniffer, settings));
        }
        return spools;
    }

    @Test
    void sniffersThatCannotBeMatchedForTheirSaltsAreNamed() throws IOException {
        FlowSettings settings = FlowSettings.defaults();
        List<String> spools = List.of(spool("one", "sw-app", settings, 11), spool("other", "sw-data", settings, 12));
        run(spools, "clocks");
        String told = err.toString(StandardCharsets.UTF_8);
        assertTrue(told.contains("Sniffers one and other have different salts"), told);
    }

    /** A spool of four runs, an hour from each to the next, by a clock that is ahead. */
    private String hours(String name, long aheadNanos) throws IOException {
        Path place = directory.resolve(name + aheadNanos);
        try (SpoolWriter writer = Spool.open(place, SpoolSettings.defaults().withSync(0, 0), 1)) {
            for (int run = 0; run < RUNS; run++) {
                long later = run * HOUR + aheadNanos;
                try (FrameSource source = CaptureFile.open(capture(name))) {
                    writer.start(new SnifferRun(name, name, "test", "host", later, 0));
                    FlowPipeline.run(source, FlowSettings.defaults(), new LaterSink(writer, later));
                    writer.end();
                }
            }
        }
        return place.toString();
    }

    private List<String> within(List<String> spools, int run) {
        return within(spools, run, 0);
    }

    private List<String> within(List<String> spools, int run, long aheadNanos) {
        String from = Long.toString(START + run * HOUR + aheadNanos + 5 * SECOND);
        String to = Long.toString(START + run * HOUR + aheadNanos + 8 * SECOND);
        String[] verb = {"messages", "--json", "--quiet", "--from=" + from, "--to=" + to};
        return run(spools, verb)
                .lines()
                .map(line -> line.replaceAll("\"(connection|sent|received|way|call|setUp)\":-?[0-9]+,?", ""))
                .sorted()
                .toList();
    }

    /** A bit of the last roll is wrong, of which only a reading of the whole spool tells. */
    @Test
    void ofATimeOnlyTheRollsThatHoldItAreRead() throws IOException {
        List<String> alike = List.of(hours("sw-app", 0), hours("sw-data", 0));
        List<String> wanted = within(alike, 1);
        assertTrue(wanted.size() > 100, wanted::toString);
        for (String spool : alike) {
            flip(spool, RUNS - 1);
        }
        err.reset();
        assertEquals(wanted, within(alike, 1));
        assertEquals("", err.toString(StandardCharsets.UTF_8));
        assertEquals(wanted, within(alike, RUNS - 2));
        run(alike, "messages", "--quiet");
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("damaged"), "all of it is");
    }

    /** Neither the beginning of the time nor its end is what their clocks say. */
    @Test
    void ofATimeWhatSniffersSawByClocksThatAreApartIsRead() throws IOException {
        List<String> alike = List.of(hours("sw-app", 0), hours("sw-data", 0));
        for (long ahead : new long[] {12 * SECOND, -12 * SECOND}) {
            List<String> apart = List.of(alike.get(0), hours("sw-data", ahead));
            List<String> found = within(apart, 2);
            List<String> missing = new ArrayList<>(within(alike, 2));
            assertEquals(missing.size(), found.size(), () -> "by a clock that is ahead by " + ahead);
            found.forEach(missing::remove);
            assertEquals(0, missing.size(), () -> "by a clock that is ahead by " + ahead + ": " + missing.get(0));
        }
    }

    /** Its minute tells nothing of it, and all go by its clock, for it has most in common with the others. */
    @Test
    void ofATimeNothingIsMissingWhereTheReferenceIsMinutesAhead() throws IOException {
        long ahead = 300 * SECOND;
        List<String> apart =
                List.of(hours("sw-front", 0), hours("sw-web", ahead), hours("sw-app", 0), hours("sw-data", 0));
        String store = directory.resolve("store").toString();
        run(apart, "merge", "--quiet", "--to=" + store);
        List<String> wanted = new ArrayList<>(within(List.of(store), 1, ahead));
        List<String> found = within(apart, 1, ahead);
        assertTrue(wanted.size() > 100, () -> wanted.size() + " messages");
        found.forEach(wanted::remove);
        assertEquals(0, wanted.size(), () -> "missing: " + wanted.get(0));
    }

    @Test
    void aFlippedBitIsNoHealthyCapture() throws IOException {
        String spool = spool("tap", "sw-data", FlowSettings.defaults());
        assertTrue(run(List.of(spool), "analyze", "--quiet").contains("nothing lost"));
        flip(spool, 0);
        String report = run(List.of(spool), "analyze", "--quiet", "--health");
        assertTrue(report.contains("not clean") && !report.contains("nothing lost"), report);
        assertTrue(report.contains("Damaged places in the spool"), report);
    }

    private static void flip(String spool, int number) throws IOException {
        Path roll;
        try (Stream<Path> files = Files.walk(Path.of(spool))) {
            roll = files.filter(file -> file.toString().endsWith(".cq4"))
                    .sorted()
                    .skip(number)
                    .findFirst()
                    .orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(roll);
        bytes[200_000] ^= 4;
        Files.write(roll, bytes);
    }

    private static List<String> captures() {
        return SNIFFERS.stream().map(SpoolInputsTest::capture).toList();
    }

    private String run(List<String> inputs, String... arguments) {
        out.reset();
        Console console = new Console(out, new PrintStream(err, true, StandardCharsets.UTF_8), false, false, false);
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(inputs);
        assertEquals(
                0, CommandTree.run(console, all.toArray(String[]::new)), () -> err.toString(StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void messagesAndClocksAreThoseOfTheCaptures() throws IOException {
        List<String> spools = spools(FlowSettings.defaults());
        for (String[] verb : new String[][] {
            {"messages", "--json", "--quiet"}, {"clocks", "--json", "--quiet"}, {"nat", "--json", "--quiet"}
        }) {
            assertEquals(run(captures(), verb), run(spools, verb), verb[0]);
        }
        List<String> mixed = new ArrayList<>(captures());
        mixed.set(1, spools.get(1));
        assertEquals(run(captures(), "messages", "--json", "--quiet"), run(mixed, "messages", "--json", "--quiet"));
        assertEquals(
                run(captures().subList(0, 1), "messages", "--json", "--quiet"),
                run(spools.subList(0, 1), "messages", "--json", "--quiet"));
    }

    @Test
    void theAnalysisIsThatOfTheCaptures() throws IOException {
        FlowSettings settings = FlowSettings.defaults();
        List<String> spools =
                spools(settings.withMessage(settings.message().withContent(true).withKey(DigestKey.ofSeed(SEED))));
        ObjectNode ofCaptures =
                (ObjectNode) JSON.readTree(run(captures(), "analyze", "--seed", "7", "--json", "--quiet"));
        ObjectNode ofSpools = (ObjectNode) JSON.readTree(run(spools, "analyze", "--seed", "7", "--json", "--quiet"));
        for (String part : List.of("findings", "patterns", "nodes", "links", "clocks", "translations")) {
            assertEquals(ofCaptures.get(part), ofSpools.get(part), part);
        }
        assertTrue(ofCaptures.get("patterns").size() > 3, "there should be something to compare");
        for (int i = 0; i < SNIFFERS.size(); i++) {
            JsonNode capture = ofCaptures.get("captures").get(i);
            JsonNode spool = ofSpools.get("captures").get(i);
            assertEquals(capture.get("frames"), spool.get("frames"));
            assertEquals(capture.get("counters"), spool.get("counters"));
        }
    }

    @Test
    void operationsAreTheSameOfCapturesSpoolsAndStores() throws IOException {
        FlowSettings settings = FlowSettings.defaults();
        List<String> spools = spools(settings.withMessage(
                settings.message().withContent(true).withOperations(true).withKey(DigestKey.ofSeed(SEED))));
        String[] wanted = {"analyze", "--seed", "7", "--json", "--quiet", "--operations"};
        String store = directory.resolve("store").toString();
        String[] keeping = Arrays.copyOf(wanted, wanted.length + 1);
        keeping[wanted.length] = "--keep=" + store;
        JsonNode ofCaptures = JSON.readTree(run(captures(), keeping)).get("patterns");
        List<String> titles = ofCaptures.findValuesAsText("title");
        assertTrue(titles.stream().anyMatch(title -> title.startsWith("GET /item/*: CLIENT")), titles::toString);
        assertTrue(ofCaptures.findValuesAsText("operation").contains("GET /check"), "of calls inside, too");
        assertEquals(ofCaptures, JSON.readTree(run(spools, wanted)).get("patterns"));
        assertEquals(ofCaptures, JSON.readTree(run(List.of(store), wanted)).get("patterns"));
        String twoStores = run(List.of(store, store), wanted);
        assertTrue(JSON.readTree(twoStores)
                .get("patterns")
                .findValuesAsText("operation")
                .contains("GET /item/*"));
        String merged = directory.resolve("merged").toString();
        run(captures(), "merge", "--quiet", "--operations", "--to=" + merged);
        assertTrue(JSON.readTree(run(List.of(merged), wanted))
                .get("patterns")
                .findValuesAsText("operation")
                .contains("GET /item/*"));
        String[] unwanted = {"analyze", "--seed", "7", "--json", "--quiet"};
        JsonNode without = JSON.readTree(run(captures(), unwanted)).get("patterns");
        assertEquals(List.of(), without.findValuesAsText("operation"));
        assertEquals(without, JSON.readTree(run(List.of(store), unwanted)).get("patterns"));
        assertEquals(without, JSON.readTree(run(spools, unwanted)).get("patterns"));
        assertTrue(holds(store, "GET /item/*"), "the template");
        for (int item = 10; item < 200; item++) {
            assertTrue(!holds(store, "/item/" + item), "no argument is kept");
        }
    }

    private static boolean holds(String directory, String text) throws IOException {
        try (Stream<Path> files = Files.list(Path.of(directory))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Test
    void theRunsOfASnifferAreKeptApart() throws IOException {
        int once =
                run(captures().subList(0, 1), "messages", "--json", "--quiet").split("\n", -1).length - 1;
        spool("tap", "sw-app", FlowSettings.defaults());
        String spool = spool("tap", "sw-app", FlowSettings.defaults());
        String twice = run(List.of(spool), "messages", "--json", "--quiet");
        List<JsonNode> messages = new ArrayList<>();
        for (String line : twice.lines().toList()) {
            messages.add(JSON.readTree(line));
        }
        assertEquals(2 * once, messages.size());
        assertEquals(
                2 * connections(messages.subList(0, once)).size(),
                connections(messages).size());
    }

    private static Set<Long> connections(List<JsonNode> messages) {
        Set<Long> connections = new HashSet<>();
        messages.forEach(message -> connections.add(message.get("connection").asLong()));
        return connections;
    }
}

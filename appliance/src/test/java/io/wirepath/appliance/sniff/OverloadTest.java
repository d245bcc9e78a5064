package io.wirepath.appliance.sniff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.appliance.Wirepath;
import io.wirepath.appliance.command.CommandTree;
import io.wirepath.appliance.sniff.LoadShedding.Level;
import io.wirepath.flows.AddressText;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.decode.DecodeCounter;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolReader;
import io.wirepath.merge.spool.SpoolVisitor;
import io.wirepath.pipeline.Console;
import io.wirepath.sniffer.live.MadeFrames;
import io.wirepath.sniffer.live.lab.Lab;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * A sniffer that is truly too slow, for its JVM only interprets, at a port with more than it can take: what it gives up
 * is given up in order, by whole connections, counted, and told.
 */
class OverloadTest {

    private static final int ROUNDS = 5;
    private static final int FRESH = 250;
    private static final int CROWD = 2000;
    private static final int MAX_ROUNDS = 15;

    /** Networks of the three acts; the third byte and the fourth are the connection. */
    private static final String BEFORE = "10.1.";

    private static final String MEANWHILE = "10.2.";
    private static final String AFTERWARDS = "10.3.";

    @Test
    void givesUpContentThenConnectionsAsAWholeAndCountsThemAll() throws Exception {
        try (Lab lab = Lab.open("tcpreplay")) {
            String peer = lab.namespace("peer");
            String port = lab.link("p");
            lab.pair(port, "", "p0", peer);
            Path log = lab.folder().resolve("log");
            Path counters = lab.folder().resolve("counters");
            Process sniffer = sniff(port, lab.folder(), log, counters);
            Path spool = lab.folder().resolve("tap");
            Lab.await(
                    () -> Files.exists(spool.resolve("running")) || !sniffer.isAlive(),
                    () -> "does not begin: " + text(log));

            replay(lab, peer, frames(lab, BEFORE, 20), "--pps=500");
            overload(lab, peer, log);
            awaitWorkedOff(spool);
            replay(lab, peer, frames(lab, AFTERWARDS, FRESH), "--pps=500");
            Lab.stop(sniffer);

            Contents contents = Contents.of(spool);
            List<String> steps = contents.notes.stream()
                    .filter(note -> note.startsWith("Overload: "))
                    .toList();
            assertTrue(steps.size() >= 2, () -> contents.notes + " of " + text(log));
            for (int i = 0; i < steps.size(); i++) {
                assertEquals("Overload: " + Level.values()[i + 1].sentence() + ".", steps.get(i));
            }
            assertTrue(contents.withContent.contains(BEFORE), "there were content signatures before");
            assertTrue(!contents.withContent.contains(AFTERWARDS), "there is a content signature under overload");
            assertWhole(contents, steps.size());
            assertCounted(new ObjectMapper().readTree(counters.toFile()).at("/sniffers/0/counters"));
            assertTold(spool);
        }
    }

    /** Sends at full speed until the sniffer says that it gave up something twice; how long that takes is the machine's. */
    private static void overload(Lab lab, String peer, Path log) throws Exception {
        Path crowd = frames(lab, MEANWHILE, CROWD);
        for (int round = 0; round < MAX_ROUNDS && text(log).split("Overload: ", -1).length <= 2; round++) {
            replay(lab, peer, crowd, "--preload-pcap", "--topspeed", "--loop=100000", "--duration=4");
        }
    }

    private static void assertWhole(Contents contents, int level) {
        Map<String, Integer> fresh = new HashMap<>(contents.packets);
        fresh.keySet().removeIf(address -> !address.startsWith(AFTERWARDS));
        fresh.forEach((address, packets) -> assertEquals(ROUNDS, packets, () -> address + ", " + contents.notes));
        double wanted = new double[] {1, 1, 0.8, 0.5, 0.25, 0.1, 0.02}[level];
        double kept = fresh.size() / (double) FRESH;
        assertEquals(wanted, kept, 0.1, "share of fresh connections");
    }

    private static void assertCounted(JsonNode counters) {
        long fates = 0;
        for (DecodeCounter fate : DecodeCounter.values()) {
            fates += counters.path(fate.name()).asLong();
        }
        long frames = counters.path("FRAMES").asLong();
        assertEquals(frames, fates);
        assertEquals(
                counters.path("FRAMES_OFFERED").asLong(),
                frames + counters.path("DROPPED_RING_FULL").asLong());
        long shed = 0;
        for (var each : counters.properties()) {
            shed += each.getKey().startsWith("PACKETS_SHED_") ? each.getValue().asLong() : 0;
        }
        assertTrue(shed > 0, counters::toString);
        assertEquals(
                counters.path("USED_TCP").asLong() + counters.path("USED_UDP").asLong(),
                counters.path("SEGMENTS").asLong() + counters.path("DATAGRAMS").asLong() + shed);
    }

    /** The report of an analysis says what was given up. */
    private static void assertTold(Path spool) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream err = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        Console console = new Console(out, err, false, false, false);
        assertEquals(0, CommandTree.run(console, "analyze", "--json", "--quiet", spool.toString()));
        Set<String> told = new HashSet<>();
        for (JsonNode counter : new ObjectMapper()
                .readTree(out.toString(StandardCharsets.UTF_8))
                .at("/captures/0/counters")) {
            if (counter.path("value").asLong() > 0) {
                told.add(counter.path("name").asText());
            }
        }
        assertTrue(told.contains("PACKETS_SHED_KEEPING_MOST"), told::toString);
    }

    /** Many hosts, each of which says something as often as there are rounds. */
    private static Path frames(Lab lab, String network, int hosts) throws IOException {
        MadeFrames frames = new MadeFrames();
        for (int round = 0; round < ROUNDS; round++) {
            for (int host = 0; host < hosts; host++) {
                String text = "order %d of customer %d wants thing-%d".formatted(round, host, host * 7919 + round);
                frames.udp(
                        "",
                        network + host / 200 + "." + (1 + host % 200),
                        "10.9.0.1",
                        9,
                        text.getBytes(StandardCharsets.US_ASCII));
            }
        }
        return frames.write(lab.folder().resolve(network + "pcap"));
    }

    private static void replay(Lab lab, String peer, Path frames, String... how) {
        List<String> command = new ArrayList<>(List.of("tcpreplay", "-q", "-i", "p0"));
        command.addAll(List.of(how));
        command.add(frames.toString());
        lab.in(peer, command.toArray(String[]::new));
    }

    /** Waits until everything that has passed so far has been worked off. */
    private static void awaitWorkedOff(Path spool) throws IOException {
        long now = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        long[] progress = {0};
        try (SpoolReader reader = Spool.read(spool)) {
            Lab.await(
                    () -> {
                        try {
                            while (reader.read(new SpoolVisitor() {
                                @Override
                                public void onProgress(long number, long timeNanos) {
                                    progress[0] = timeNanos;
                                }
                            })) {
                                // the visitor does the work
                            }
                            return progress[0] > now;
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    },
                    () -> "what has passed is not worked off");
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static Process sniff(String port, Path folder, Path log, Path counters) throws IOException {
        File errors = log.toFile();
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "@"
                                + Path.of("..", "config", "jvm.args")
                                        .toAbsolutePath()
                                        .normalize(),
                        "-Xmx256m",
                        "-Xint",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Wirepath.class.getName(),
                        "sniff",
                        port,
                        "--name=tap",
                        "--buffer=1MiB",
                        "--spool=" + folder,
                        "--set=content.salt-file=" + folder.resolve("salt"),
                        "--json",
                        "--quiet")
                .redirectError(errors)
                .redirectOutput(counters.toFile())
                .start();
    }

    /** What a spool holds, by the network of the sender. */
    private static final class Contents implements SpoolVisitor {

        final List<String> notes = new ArrayList<>();
        final Map<String, Integer> packets = new HashMap<>();
        final Set<String> withContent = new HashSet<>();

        static Contents of(Path spool) throws IOException {
            Contents contents = new Contents();
            try (SpoolReader reader = Spool.read(spool)) {
                while (reader.read(contents)) {
                    // the visitor does the work
                }
            }
            return contents;
        }

        @Override
        public void onSighting(long number, Sighting sighting) {
            String source = AddressText.of(sighting.sourceHigh(), sighting.sourceLow());
            packets.merge(source, sighting.packets(), Integer::sum);
            if (sighting.signature(0) != 0) {
                withContent.add(source.substring(0, BEFORE.length()));
            }
        }

        @Override
        public void onNote(long number, long timeNanos, String text) {
            notes.add(text);
        }
    }
}

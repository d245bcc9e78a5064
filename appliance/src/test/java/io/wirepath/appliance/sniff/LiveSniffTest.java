package io.wirepath.appliance.sniff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.Wirepath;
import io.wirepath.appliance.command.CommandTree;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolReader;
import io.wirepath.pipeline.Console;
import io.wirepath.sniffer.live.LabPeer;
import io.wirepath.sniffer.live.lab.Lab;
import io.wirepath.sniffer.live.lab.MirroredNet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The program itself at a mirror port, stopped by SIGTERM, against a capture that tcpdump made at the same time. */
class LiveSniffTest {

    private static final List<String> OWN = List.of(
            "sent",
            "received",
            "sniffer",
            "retransmitted",
            "resent",
            "waited",
            "lateResent",
            "lateWaited",
            "zeroWindow",
            "streamed",
            "setUp",
            "way",
            "digest");

    private static final List<String> WAYS = List.of("afpacket", "libpcap");
    private static final int CLIENTS = 12;
    private static final int TERMINATED = 143;

    @Test
    void everyWayKeepsTheSightingsThatACaptureByTcpdumpGives() throws IOException {
        try (Lab lab = Lab.open("tcpdump", "nginx", "redis-server", "dnsmasq")) {
            MirroredNet net = new MirroredNet(lab);
            List<String> questions = net.startServers();
            Path file = lab.folder().resolve("tcpdump.pcap");
            Process tcpdump = net.tcpdump(file);
            Map<String, Process> sniffers = new LinkedHashMap<>();
            for (String way : WAYS) {
                sniffers.put(way, lab.start("", "", sniff(net.mirror(), way, lab.folder(), "--capture=" + way)));
            }
            awaitBegin(lab, sniffers.keySet());

            for (int i = 0; i < 3; i++) {
                questions.forEach(net::ask);
            }
            net.mark("wirepath-end", file);

            sniffers.forEach(
                    (name, sniffer) -> assertEndsInOrder(sniffer, lab.folder().resolve(name)));
            Lab.stop(tcpdump);
            List<ObjectNode> wanted = comparable(messages(file));
            assertTrue(wanted.size() >= 3 * 2 * questions.size(), wanted::toString);
            for (String way : WAYS) {
                List<ObjectNode> kept = comparable(messages(lab.folder().resolve(way)));
                for (int i = 0; i < Math.min(wanted.size(), kept.size()); i++) {
                    assertEquals(wanted.get(i), kept.get(i), way + ", message " + i);
                }
                assertEquals(wanted.size(), kept.size(), way);
            }
        }
    }

    /** Rings give out frames of different connections in another order, and nothing but that. */
    @Test
    void severalRingsKeepWhatOneKeeps() throws IOException {
        try (Lab lab = Lab.open("nginx", "redis-server", "dnsmasq")) {
            MirroredNet net = new MirroredNet(lab);
            net.addClients(CLIENTS);
            List<String> questions = net.startServers();
            lab.start(net.server(), "serving", Lab.java(LabPeer.class, "serve", "10.77.0.2", "fd77::2"));
            Map<String, Process> sniffers = new LinkedHashMap<>();
            for (String rings : List.of("1", "3")) {
                sniffers.put(rings, lab.start("", "", sniff(net.mirror(), rings, lab.folder(), "--rings=" + rings)));
            }
            awaitBegin(lab, sniffers.keySet());

            questions.forEach(net::ask);
            for (String server : List.of("10.77.0.2", "fd77::2")) {
                lab.in(net.client(), Lab.java(LabPeer.class, "ask-from", server, Integer.toString(CLIENTS), "9000"));
            }

            sniffers.forEach(
                    (name, sniffer) -> assertEndsInOrder(sniffer, lab.folder().resolve(name)));
            List<List<ObjectNode>> wanted = byConnection(messages(lab.folder().resolve("1")));
            assertTrue(wanted.size() >= 4 * CLIENTS + questions.size(), () -> wanted.size() + " connections");
            assertEquals(wanted, byConnection(messages(lab.folder().resolve("3"))));
        }
    }

    private static void awaitBegin(Lab lab, Collection<String> sniffers) {
        Lab.await(
                () -> sniffers.stream()
                        .allMatch(name -> isCapturing(lab.folder().resolve(name))),
                () -> "the sniffers do not begin");
    }

    private static void assertEndsInOrder(Process sniffer, Path spool) {
        Lab.stop(sniffer);
        assertEquals(TERMINATED, sniffer.exitValue());
        assertFalse(Files.exists(spool.resolve("running")), () -> spool + " was not ended in order");
    }

    /**
     * The messages of each connection, in the order in which they passed; connections in any order that both runs have.
     */
    private static List<List<ObjectNode>> byConnection(List<JsonNode> messages) {
        Map<String, List<ObjectNode>> connections = new LinkedHashMap<>();
        for (ObjectNode message : comparable(messages)) {
            String connection = message.remove("connection").asText();
            connections.computeIfAbsent(connection, each -> new ArrayList<>()).add(message);
        }
        return connections.values().stream()
                .sorted(Comparator.comparing(List::toString))
                .toList();
    }

    private static String[] sniff(String port, String name, Path folder, String option) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + Path.of("..", "config", "jvm.args").toAbsolutePath().normalize(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                Wirepath.class.getName(),
                "sniff",
                port,
                option,
                "--name=" + name,
                "--spool=" + folder,
                "--quiet"));
        return command.toArray(String[]::new);
    }

    /**
     * The port was opened before, and what is in its ring is kept from now on, also by a sniffer that is told to end.
     */
    private static boolean isCapturing(Path spool) {
        if (!Spool.isSpool(spool)) {
            return false;
        }
        try (SpoolReader reader = Spool.read(spool)) {
            return reader.lastNumber() > 0;
        } catch (IOException e) {
            // it is just being made
            return false;
        }
    }

    private static List<JsonNode> messages(Path input) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(out, new PrintStream(err, true, StandardCharsets.UTF_8), false, false, false);
        assertEquals(
                0,
                CommandTree.run(console, "messages", "--json", "--quiet", input.toString()),
                () -> err.toString(StandardCharsets.UTF_8));
        List<JsonNode> messages = new ArrayList<>();
        ObjectMapper mapper = new ObjectMapper();
        for (String line : out.toString(StandardCharsets.UTF_8).lines().toList()) {
            messages.add(mapper.readTree(line));
        }
        return messages;
    }

    /**
     * Messages but for what is the capture's own: times, of which each socket has its own some microseconds apart, with
     * the waiting that is made of them; digests, which each run keys again; numbers of connections, which are counted
     * again here in the order in which they come; and what a message is told of later, that it was the last of its
     * direction or was sent again, which it only learns from packets of the same block.
     */
    private static List<ObjectNode> comparable(List<JsonNode> messages) {
        Map<String, Integer> connections = new HashMap<>();
        List<ObjectNode> all = new ArrayList<>();
        for (JsonNode message : messages) {
            ObjectNode copy = message.deepCopy();
            copy.remove(OWN);
            ArrayNode flags = copy.putArray("flags");
            for (JsonNode flag : message.path("flags")) {
                if (!flag.asText().equals("fin")) {
                    flags.add(flag);
                }
            }
            String number = message.get("connection").asText();
            copy.put("connection", connections.computeIfAbsent(number, each -> connections.size()));
            all.add(copy);
        }
        return all;
    }
}

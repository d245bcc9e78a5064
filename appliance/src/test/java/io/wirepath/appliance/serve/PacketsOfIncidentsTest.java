package io.wirepath.appliance.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import io.wirepath.appliance.Wirepath;
import io.wirepath.appliance.config.binding.HostPort;
import io.wirepath.appliance.extcap.IncidentTaps;
import io.wirepath.appliance.serve.http.HttpService;
import io.wirepath.appliance.serve.http.HttpSettings;
import io.wirepath.appliance.ship.Certificates;
import io.wirepath.appliance.ship.RemoteRings;
import io.wirepath.appliance.ship.SpoolReceiver;
import io.wirepath.appliance.ship.SpoolShipper;
import io.wirepath.causes.window.WindowSettings;
import io.wirepath.merge.spool.SpoolSettings;
import io.wirepath.pipeline.CallPackets;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.RemotePackets;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From an incident, and from a request, to the packets: over the API, and as an interface of Wireshark. */
final class PacketsOfIncidentsTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long START = 1_795_000_000L * SECOND;
    private static final String ASK = "ask-ask-ask-ask-ask";

    @TempDir
    private static Path directory;

    private static Service service;
    private static HttpService http;
    private static Path audit;
    private static Path spool;
    private static JsonNode incident;

    @BeforeAll
    static void aSlowReplicaIsAnIncident() throws Exception {
        Path capture = directory.resolve("site.pcap");
        long[] times = {START, START + 75 * SECOND, START + 105 * SECOND, START + 125 * SECOND};
        SiteOfFaults.write(SiteOfFaults.Fault.SLOW_REPLICA, times, 20, 1, capture);
        spool = ServiceLab.sniff(directory, "tap", capture, "--ring", "32MiB");
        WindowSettings windows = new WindowSettings(60 * SECOND, 10 * SECOND, 10 * SECOND);
        SteppedService stepped = new SteppedService(directory.resolve("state"), windows);
        stepped.serve(List.of(spool), START + 125 * SECOND);
        long now = START + 800 * SECOND;
        Path tokens =
                Files.writeString(directory.resolve("tokens"), "grafana view view-view-view-view\nops ask " + ASK);
        audit = directory.resolve("audit.jsonl");
        service = new ServiceLab(20).start(stepped.settings().withSpools(List.of(spool)), () -> now, () -> now);
        http = HttpService.start(
                new HttpSettings("127.0.0.1", 0, null, null, tokens, audit, 1 << 20, null), service, line -> {});
        incident = new ObjectMapper()
                .readTree(get("/api/v1/findings", ASK).body())
                .path("findings")
                .valueStream()
                .filter(own -> own.path("title").asText().startsWith("app@10.9.1.32 answers"))
                .findFirst()
                .orElseThrow();
    }

    @AfterAll
    static void stop() {
        http.close();
        service.close();
    }

    private static String base() {
        return "http://127.0.0.1:" + http.port();
    }

    private static HttpResponse<byte[]> get(String path, String token) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(base() + path))
                                .header("Authorization", "Bearer " + token)
                                .build(),
                        BodyHandlers.ofByteArray());
    }

    private static String ofIncident() {
        return "/api/v1/findings/" + incident.path("id").asText() + "/packets";
    }

    /** The messages of a file, whatever the file is called. */
    private static List<String> messages(Path capture) {
        return ServiceLab.run("messages", "--json", capture.toString()).lines().toList();
    }

    /** The same packets as extract finds in the capture, by the connection and time of the request. */
    @Test
    void thePacketsOfARequestAreThoseThatExtractFinds() throws Exception {
        String number =
                incident.path("incident").path("examples").path(0).path("call").asText();
        String path = "/api/v1/windows/" + incident.path("window").asText() + "/requests/" + number;
        JsonNode request = new ObjectMapper().readTree(get(path, ASK).body());
        JsonNode call = request.path("calls").path(0);
        String wanted = call.path("from").asText() + ":" + call.path("fromPort").asText() + ">"
                + call.path("to").asText() + ":" + call.path("port").asText() + "@"
                + Instant.ofEpochSecond(0, request.path("startNanos").asLong());
        Path found = directory.resolve("found.pcapng");
        ServiceLab.run("extract", wanted, directory.resolve("site.pcap").toString(), "--request", "-w", found + "");
        HttpResponse<byte[]> answer = get(path + "/packets", ASK);
        Path got = Files.write(directory.resolve("request.pcapng"), answer.body());
        assertEquals(messages(found), messages(got));
        assertEquals(200, answer.statusCode());
        assertTrue(new String(answer.body(), UTF_8).contains("; caused by call "));
        assertTrue(new String(answer.body(), UTF_8).contains("; waited for call "));
    }

    @Test
    void theseOfAnIncidentAreOfRequestsThatShowItAndOfLikeOnes() throws Exception {
        HttpResponse<byte[]> whole = get(ofIncident(), ASK);
        assertEquals(
                "attachment; filename=\"incident-" + incident.path("id").asText() + ".pcapng\"",
                whole.headers().firstValue("Content-Disposition").orElse(""));
        String text = new String(whole.body(), UTF_8);
        assertTrue(text.contains("from before, for comparison: call ") && text.contains("app@10.9.1.32"));
        Path file = Files.write(directory.resolve("incident.pcapng"), whole.body());
        long requests = messages(file).stream()
                .filter(line -> line.contains("10.9.1.32:") && line.contains("\"role\":\"request\""))
                .count();
        assertTrue(requests >= incident.path("incident").path("examples").size(), () -> "requests: " + requests);
    }

    @Test
    void packetsAreForWhoMayAskAndTheLogTellsWhoReadThem() throws Exception {
        assertEquals(403, get(ofIncident(), "view-view-view-view").statusCode());
        assertEquals(200, get("/api/v1/findings", "view-view-view-view").statusCode());
        assertEquals(200, get(ofIncident(), ASK).statusCode());
        List<String> lines = Files.readAllLines(audit).stream()
                .filter(line -> line.contains(ofIncident()))
                .toList();
        assertTrue(lines.stream().anyMatch(line -> line.contains("grafana") && line.contains("403")), lines::toString);
        assertTrue(lines.stream().anyMatch(line -> line.contains("ops") && line.contains("200")), lines::toString);
        assertEquals(404, get("/api/v1/findings/none/packets", ASK).statusCode());
        assertEquals(
                404,
                get("/api/v1/windows/19700101T000000Z-60/requests/0/packets", ASK)
                        .statusCode());
        assertTrue(new String(get("/api/v1/sniffers", ASK).body(), UTF_8).contains("\"ring\":true"));
    }

    /** A service that reads no spool beside the ring gets the same packets from the sniffer, over mutual TLS. */
    @Test
    void packetsOfASnifferOnAnotherMachineAreTheSameWhereItGivesThem() throws Exception {
        Certificates keys = new Certificates(directory.resolve("keys"));
        RemoteRings rings = new RemoteRings();
        ServeSettings alone = service.settings().withSpools(List.of());
        KeptPackets remote = new KeptPackets(alone, service.reports(), service.calls(), rings);
        Failure none = assertThrows(Failure.class, () -> remote.ofIncident(finding(), "ops"));
        assertTrue(String.valueOf(none.getMessage()).contains("--ring-on-request"), none::getMessage);
        List<String> given = new CopyOnWriteArrayList<>();
        SpoolReceiver.Settings receive = new SpoolReceiver.Settings(
                new HostPort("127.0.0.1", 0),
                keys.sign("service"),
                directory.resolve("received"),
                SpoolSettings.defaults(),
                1L << 30,
                Map.of(),
                List.of(),
                () -> new byte[0]);
        try (SpoolReceiver receiver = SpoolReceiver.start(receive, rings, Clock.systemUTC(), line -> {})) {
            SpoolShipper shipper = new SpoolShipper(
                    spool,
                    new SpoolShipper.Settings(
                            "tap",
                            "test 1",
                            new HostPort("127.0.0.1", receiver.port()),
                            keys.sign("tap"),
                            true,
                            given::add),
                    () -> true);
            Thread thread = new Thread(shipper, "shipper");
            thread.start();
            while (rings.sniffers().isEmpty()) {
                assertTrue(thread.isAlive());
                Thread.onSpinWait();
            }
            assertTrue(remote.isKept("tap"));
            assertArrayEquals(get(ofIncident(), ASK).body(), remote.ofIncident(finding(), "ops at 10.0.0.9"));
            shipper.stop();
            thread.join();
        }
        assertEquals(1, given.size(), given::toString);
        assertTrue(given.get(0).startsWith("tap: gave ") && given.get(0).endsWith(" to ops at 10.0.0.9"), given.get(0));
    }

    /** A ring that cannot be opened takes nothing from what the others hold. */
    @Test
    void aRingWhoseKeyIsNotAtHandIsMissingAlone() throws Exception {
        Path other = directory.resolve("sealed/tap2");
        try (Stream<Path> files = Files.walk(spool)) {
            for (Path each : (Iterable<Path>) files::iterator) {
                Path to = other.resolve(spool.relativize(each).toString());
                if (Files.isDirectory(each)) {
                    Files.createDirectories(to);
                } else if (each.toString().endsWith(".pcapng")) {
                    Files.writeString(Path.of(to + ".sealed"), "WPSEALED" + "key of nobody".repeat(9));
                } else {
                    Files.copy(each, to);
                }
            }
        }
        ServeSettings both = service.settings().withSpools(List.of(spool, other));
        KeptPackets packets = new KeptPackets(both, service.reports(), service.calls(), RemotePackets.NONE);
        String file = new String(packets.ofIncident(finding(), "ops"), UTF_8);
        assertTrue(file.contains("Packets may be missing: tap2: ") && file.contains("is sealed"));
        assertTrue(file.contains("; caused by call "));
        KeptPackets sealed = new KeptPackets(
                service.settings().withSpools(List.of(other)), service.reports(), service.calls(), RemotePackets.NONE);
        Failure none = assertThrows(Failure.class, () -> sealed.ofIncident(finding(), "ops"));
        assertTrue(String.valueOf(none.getMessage()).contains("tap2: "), none::getMessage);
    }

    /** A sniffer that gives what it has tells what of its ring it could not read. */
    @Test
    void damageToARingOnAnotherMachineIsSaid() throws Exception {
        Path given = Files.write(
                directory.resolve("given.pcapng"), get(ofIncident(), ASK).body());
        RemotePackets remote = new RemotePackets() {
            @Override
            public Set<String> sniffers() {
                return Set.of("away");
            }

            @Override
            public Answer ask(String sniffer, List<CallPackets.Stretch> wanted, String reader) {
                return new Answer() {
                    @Override
                    public Path file() {
                        return given;
                    }

                    @Override
                    public String damage() {
                        return "2 of the ring's files are damaged";
                    }

                    @Override
                    public void close() {}
                };
            }
        };
        ServeSettings alone = service.settings().withSpools(List.of());
        KeptPackets packets = new KeptPackets(alone, service.reports(), service.calls(), remote);
        String file = new String(packets.ofIncident(finding(), "ops"), UTF_8);
        assertTrue(file.contains("Packets may be missing: away: 2 of the ring's files are damaged"));
    }

    /** Where there is no room for an answer, the others are closed, so that their sniffers can be asked again. */
    @Test
    void answersAreClosedWhereOneCannotBeTaken() throws Exception {
        AtomicInteger open = new AtomicInteger();
        RemotePackets full = new RemotePackets() {
            @Override
            public Set<String> sniffers() {
                return Set.of("a", "b");
            }

            @Override
            public Answer ask(String sniffer, List<CallPackets.Stretch> wanted, String reader) throws IOException {
                if (sniffer.equals("b")) {
                    throw new IOException("there is no room");
                }
                open.incrementAndGet();
                return new Answer() {
                    @Override
                    public Path file() {
                        throw new Failure("the disk is broken");
                    }

                    @Override
                    public String damage() {
                        return "";
                    }

                    @Override
                    public void close() {
                        open.decrementAndGet();
                    }
                };
            }
        };
        KeptPackets packets =
                new KeptPackets(service.settings().withSpools(List.of()), service.reports(), service.calls(), full);
        Failure none = assertThrows(Failure.class, () -> packets.ofIncident(finding(), "ops"));
        assertTrue(String.valueOf(none.getMessage()).contains("b: there is no room; a: the disk"), none::getMessage);
        assertEquals(0, open.get());
    }

    /** It is over and told of, but no window holds its calls. */
    @Test
    void whatNoWindowToldHasNoPacketsAndIsNoInterface() throws Exception {
        ObjectNode brief = finding().deepCopy();
        brief.remove("window");
        brief.remove("state");
        KeptPackets packets =
                new KeptPackets(service.settings(), service.reports(), service.calls(), RemotePackets.NONE);
        Failure yet = assertThrows(Failure.class, () -> packets.ofIncident(brief, "ops"));
        assertTrue(String.valueOf(yet.getMessage()).contains("not complete yet"), yet::getMessage);
        brief.put("state", "no_evidence_since");
        Failure never = assertThrows(Failure.class, () -> packets.ofIncident(brief, "ops"));
        assertTrue(String.valueOf(never.getMessage()).contains("no window told"), never::getMessage);

        ObjectNode told = new ObjectMapper().createObjectNode();
        told.putArray("findings").add(brief).add(finding());
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] answer = told.toString().getBytes(UTF_8);
        server.createContext("/api/v1/findings", exchange -> {
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        try {
            URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
            assertEquals(1, new IncidentTaps(address, null).list().size());
        } finally {
            server.stop(0);
        }
    }

    private static ObjectNode finding() {
        return (ObjectNode) incident;
    }

    private static String[] extcap(String... more) throws IOException {
        Path token = Files.writeString(directory.resolve("token"), ASK);
        return Stream.concat(
                        Stream.of("extcap", "--serve", base(), "--token-file", token.toString()),
                        Stream.concat(
                                Stream.of(more),
                                Stream.of(spool.resolveSibling("*").toString())))
                .toArray(String[]::new);
    }

    @Test
    void incidentsAndRingsAreInterfacesToCaptureFrom() throws Exception {
        String list = ServiceLab.run(extcap("--extcap-interfaces", "--extcap-version=4.0"));
        String name = "wirepath-incident-" + incident.path("id").asText();
        assertTrue(
                list.contains("\ninterface {value=wirepath-ring-tap}{display=Wirepath, latest packets of tap}\n"),
                list);
        assertTrue(list.contains("\ninterface {value=" + name + "}{display=Wirepath, incident of 20"), list);
        Path pipe = directory.resolve("pipe.pcapng");
        ServiceLab.run(extcap("--capture", "--extcap-interface", name, "--fifo", pipe.toString()));
        assertArrayEquals(get(ofIncident(), ASK).body(), Files.readAllBytes(pipe));
        Path ring = directory.resolve("ring.pcapng");
        ServiceLab.run(extcap(
                "--capture",
                "--extcap-interface=wirepath-ring-tap",
                "--last=1000",
                "--follow=false",
                "--fifo=" + ring));
        assertEquals(messages(directory.resolve("site.pcap")), messages(ring), "all of a ring is what was captured");
    }

    /** What is no fault of ours is that there is no Wireshark. */
    @Test
    void wiresharkListsThemAndCapturesFromThem() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/tshark")) && Files.isExecutable(Path.of("/usr/bin/dumpcap")));
        Path folder = Files.createDirectories(directory.resolve("config/wireshark/extcap"));
        Path program = folder.resolve("wirepath");
        ServiceLab.run(extcap("--plugin", program.toString()));
        String java = "exec '" + Path.of(System.getProperty("java.home"), "bin", "java")
                + "' '-XX:TieredStopAtLevel=1' '-cp' '" + System.getProperty("java.class.path") + "' "
                + Wirepath.class.getName() + " 'extcap'";
        Files.writeString(
                program,
                Files.readString(program).replaceFirst("exec '[^']*' 'extcap'", Matcher.quoteReplacement(java)));
        String list = tshark("-D");
        String name = "wirepath-incident-" + incident.path("id").asText();
        assertTrue(list.contains(name + " (Wirepath, incident of 20") && list.contains("wirepath-ring-tap ("), list);
        String read =
                tshark("-i", name, "-N", "n", "-T", "fields", "-e", "frame.comment", "-e", "frame.interface_name");
        Path file = Files.write(
                directory.resolve("same.pcapng"), get(ofIncident(), ASK).body());
        String same =
                tshark("-r", file.toString(), "-T", "fields", "-e", "frame.comment", "-e", "frame.interface_name");
        assertTrue(same.contains("caused by call"), same);
        assertEquals(
                same.lines().filter(line -> line.contains("call ")).toList(),
                read.lines().filter(line -> line.contains("call ")).toList());
    }

    private static String tshark(String... arguments) throws IOException, InterruptedException {
        ProcessBuilder start = new ProcessBuilder(
                Stream.concat(Stream.of("tshark"), Stream.of(arguments)).toList());
        start.environment().put("XDG_CONFIG_HOME", directory.resolve("config").toString());
        Process tshark =
                start.redirectError(directory.resolve("tshark.log").toFile()).start();
        String out = new String(tshark.getInputStream().readAllBytes(), UTF_8);
        assertEquals(0, tshark.waitFor(), () -> out);
        return out;
    }
}

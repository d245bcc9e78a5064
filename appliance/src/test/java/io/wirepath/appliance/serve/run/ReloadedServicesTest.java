package io.wirepath.appliance.serve.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.appliance.systemd.HangupAssumption;
import io.wirepath.flows.decode.DecodeCounter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sniffer and the service that reads its spool, changed under load by their files and SIGHUP, and by the API. */
final class ReloadedServicesTest {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(90);
    private static final int CLIENTS = 24;
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    private Path directory;

    private final List<Program> programs = new ArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeEach
    void asRoot() throws IOException {
        HangupAssumption.check();
        assumeTrue(
                "root".equals(System.getProperty("user.name")) && Files.exists(Path.of("/proc/net/packet")),
                "capturing the loopback needs Linux and root");
    }

    @AfterEach
    void end() {
        programs.forEach(Program::close);
    }

    private Program start(String name, String... arguments) throws IOException {
        Program program = new Program(directory.resolve(name + ".log"), "512m", List.of(arguments));
        programs.add(program);
        return program;
    }

    private Path write(String name, String yaml) throws IOException {
        return Files.writeString(directory.resolve(name), yaml);
    }

    private static void await(Program program, String text) throws Exception {
        await(program, text, () -> program.said().contains(text));
    }

    private static void await(Program program, String what, Callable<Boolean> holds) throws Exception {
        long until = System.nanoTime() + PATIENCE_NANOS;
        while (!holds.call()) {
            assertTrue(System.nanoTime() < until && program.isAlive(), () -> what + " never came: " + program.said());
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private Program sniffer(EchoLoad load) throws Exception {
        Program sniffer = start(
                "sniff",
                "sniff",
                "lo",
                "--config",
                write("sniffer.yaml", "capture: {filter: 'tcp port " + load.port() + "'}\n")
                        .toString(),
                "--name",
                "tap",
                "--spool",
                directory.resolve("spools").toString(),
                "--set",
                "content.salt-file=" + directory.resolve("salt"),
                "--json",
                "--quiet");
        await(sniffer, "the first roll", () -> rolls() > 0);
        return sniffer;
    }

    private long rolls() throws IOException {
        Path spool = directory.resolve("spools/tap");
        if (!Files.isDirectory(spool)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(spool)) {
            return files.filter(file -> file.getFileName().toString().startsWith("0"))
                    .count();
        }
    }

    /** Had a frame been lost at a change, a stream would have a hole. */
    @Test
    void aSnifferTakesFilterSamplingAndFramersWithoutLosingAFrame() throws Exception {
        try (EchoLoad load = new EchoLoad(CLIENTS)) {
            Program sniffer = sniffer(load);
            for (String host : List.of("127.0.0.1", "127.0.0.0/8")) {
                String filter = "tcp port " + load.port() + " and net " + host;
                write("sniffer.yaml", "capture: {filter: '" + filter + "'}\n");
                sniffer.hangUp();
                await(sniffer, "tap: The filter is now: " + filter);
            }
            write("sniffer.yaml", """
                    capture: {filter: 'tcp port %d'}
                    sampling: {connections: 50%%}
                    messages: {framers: [dns]}
                    spool: {max-age: 6d}
                    """.formatted(load.port()));
            sniffer.hangUp();
            await(sniffer, "sampling.connections: 100% → 50%");
            await(sniffer, "tap: 50.00 % of the connections are watched.");
            await(sniffer, "tap: Protocols that are looked for: DNS.");
            await(sniffer, "spool.max-age: 7d → 6d needs a restart");
            write("sniffer.yaml", "capture: {filter: 'tcp prot 80'}\n");
            sniffer.hangUp();
            await(sniffer, "syntax error");
            assertEquals(143, sniffer.end());

            String said = sniffer.said();
            JsonNode counters = new ObjectMapper()
                    .readTree(said.substring(said.indexOf("{\n")))
                    .at("/sniffers/0/counters");
            long fates = 0;
            for (DecodeCounter fate : DecodeCounter.values()) {
                fates += counters.path(fate.name()).asLong();
            }
            assertEquals(counters.path("FRAMES").asLong(), fates);
            assertEquals(
                    counters.path("FRAMES_OFFERED").asLong(),
                    counters.path("FRAMES").asLong());
            assertTrue(counters.path("MESSAGES").asLong() > 1000, counters::toString);
            assertTrue(counters.path("PACKETS_LEFT_OUT_BY_SAMPLING").asLong() > 0, counters::toString);
            assertEquals(0, counters.path("HOLES").asLong(), counters::toString);
            assertEquals(0, counters.path("STRAY_SEGMENTS").asLong(), counters::toString);
        }
    }

    @Test
    void theServiceTakesWindowsAndAlgorithmFromItsFileAndFromTheApi() throws Exception {
        try (EchoLoad load = new EchoLoad(2)) {
            Program sniffer = sniffer(load);
            Path file = write("serve.yaml", "windows: {length: 3s, before: 1s, after: 1s}\n");
            Program serve = start(
                    "serve",
                    "serve",
                    "--config",
                    file.toString(),
                    "--directory",
                    directory.resolve("serve").toString(),
                    "--listen",
                    "127.0.0.1:0",
                    "--set",
                    "receive.listen=",
                    "--set",
                    "merge.hold=1s",
                    directory.resolve("spools/tap").toString());
            await(serve, "page and API at http://127.0.0.1:");
            String api = found(serve.said(), "page and API at (http://127\\.0\\.0\\.1:\\d+/)") + "api/v1/";
            await(serve, "a window", () -> windows(api).size() >= 2);

            write("serve.yaml", "windows: {length: 2s, before: 1s, after: 1s}\nanalysis: {algorithm: linking}\n");
            serve.hangUp();
            await(serve, "windows.length: 3s → 2s");
            await(serve, "settings changed by the configuration");
            await(serve, "a window of 2 s", () -> lengths(windows(api)).contains(2 * SECOND));

            HttpResponse<String> changed = client.send(
                    HttpRequest.newBuilder(URI.create(api + "settings"))
                            .header("Content-Type", "application/json")
                            .method(
                                    "PATCH",
                                    HttpRequest.BodyPublishers.ofString("{\"windows\":{\"lengthNanos\":4000000000}}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertEquals(200, changed.statusCode(), changed::body);
            await(serve, "settings changed by the API");
            await(serve, "a window of 4 s", () -> lengths(windows(api)).contains(4 * SECOND));

            JsonNode windows = windows(api);
            List<long[]> spans = new ArrayList<>();
            windows.forEach(window -> spans.add(new long[] {
                window.path("fromNanos").asLong(), window.path("toNanos").asLong()
            }));
            spans.sort((a, b) -> Long.compare(a[0], b[0]));
            for (int i = 1; i < spans.size(); i++) {
                assertEquals(spans.get(i - 1)[1] - spans.get(i)[0], 0L, "windows have gaps or overlap: " + windows);
            }
            assertEquals(143, sniffer.end());
            assertEquals(143, serve.end());
        }
    }

    private JsonNode windows(String api) throws Exception {
        String body = client.send(
                        HttpRequest.newBuilder(URI.create(api + "windows?limit=1000"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
        return new ObjectMapper().readTree(body).path("windows");
    }

    private static List<Long> lengths(JsonNode windows) {
        List<Long> lengths = new ArrayList<>();
        windows.forEach(window -> lengths.add(
                window.path("toNanos").asLong() - window.path("fromNanos").asLong()));
        return lengths;
    }

    private static String found(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertTrue(matcher.find(), text);
        return matcher.group(1);
    }
}

package io.wirepath.appliance.serve.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The two live commands of the README work as they stand there, in either order, a replay in place of the interface.
 */
class LiveCommandsOfReadmeTest {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(180);
    private static final long LOOK_MILLIS = 100;
    private static final Pattern ADDRESS = Pattern.compile("page and API at (http://[0-9.:]+)");
    private static final String SPOOLS = "spools/*";

    @TempDir
    private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();

    private static List<String> command(String verb) throws IOException {
        String line = Files.readAllLines(Path.of("../README.md")).stream()
                .filter(each -> each.startsWith("    ") && each.contains("./wirepath " + verb + " "))
                .findFirst()
                .orElseThrow();
        String command = line.substring(line.indexOf(verb), line.indexOf('#')).strip();
        return List.of(command.split(" +", -1));
    }

    private Program sniff() throws IOException {
        List<String> arguments = new ArrayList<>();
        for (String each : command("sniff")) {
            switch (each) {
                case "eth1" -> arguments.addAll(List.of("--name", "eth1", "--read", "../samples/slow/sw-web.pcap.gz"));
                case "spools" -> arguments.add(directory.resolve(each).toString());
                default -> arguments.add(each);
            }
        }
        arguments.addAll(List.of("--pace", "max", "--set", "content.salt-file=" + directory.resolve("salt")));
        return new Program(directory.resolve("sniff.log"), "512m", List.of(), arguments);
    }

    private Program serve() throws IOException {
        List<String> arguments = new ArrayList<>();
        for (String each : command("serve")) {
            switch (each) {
                case SPOOLS -> arguments.addAll(expanded());
                case "state" -> arguments.add(directory.resolve(each).toString());
                default -> arguments.add(each);
            }
        }
        arguments.addAll(List.of("--listen", "127.0.0.1:0"));
        return new Program(directory.resolve("serve.log"), "512m", List.of(), arguments);
    }

    /** As a shell does: what matches, or the pattern itself where nothing does. */
    private List<String> expanded() throws IOException {
        Path spools = directory.resolve("spools");
        if (!Files.exists(spools)) {
            return List.of(directory.resolve(SPOOLS).toString());
        }
        try (Stream<Path> inside = Files.list(spools)) {
            return inside.sorted().map(Path::toString).toList();
        }
    }

    private String address(Program serve) throws InterruptedException {
        Matcher found = ADDRESS.matcher("");
        await(serve, said -> found.reset(said.said()).find());
        return found.group(1);
    }

    private static void await(Program program, Predicate<Program> condition) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.test(program)) {
            assertTrue(program.isAlive() && System.nanoTime() < deadline, program::said);
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    private HttpResponse<String> get(String address) {
        try {
            return client.send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private void assertIsReady(Program serve, String address) throws InterruptedException {
        await(serve, each -> get(address + "/readyz").statusCode() == 200);
        assertTrue(get(address + "/api/v1/sniffers").body().contains("\"eth1\""));
        assertEquals(143, serve.end());
    }

    @Test
    void sniffThenServe() throws Exception {
        try (Program sniff = sniff()) {
            await(sniff, each -> Files.exists(directory.resolve("spools/eth1")));
            try (Program serve = serve()) {
                assertIsReady(serve, address(serve));
            }
        }
    }

    @Test
    void serveThenSniff() throws Exception {
        try (Program serve = serve()) {
            String address = address(serve);
            await(serve, each -> get(address + "/readyz").body().contains("there is no spool yet"));
            assertEquals(503, get(address + "/readyz").statusCode());
            assertEquals(200, get(address + "/healthz").statusCode());
            try (Program sniff = sniff()) {
                assertIsReady(serve, address);
                assertTrue(Files.exists(directory.resolve("sniff.log")), sniff::said);
            }
        }
    }
}

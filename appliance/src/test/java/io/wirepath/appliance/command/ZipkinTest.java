package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.pipeline.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import zipkin2.Span;
import zipkin2.codec.SpanBytesDecoder;

/** The calls of the recorded sample in Zipkin: read by its own classes, and taken by a real server. */
final class ZipkinTest {

    private static final int DEFAULT_LIMIT_OF_A_REQUEST = 10 << 20;

    @TempDir
    private Path temp;

    private Path written(String... more) {
        Path file = temp.resolve("zipkin.json");
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new ByteArrayOutputStream(), new PrintStream(err, true, StandardCharsets.UTF_8), false, false, false);
        List<String> arguments = new ArrayList<>(List.of("analyze", "--quiet", "--names", "../samples/slow/hosts"));
        arguments.addAll(List.of(more));
        arguments.addAll(List.of("--zipkin", file.toString()));
        List.of("sw-web", "sw-app", "sw-data").forEach(sniffer -> arguments.add(SampleCapture.path(sniffer)));
        int status = CommandTree.run(console, arguments.toArray(String[]::new));
        assertEquals(0, status, err::toString);
        return file;
    }

    @Test
    void itsOwnClassesReadEverySpanAndFindEveryParent() throws IOException {
        List<Span> spans = SpanBytesDecoder.JSON_V2.decodeList(Files.readAllBytes(written()));
        Map<String, Span> byId = new HashMap<>();
        spans.forEach(span -> byId.put(span.id(), span));
        assertEquals(spans.size(), byId.size(), "identifiers are unique");
        Set<String> links = new TreeSet<>();
        for (Span span : spans) {
            assertTrue(span.durationAsLong() > 0 && span.timestampAsLong() > 0, span::toString);
            if (span.parentId() != null) {
                Span parent = byId.get(span.parentId());
                assertEquals(span.traceId(), parent.traceId());
                assertEquals(
                        span.kind() == Span.Kind.SERVER ? parent.remoteServiceName() : parent.localServiceName(),
                        span.localServiceName());
            }
            if (span.kind() == Span.Kind.CLIENT) {
                links.add(span.localServiceName() + " " + span.remoteServiceName());
            }
        }
        assertTrue(links.containsAll(List.of("client web", "web app", "app redis", "app pg")), links::toString);
    }

    @Test
    void operationsAreNamedAsTheConventionsOfHttpNameThem() throws IOException {
        List<Span> spans = SpanBytesDecoder.JSON_V2.decodeList(Files.readAllBytes(written("--operations")));
        List<Span> items =
                spans.stream().filter(span -> "get /item/*".equals(span.name())).toList();
        assertTrue(items.size() > 100, () -> items.size() + " requests for an item");
        for (Span span : items) {
            boolean asks = span.kind() == Span.Kind.CLIENT;
            assertEquals("GET", span.tags().get("http.request.method"));
            assertEquals("/item/*", span.tags().get(asks ? "url.template" : "http.route"));
        }
    }

    @Test
    @Tag("slow")
    void aRealServerTakesThemAndDrawsTheServices() throws IOException, InterruptedException {
        Path file = written();
        assertTrue(Files.size(file) < DEFAULT_LIMIT_OF_A_REQUEST, "the sample fits one request");
        Path jar = Path.of("target", "zipkin", "zipkin.jar");
        assertTrue(Files.exists(jar), "the profile slow copies " + jar);
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Process server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-jar",
                        jar.toString(),
                        "--server.address=127.0.0.1",
                        "--server.port=" + port)
                .redirectErrorStream(true)
                .redirectOutput(temp.resolve("zipkin.log").toFile())
                .start();
        try {
            URI api = URI.create("http://127.0.0.1:" + port + "/api/v2/");
            awaitHealthy(server, URI.create("http://127.0.0.1:" + port + "/health"));
            HttpRequest post = HttpRequest.newBuilder(api.resolve("spans"))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofFile(file))
                    .build();
            assertEquals(
                    202,
                    HttpClient.newHttpClient()
                            .send(post, BodyHandlers.ofString())
                            .statusCode());
            long end = TimeUnit.MICROSECONDS.toMillis(SpanBytesDecoder.JSON_V2
                    .decodeList(Files.readAllBytes(file))
                    .get(0)
                    .timestampAsLong());
            String stretch = "endTs=" + (end + TimeUnit.HOURS.toMillis(1)) + "&lookback=" + TimeUnit.HOURS.toMillis(2);
            Set<String> links = new HashSet<>();
            for (JsonNode link : get(api.resolve("dependencies?" + stretch))) {
                links.add(link.get("parent").asText() + " " + link.get("child").asText());
            }
            assertTrue(links.containsAll(List.of("client web", "web app", "app redis", "app pg")), links::toString);
            JsonNode traces = get(api.resolve("traces?serviceName=pg&limit=10&" + stretch));
            assertEquals(10, traces.size());
        } finally {
            server.destroy();
            server.waitFor();
        }
    }

    private static JsonNode get(URI uri) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri).build();
        String body = HttpClient.newHttpClient()
                .send(request, BodyHandlers.ofString())
                .body();
        return new ObjectMapper().readTree(body);
    }

    /** A server has no other way to tell that it has begun than to answer. */
    private void awaitHealthy(Process server, URI health) throws IOException, InterruptedException {
        long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (System.nanoTime() < until && server.isAlive()) {
            try {
                HttpRequest request = HttpRequest.newBuilder(health).build();
                if (HttpClient.newHttpClient()
                                .send(request, BodyHandlers.discarding())
                                .statusCode()
                        == 200) {
                    return;
                }
            } catch (ConnectException e) {
                // not begun yet
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
        }
        throw new AssertionError(Files.readString(temp.resolve("zipkin.log")));
    }
}

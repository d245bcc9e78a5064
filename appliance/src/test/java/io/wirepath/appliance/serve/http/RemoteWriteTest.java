package io.wirepath.appliance.serve.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import com.sun.net.httpserver.HttpServer;
import io.wirepath.report.export.PrometheusSamples;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.xerial.snappy.Snappy;

/** The figures of a service where no Prometheus can ask for them. */
final class RemoteWriteTest extends HttpFixture {

    private static final Path PROMETHEUS = Path.of("/usr/bin/prometheus");

    /** Labels, value and time of each figure of a request, by the general reader of protobuf. */
    private static Map<Map<String, String>, List<Number>> read(byte[] body) throws Exception {
        Map<Map<String, String>, List<Number>> all = new HashMap<>();
        for (ByteString each : message(ByteString.copyFrom(Snappy.uncompress(body)))
                .getField(1)
                .getLengthDelimitedList()) {
            Map<String, String> labels = new TreeMap<>();
            List<String> order = new ArrayList<>();
            for (ByteString label : message(each).getField(1).getLengthDelimitedList()) {
                String name = text(message(label), 1);
                labels.put(name, text(message(label), 2));
                order.add(name);
            }
            assertEquals(List.copyOf(labels.keySet()), order, "the protocol wants them in order");
            UnknownFieldSet sample =
                    message(message(each).getField(2).getLengthDelimitedList().get(0));
            all.put(
                    labels,
                    List.of(
                            Double.longBitsToDouble(
                                    sample.getField(1).getFixed64List().get(0)),
                            sample.getField(2).getVarintList().get(0)));
        }
        return all;
    }

    private static UnknownFieldSet message(ByteString bytes) throws Exception {
        return UnknownFieldSet.parseFrom(bytes);
    }

    private static String text(UnknownFieldSet message, int field) {
        return message.getField(field).getLengthDelimitedList().get(0).toStringUtf8();
    }

    @Test
    void eachLineIsAFigureWithItsLabels() throws Exception {
        String text = """
                # HELP a A figure.
                # TYPE a gauge
                a 1.5
                b_total{x="1,\\"2\\"}",y="a\\\\b\\nc"} 3.0E9
                c{le="+Inf",} +Inf
                c{le="1"} NaN
                """;
        Map<Map<String, String>, List<Number>> read =
                read(PrometheusSamples.request(text, Map.of("job", "wirepath"), 1_795_000_000_123L));
        assertEquals(
                Map.of(
                        Map.of("__name__", "a", "job", "wirepath"),
                        List.of(1.5, 1_795_000_000_123L),
                        Map.of("__name__", "b_total", "job", "wirepath", "x", "1,\"2\"}", "y", "a\\b\nc"),
                        List.of(3.0e9, 1_795_000_000_123L),
                        Map.of("__name__", "c", "job", "wirepath", "le", "+Inf"),
                        List.of(Double.POSITIVE_INFINITY, 1_795_000_000_123L),
                        Map.of("__name__", "c", "job", "wirepath", "le", "1"),
                        List.of(Double.NaN, 1_795_000_000_123L)),
                read);
        assertThrows(IllegalArgumentException.class, () -> PrometheusSamples.request("no figure", Map.of(), 0));
    }

    @Test
    void whatIsNotTakenIsSentAgainWithTheTimeThatItHad() throws Exception {
        BlockingQueue<byte[]> bodies = new LinkedBlockingQueue<>();
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            boolean good = "snappy".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"))
                    && "Bearer secret".equals(exchange.getRequestHeaders().getFirst("Authorization"));
            exchange.sendResponseHeaders(!good ? 400 : bodies.isEmpty() ? 503 : 204, -1);
            exchange.close();
            bodies.add(body);
        });
        receiver.start();
        start(HttpSettings.onLoopback(0), "http");
        URI to = URI.create("http://127.0.0.1:" + receiver.getAddress().getPort() + "/api/v1/write");
        try (RemoteWrite sent =
                http.writeTo(new RemoteWrite.Settings(to, Duration.ofHours(1), "secret", "here:1"), log::add)) {
            byte[] first = bodies.poll(30, TimeUnit.SECONDS);
            byte[] again = bodies.poll(30, TimeUnit.SECONDS);
            assertEquals(new String(first, UTF_8), new String(again, UTF_8));
            Map<String, String> up = Map.of("__name__", "wirepath_up", "job", "wirepath", "instance", "here:1");
            assertTrue(read(again).containsKey(up), () -> "no figure " + up);
        } finally {
            receiver.stop(0);
        }
    }

    /** Every figure that {@code /metrics} shows is in a real Prometheus, of Debian's package. */
    @Test
    void aPrometheusAnswersQuestionsAboutThem() throws Exception {
        assumeTrue(Files.isExecutable(PROMETHEUS));
        int port = freePort();
        Path config = Files.writeString(directory.resolve("prometheus.yml"), "global: {}\n");
        Process prometheus = new ProcessBuilder(
                        PROMETHEUS.toString(),
                        "--config.file=" + config,
                        "--storage.tsdb.path=" + directory.resolve("tsdb"),
                        "--web.listen-address=127.0.0.1:" + port,
                        "--web.enable-remote-write-receiver")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("prometheus.log").toFile())
                .start();
        start(HttpSettings.onLoopback(0), "http");
        List<String> before = figures();
        URI to = URI.create("http://127.0.0.1:" + port + "/api/v1/write");
        try (RemoteWrite sent =
                http.writeTo(new RemoteWrite.Settings(to, Duration.ofHours(1), null, "here:1"), log::add)) {
            String question = "http://127.0.0.1:" + port + "/api/v1/query?query=%7Bjob%3D%22wirepath%22%7D";
            JsonNode found = ask(question);
            while (found.path("data").path("result").isEmpty()) {
                assertTrue(prometheus.isAlive(), "Prometheus has ended");
                Thread.onSpinWait();
                found = ask(question);
            }
            Set<String> there = new TreeSet<>();
            found.path("data")
                    .path("result")
                    .forEach(
                            own -> there.add(own.path("metric").path("__name__").asText()));
            assertEquals(Set.of(), missing(before, there), "figures of before it was sent that are not there");
            // some appear with the first collection of garbage, or the first request
            int count = found.path("data").path("result").size();
            assertTrue(before.size() <= count && count <= figures().size(), () -> count + " figures");
            assertTrue(found.toString().contains("\"wirepath_up\""));
        } finally {
            prometheus.destroyForcibly().waitFor();
        }
    }

    /** The names of all figures of {@code /metrics}, one for each line. */
    private List<String> figures() throws Exception {
        return send("GET", "/metrics", "")
                .body()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("[{ ]", 2)[0])
                .toList();
    }

    private static Set<String> missing(List<String> wanted, Set<String> there) {
        Set<String> missing = new TreeSet<>(wanted);
        missing.removeAll(there);
        return missing;
    }

    /** What it answers; nothing while it starts. */
    private JsonNode ask(String question) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(question)).build();
        try {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            return new ObjectMapper().readTree(answer.statusCode() == 200 ? answer.body() : "{}");
        } catch (ConnectException e) {
            return new ObjectMapper().createObjectNode();
        }
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}

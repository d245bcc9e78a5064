package io.wirepath.report.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.util.JsonFormat;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.wirepath.appliance.ship.Certificates;
import io.wirepath.appliance.ship.TlsFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a receiver that unpacks and reads what it gets with the protocol's own classes. */
final class OtlpHttpTest {

    private static final byte[] SPANS =
            "{\"resourceSpans\":[{\"scopeSpans\":[{\"spans\":[{\"name\":\"a\"}]}]}]}".getBytes(StandardCharsets.UTF_8);

    private final Deque<Integer> answers = new ArrayDeque<>();
    private final List<String> received = new ArrayList<>();
    private final List<Long> waits = new ArrayList<>();
    private HttpServer receiver;
    private String body = "{}";

    @BeforeEach
    void start() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", this::answer);
        receiver.start();
    }

    @AfterEach
    void stop() {
        receiver.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        assertEquals("gzip", exchange.getRequestHeaders().getFirst("Content-Encoding"));
        assertEquals("application/json", exchange.getRequestHeaders().getFirst("Content-Type"));
        ExportTraceServiceRequest.Builder request = ExportTraceServiceRequest.newBuilder();
        try (GZIPInputStream in = new GZIPInputStream(exchange.getRequestBody())) {
            JsonFormat.parser().merge(new String(in.readAllBytes(), StandardCharsets.UTF_8), request);
        }
        received.add(exchange.getRequestURI().getPath() + " " + request.getResourceSpansCount() + " "
                + exchange.getRequestHeaders().getFirst("X-Scope"));
        int status = answers.isEmpty() ? 200 : answers.remove();
        if (status == 429) {
            exchange.getResponseHeaders().add("Retry-After", "7");
        }
        byte[] text = (status == 200 ? body : "said " + status).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, text.length);
        exchange.getResponseBody().write(text);
        exchange.close();
    }

    private OtlpHttp endpoint(String path) {
        return new OtlpHttp(
                "http://" + receiver.getAddress().getHostString() + ":"
                        + receiver.getAddress().getPort() + path,
                OtlpSignal.TRACES,
                "X-Scope=tenant one",
                OtlpTls.of(Map.of()),
                waits::add);
    }

    /** A receiver whose authority no Java trusts by itself. */
    @Test
    void withTlsWhoIsTrustedIsNamedByTheEnvironment(@TempDir Path directory) throws Exception {
        Certificates ours = new Certificates(directory);
        TlsFiles there = ours.sign("collector");
        HttpsServer secure = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        secure.setHttpsConfigurator(new HttpsConfigurator(ours.context("collector")));
        secure.createContext("/v1/traces", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        secure.start();
        String address = "https://127.0.0.1:" + secure.getAddress().getPort();
        Map<String, String> environment =
                Map.of("OTEL_EXPORTER_OTLP_CERTIFICATE", there.authority().toString());
        try (OtlpReceiver trusting = OtlpReceiver.of(address, environment, waits::add);
                OtlpReceiver strange = OtlpReceiver.of(address, Map.of(), waits::add)) {
            trusting.check();
            assertThrows(IOException.class, strange::check);
        } finally {
            secure.stop(0);
        }
    }

    @Test
    void filesForTlsThatSayNothingAreRefused(@TempDir Path directory) throws IOException {
        Path empty = Files.createFile(directory.resolve("empty.pem"));
        for (Map<String, String> environment : List.of(
                Map.of("OTEL_EXPORTER_OTLP_CERTIFICATE", empty.toString()),
                Map.of("OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE", empty.toString()),
                Map.of("OTEL_EXPORTER_OTLP_CLIENT_KEY", empty.toString()))) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> OtlpReceiver.of("https://localhost:4318", environment, waits::add),
                    environment::toString);
        }
    }

    @Test
    void sendsGzippedRequestsToTheUsualPath() throws IOException {
        OtlpHttp endpoint = endpoint("");
        endpoint.check();
        endpoint.batch(SPANS, 1);
        assertEquals(List.of("/v1/traces 0 tenant one", "/v1/traces 1 tenant one"), received);
        assertEquals(List.of(), waits);
    }

    @Test
    void keepsAPathThatWasNamed() throws IOException {
        endpoint("/otlp/v1/traces").batch(SPANS, 1);
        assertEquals(List.of("/otlp/v1/traces 1 tenant one"), received);
    }

    @Test
    void triesAgainWhatMayPassAndWaitsAsLongAsItIsAsked() throws IOException {
        answers.addAll(List.of(503, 429, 502, 200));
        endpoint("").batch(SPANS, 1);
        assertEquals(4, received.size());
        assertEquals(List.of(1_000_000_000L, 7_000_000_000L, 4_000_000_000L), waits);
    }

    @Test
    void givesUpAtOnceWhatWillNotPass() {
        answers.add(400);
        IOException refused = assertThrows(IOException.class, () -> endpoint("").batch(SPANS, 1));
        assertTrue(refused.getMessage().endsWith("/v1/traces: answered 400: said 400"), refused.getMessage());
        assertEquals(1, received.size());
    }

    @Test
    void countsWhatTheReceiverDidNotTake() throws IOException {
        body = "{\"partialSuccess\":{\"rejectedSpans\":\"3\",\"errorMessage\":\"too old\"}}";
        OtlpHttp endpoint = endpoint("");
        endpoint.batch(SPANS, 1);
        assertEquals(3, endpoint.rejected());
        assertEquals("too old", endpoint.reason());
    }

    @Test
    void givesUpWhereNobodyListens() {
        OtlpHttp endpoint = endpoint("");
        receiver.stop(0);
        assertThrows(IOException.class, endpoint::check);
        assertThrows(IOException.class, () -> endpoint.batch(SPANS, 1));
        assertEquals(5, waits.size());
    }

    @Test
    void refusesWhatIsNoAddress() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new OtlpHttp("localhost:4318", OtlpSignal.TRACES, "", OtlpTls.of(Map.of()), waits::add));
        assertThrows(
                IllegalArgumentException.class,
                () -> new OtlpHttp("file:///tmp/x", OtlpSignal.TRACES, "", OtlpTls.of(Map.of()), waits::add));
    }
}

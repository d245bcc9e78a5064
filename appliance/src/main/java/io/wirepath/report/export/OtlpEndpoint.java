package io.wirepath.report.export;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.zip.GZIPOutputStream;

/**
 * A receiver of OTLP over HTTP: a collector, Jaeger, Tempo. Requests are gzipped JSON; what the protocol calls
 * retryable (429, 502, 503, 504, no connection) is tried again after a wait that doubles, or that the receiver names
 * (OTLP 1.x, "OTLP/HTTP Response", "OTLP/HTTP Throttling"). Not thread-safe.
 */
public final class OtlpEndpoint implements OtlpWriter.Sink {

    /** Variable of the environment with the headers that a receiver wants. */
    public static final String HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";

    /** Where a receiver listens when its address has no path. */
    private static final String TRACES = "/v1/traces";

    private static final Set<Integer> RETRYABLE = Set.of(429, 502, 503, 504);
    private static final int ATTEMPTS = 6;
    private static final long FIRST_WAIT_NANOS = 1_000_000_000L;
    private static final long LONGEST_WAIT_NANOS = 30_000_000_000L;
    private static final int MAX_OF_AN_ANSWER = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final byte[] NOTHING = "{\"resourceSpans\":[]}".getBytes(StandardCharsets.UTF_8);

    private final URI uri;
    private final Map<String, String> headers;
    private final LongConsumer waiting;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    private long rejected;
    private String reason = "";

    /**
     * A receiver.
     *
     * @param address {@code http://HOST:4318}, or with the path of its traces
     * @param headers what to send besides, as in {@code OTEL_EXPORTER_OTLP_HEADERS}: {@code name=value,name=value}; may
     *     be empty
     * @param waiting waits so many nanoseconds
     * @throws IllegalArgumentException where the address is none of HTTP
     */
    public OtlpEndpoint(String address, String headers, LongConsumer waiting) {
        URI endpoint = URI.create(address);
        boolean http = "http".equals(endpoint.getScheme()) || "https".equals(endpoint.getScheme());
        if (!http || endpoint.getHost() == null) {
            throw new IllegalArgumentException(
                    "'" + address + "' is not an address such as http://localhost:4318 (OTLP over HTTP; 4317 is gRPC)");
        }
        String path = endpoint.getPath() == null ? "" : endpoint.getPath();
        uri = path.isEmpty() || path.equals("/") ? endpoint.resolve(TRACES) : endpoint;
        this.headers = new LinkedHashMap<>();
        for (String header : headers.split(",", -1)) {
            int equals = header.indexOf('=');
            if (equals > 0) {
                this.headers.put(
                        header.substring(0, equals).strip(),
                        header.substring(equals + 1).strip());
            }
        }
        this.waiting = waiting;
    }

    /**
     * Sends a request without spans, once: a receiver that is not there or does not want ours says so before the work.
     */
    public void check() throws IOException {
        HttpResponse<String> answer = post(zipped(NOTHING));
        if (answer.statusCode() / 100 != 2 && !RETRYABLE.contains(answer.statusCode())) {
            throw refusal(answer);
        }
    }

    @Override
    public void batch(byte[] json, int spans) throws IOException {
        byte[] body = zipped(json);
        long wait = FIRST_WAIT_NANOS;
        for (int attempt = 1; ; attempt++) {
            try {
                HttpResponse<String> answer = post(body);
                if (answer.statusCode() / 100 == 2) {
                    note(answer.body());
                    return;
                }
                if (!RETRYABLE.contains(answer.statusCode()) || attempt == ATTEMPTS) {
                    throw refusal(answer);
                }
                waiting.accept(named(answer).orElse(wait));
            } catch (ConnectException | HttpTimeoutException e) {
                if (attempt == ATTEMPTS) {
                    throw new IOException(uri + ": no connection after " + ATTEMPTS + " attempts", e);
                }
                waiting.accept(wait);
            }
            wait = Math.min(LONGEST_WAIT_NANOS, 2 * wait);
        }
    }

    /** Spans that the receiver took no interest in, and why it says so; 0 where it took all. */
    public long rejected() {
        return rejected;
    }

    /** What the receiver said of what it rejected. */
    public String reason() {
        return reason;
    }

    private HttpResponse<String> post(byte[] body) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .header("Content-Encoding", "gzip");
        headers.forEach(request::setHeader);
        try {
            return client.send(
                    request.POST(HttpRequest.BodyPublishers.ofByteArray(body)).build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(uri + ": interrupted", e);
        }
    }

    private IOException refusal(HttpResponse<String> answer) {
        String text = answer.body().strip();
        String shown = text.length() > MAX_OF_AN_ANSWER ? text.substring(0, MAX_OF_AN_ANSWER) + "…" : text;
        return new IOException(uri + ": answered " + answer.statusCode() + (shown.isEmpty() ? "" : ": " + shown)
                + (answer.statusCode() == 404 ? "; name the path of its traces, such as " + TRACES : ""));
    }

    /** A wait that the receiver asks for, in whole seconds. */
    private static OptionalLong named(HttpResponse<String> answer) {
        return answer.headers().firstValue("Retry-After").stream()
                .filter(text -> text.matches("[0-9]{1,4}"))
                .mapToLong(text -> Long.parseLong(text) * 1_000_000_000L)
                .findFirst();
    }

    private void note(String body) throws IOException {
        if (body.contains("partialSuccess")) {
            JsonNode partial = new ObjectMapper().readTree(body).path("partialSuccess");
            rejected += partial.path("rejectedSpans").asLong();
            reason = partial.path("errorMessage").asText(reason);
        }
    }

    private static byte[] zipped(byte[] json) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(json);
        }
        return bytes.toByteArray();
    }
}

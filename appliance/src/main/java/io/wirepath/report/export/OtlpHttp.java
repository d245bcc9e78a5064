package io.wirepath.report.export;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.zip.GZIPOutputStream;

/** A receiver of OTLP over HTTP: requests are gzipped JSON; 429, 502, 503 and 504 may pass later. */
final class OtlpHttp extends OtlpReceiver {

    private static final Set<Integer> RETRYABLE = Set.of(429, 502, 503, 504);
    private static final int MAX_OF_AN_ANSWER = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final URI uri;
    private final Map<String, String> headers;
    private final HttpClient client;

    OtlpHttp(String address, OtlpSignal signal, String headers, OtlpTls tls, LongConsumer waiting) {
        this(uri(address, signal), signal, headers, tls, waiting);
    }

    private OtlpHttp(URI uri, OtlpSignal signal, String headers, OtlpTls tls, LongConsumer waiting) {
        super(uri.toString(), signal, waiting);
        this.uri = uri;
        this.headers = headers(headers);
        client = HttpClient.newBuilder()
                .connectTimeout(Duration.ofSeconds(10))
                .sslContext(tls.forHttp())
                .build();
    }

    private static URI uri(String address, OtlpSignal signal) {
        URI endpoint = URI.create(address);
        boolean http = "http".equals(endpoint.getScheme()) || "https".equals(endpoint.getScheme());
        if (!http || endpoint.getHost() == null) {
            throw new IllegalArgumentException("'" + address
                    + "' is not an address such as http://localhost:4318 (OTLP over HTTP) or grpc://localhost:4317");
        }
        String path = endpoint.getPath() == null ? "" : endpoint.getPath();
        return path.isEmpty() || path.equals("/") ? endpoint.resolve(signal.path) : endpoint;
    }

    @Override
    Answer attempt(byte[] json) throws IOException {
        HttpResponse<String> answer = post(zipped(json));
        if (answer.statusCode() / 100 != 2) {
            return new Answer(refusal(answer), RETRYABLE.contains(answer.statusCode()), named(answer), 0, "");
        }
        JsonNode partial = answer.body().contains("partialSuccess")
                ? new ObjectMapper().readTree(answer.body()).path("partialSuccess")
                : MissingNode.getInstance();
        return Answer.taken(
                partial.path("rejectedSpans").asLong()
                        + partial.path("rejectedDataPoints").asLong(),
                partial.path("errorMessage").asText());
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

    private String refusal(HttpResponse<String> answer) {
        String text = answer.body().strip();
        String shown = text.length() > MAX_OF_AN_ANSWER ? text.substring(0, MAX_OF_AN_ANSWER) + "…" : text;
        return "answered " + answer.statusCode() + (shown.isEmpty() ? "" : ": " + shown)
                + (answer.statusCode() == 404
                        ? "; name the path of its " + signal.path.substring(signal.path.lastIndexOf('/') + 1)
                                + ", such as " + signal.path
                        : "");
    }

    /** A wait that the receiver asks for, in whole seconds. */
    private static OptionalLong named(HttpResponse<String> answer) {
        return answer.headers().firstValue("Retry-After").stream()
                .filter(text -> text.matches("[0-9]{1,4}"))
                .mapToLong(text -> Long.parseLong(text) * 1_000_000_000L)
                .findFirst();
    }

    private static byte[] zipped(byte[] json) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(json);
        }
        return bytes.toByteArray();
    }
}

package io.wirepath.report.export;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/**
 * A receiver of OTLP: a collector, Jaeger, Tempo. What the protocol calls retryable, and no connection, is tried again
 * after a wait that doubles, or that the receiver names (OTLP 1.x, "Throttling"). Not thread-safe.
 */
public abstract class OtlpReceiver implements OtlpWriter.Sink, AutoCloseable {

    /** Variable of the environment with the headers that a receiver wants. */
    static final String HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";

    private static final int ATTEMPTS = 6;
    private static final long FIRST_WAIT_NANOS = 1_000_000_000L;
    private static final long LONGEST_WAIT_NANOS = 30_000_000_000L;
    final String address;
    final OtlpSignal signal;
    private final LongConsumer waiting;
    private long rejected;
    private String reason = "";

    /**
     * A receiver at an address.
     *
     * @param waiting waits so many nanoseconds
     */
    OtlpReceiver(String address, OtlpSignal signal, LongConsumer waiting) {
        this.address = address;
        this.signal = signal;
        this.waiting = waiting;
    }

    /**
     * What came of an attempt.
     *
     * @param problem what is wrong; empty where the request was taken
     * @param again whether it may pass later
     * @param waitNanos how long the receiver wants to be left alone, where it says so
     * @param rejected spans or histograms of a request that it did not take
     * @param reason what it says of these
     */
    record Answer(String problem, boolean again, OptionalLong waitNanos, long rejected, String reason) {

        static Answer taken(long rejected, String reason) {
            return new Answer("", false, OptionalLong.empty(), rejected, reason);
        }
    }

    /**
     * The receiver of spans at this address.
     *
     * @param address {@code http://HOST:4318}, or with the path of its traces; {@code grpc://HOST:4317}; both with an s
     *     for TLS
     * @param environment what to send besides, in {@code OTEL_EXPORTER_OTLP_HEADERS}: {@code name=value,name=value};
     *     whom to trust, as {@link OtlpTls} reads it
     * @param waiting waits so many nanoseconds
     * @throws IllegalArgumentException where the address is none, or a file cannot be used
     */
    public static OtlpReceiver of(String address, Map<String, String> environment, LongConsumer waiting) {
        return of(address, OtlpSignal.TRACES, environment, waiting);
    }

    /** The same of {@link OtlpHistograms}. */
    public static OtlpReceiver ofMetrics(String address, Map<String, String> environment, LongConsumer waiting) {
        return of(address, OtlpSignal.METRICS, environment, waiting);
    }

    private static OtlpReceiver of(
            String address, OtlpSignal signal, Map<String, String> environment, LongConsumer waiting) {
        String headers = environment.getOrDefault(HEADERS, "");
        OtlpTls tls = OtlpTls.of(environment);
        return address.startsWith("grpc")
                ? new OtlpGrpc(address, signal, headers, tls, waiting)
                : new OtlpHttp(address, signal, headers, tls, waiting);
    }

    /** Tries once. What is no connection, or no answer, may pass later; another exception not. */
    abstract Answer attempt(byte[] json) throws IOException;

    /**
     * Sends a request with nothing in it, once: a receiver that is not there or does not want ours says so before work.
     */
    public void check() throws IOException {
        Answer answer = attempt(("{\"" + signal.field + "\":[]}").getBytes(StandardCharsets.UTF_8));
        if (!answer.problem.isEmpty() && !answer.again) {
            throw new IOException(address + ": " + answer.problem);
        }
    }

    @Override
    public void batch(byte[] json, int spans) throws IOException {
        long wait = FIRST_WAIT_NANOS;
        for (int attempt = 1; ; attempt++) {
            Answer answer = attemptOrAgain(json, attempt == ATTEMPTS);
            if (answer.problem.isEmpty()) {
                rejected += answer.rejected;
                reason = answer.reason.isEmpty() ? reason : answer.reason;
                return;
            }
            if (!answer.again || attempt == ATTEMPTS) {
                throw new IOException(address + ": " + answer.problem);
            }
            waiting.accept(answer.waitNanos.orElse(wait));
            wait = Math.min(LONGEST_WAIT_NANOS, 2 * wait);
        }
    }

    private Answer attemptOrAgain(byte[] json, boolean isLast) throws IOException {
        try {
            return attempt(json);
        } catch (ConnectException | HttpTimeoutException e) {
            if (isLast) {
                throw new IOException(address + ": no connection after " + ATTEMPTS + " attempts", e);
            }
            return new Answer("no connection", true, OptionalLong.empty(), 0, "");
        }
    }

    /** Spans or histograms that the receiver took no interest in; 0 where it took all. */
    public long rejected() {
        return rejected;
    }

    /** What the receiver said of what it rejected. */
    public String reason() {
        return reason;
    }

    /** Ends the connection. */
    @Override
    public void close() {}

    /** Headers out of a variable of the environment. */
    static Map<String, String> headers(String text) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (String header : text.split(",", -1)) {
            int equals = header.indexOf('=');
            if (equals > 0) {
                headers.put(
                        header.substring(0, equals).strip(),
                        header.substring(equals + 1).strip());
            }
        }
        return headers;
    }
}

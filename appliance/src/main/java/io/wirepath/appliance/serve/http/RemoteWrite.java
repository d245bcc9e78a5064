package io.wirepath.appliance.serve.http;

import io.wirepath.appliance.serve.alert.HttpTransport;
import io.wirepath.appliance.serve.alert.Outbox;
import io.wirepath.report.export.PrometheusSamples;
import java.io.Closeable;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends the figures of the service to a Prometheus, or what speaks its remote write protocol, at equal times: for a
 * service that no Prometheus can reach. Those of an hour of 15 s wait where it is away, and the oldest are dropped.
 * Thread-safe.
 */
public final class RemoteWrite implements Closeable {

    private static final int MAX_WAITING = 240;
    private static final long FIRST_WAIT_NANOS = 1_000_000_000L;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "wirepath-remote-write");
        thread.setDaemon(true);
        return thread;
    });
    private final Outbox outbox;

    /**
     * Where to, and how often.
     *
     * @param to address, such as {@code http://localhost:9090/api/v1/write}
     * @param every time from one to the next
     * @param token shown as {@code Authorization: Bearer}; null for none
     * @param instance which service it is, as the label {@code instance}
     */
    public record Settings(URI to, Duration every, @Nullable String token, String instance) {}

    /**
     * Starts to send.
     *
     * @param figures as {@code GET /metrics} gives them
     * @param wallMillis the time of day, ms since the epoch
     * @param log takes a line for what was not taken
     */
    RemoteWrite(Settings settings, Supplier<String> figures, LongSupplier wallMillis, Consumer<String> log) {
        Map<String, String> headers = new LinkedHashMap<>(PrometheusSamples.HEADERS);
        if (settings.token != null) {
            headers.put("Authorization", "Bearer " + settings.token);
        }
        outbox = new Outbox(
                new HttpTransport(settings.to, headers),
                new Outbox.Settings("a moment's set of figures", MAX_WAITING, FIRST_WAIT_NANOS),
                log);
        Map<String, String> labels = Map.of("job", "wirepath", "instance", settings.instance);
        var unused = timer.scheduleAtFixedRate(
                () -> {
                    try {
                        outbox.offer(PrometheusSamples.request(figures.get(), labels, wallMillis.getAsLong()));
                    } catch (RuntimeException e) {
                        log.accept("the figures of a moment cannot be sent: " + e);
                    }
                },
                0,
                settings.every.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        timer.shutdownNow();
        outbox.close();
    }
}

package io.wirepath.appliance.serve.alert;

import io.wirepath.appliance.serve.FindingLog.News;
import io.wirepath.appliance.serve.FindingLog.Stage;
import java.io.Closeable;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells one address of problems, in the order in which they begin and end, with the patience of an {@link Outbox}, in
 * which {@value #MAX_WAITING} wait at most. Thread-safe.
 */
public final class Webhook implements Consumer<News>, Closeable {

    /** Alerts that wait, at most. */
    static final int MAX_WAITING = 1000;

    private static final long FIRST_WAIT_NANOS = 1_000_000_000L;

    private final Settings settings;
    private final LongSupplier wall;
    private final Outbox outbox;

    /**
     * Where and how.
     *
     * @param address where it is sent
     * @param form what it looks like
     * @param token shown as {@code Authorization: Bearer}; null for none
     * @param page address of the service's page
     * @param firstWaitNanos how long after a first failure it is tried again
     */
    public record Settings(
            URI address, AlertForm form, @Nullable String token, String page, long firstWaitNanos) {

        /** With the usual wait. */
        public Settings(URI address, AlertForm form, @Nullable String token, String page) {
            this(address, form, token, page, FIRST_WAIT_NANOS);
        }
    }

    /**
     * Starts to send.
     *
     * @param wall the time of day, ns since the epoch
     * @param log takes a line for what was not taken
     */
    public Webhook(Settings settings, LongSupplier wall, Consumer<String> log) {
        this.settings = settings;
        this.wall = wall;
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", settings.form.contentType);
        if (settings.token != null) {
            headers.put("Authorization", "Bearer " + settings.token);
        }
        outbox = new Outbox(
                new Outbox.Settings(settings.address, headers, "an alert", MAX_WAITING, settings.firstWaitNanos), log);
    }

    /** Tells of what somebody is to be woken for. */
    @Override
    public void accept(News told) {
        boolean again = told.stage() == Stage.OPEN && !settings.form.isToldAgain;
        if (!again && told.isAlert()) {
            outbox.offer(
                    settings.form.body(told, settings.page, wall.getAsLong()).getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Alerts that were dropped because too many waited. */
    public long dropped() {
        return outbox.dropped();
    }

    /** Sends nothing more. */
    @Override
    public void close() {
        outbox.close();
    }
}

package io.wirepath.appliance.serve.alert;

import io.wirepath.appliance.serve.FindingLog;
import io.wirepath.appliance.serve.FindingLog.News;
import io.wirepath.appliance.serve.FindingLog.Stage;
import java.io.Closeable;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Tells one address of problems, in the order in which they begin and end, with the patience of an {@link Outbox}, in
 * which {@value #MAX_WAITING} wait at most. Thread-safe.
 */
public final class Webhook implements FindingLog.Listener, Closeable {

    /** Alerts that wait, at most. */
    static final int MAX_WAITING = 1000;

    private static final long FIRST_WAIT_NANOS = 1_000_000_000L;

    private final Settings settings;
    private final LongSupplier wall;
    private final boolean isSyslog;
    private final Outbox outbox;

    /**
     * Where and how.
     *
     * @param address where it is sent, by HTTP or as syslog
     * @param form what it looks like
     * @param token shown as {@code Authorization: Bearer}, by HTTP alone; null for none
     * @param host the name of this machine, for syslog
     * @param page address of the service's page
     * @param firstWaitNanos how long after a first failure it is tried again
     */
    public record Settings(
            URI address, AlertForm form, @Nullable String token, String host, String page, long firstWaitNanos) {

        /** With the usual wait. */
        public Settings(URI address, AlertForm form, @Nullable String token, String host, String page) {
            this(address, form, token, host, page, FIRST_WAIT_NANOS);
        }
    }

    /**
     * Starts to send.
     *
     * @param wall the time of day, ns since the epoch
     * @param log takes a line for what was not taken
     */
    public Webhook(Settings settings, LongSupplier wall, Consumer<String> log) {
        this(settings, wall, log, (SSLSocketFactory) SSLSocketFactory.getDefault());
    }

    Webhook(Settings settings, LongSupplier wall, Consumer<String> log, SSLSocketFactory tls) {
        this.settings = settings;
        this.wall = wall;
        isSyslog = isSyslog(settings.address.toString());
        outbox = new Outbox(
                isSyslog ? new SyslogTransport(settings.address, tls) : http(settings),
                new Outbox.Settings("an alert", MAX_WAITING, settings.firstWaitNanos),
                log);
    }

    /** Whether syslog can be sent there: {@code syslog+tcp}, {@code syslog+tls} or {@code syslog}, a host, a port. */
    public static boolean isSyslog(String address) {
        return SyslogTransport.isAddress(address);
    }

    private static Transport http(Settings settings) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", settings.form.contentType);
        if (settings.token != null) {
            headers.put("Authorization", "Bearer " + settings.token);
        }
        return new HttpTransport(settings.address, headers);
    }

    /** Tells all of these; what each of them took is taken. */
    public static FindingLog.Listener toAll(List<Webhook> webhooks) {
        return (told, taken) -> {
            AtomicInteger left = new AtomicInteger(webhooks.size());
            if (webhooks.isEmpty()) {
                taken.run();
            }
            webhooks.forEach(webhook -> webhook.hear(told, () -> {
                if (left.decrementAndGet() == 0) {
                    taken.run();
                }
            }));
        };
    }

    /** Tells of what somebody is to be woken for; what it does not send, refused or dropped counts as taken. */
    @Override
    public void hear(News told, Runnable taken) {
        boolean again = told.stage() == Stage.OPEN && !settings.form.isToldAgain;
        if (again || !told.isAlert()) {
            taken.run();
        } else {
            long now = wall.getAsLong();
            String body = isSyslog
                    ? SyslogMessage.of(told, settings.form, settings.host, settings.page, now)
                    : settings.form.body(told, settings.page, now);
            outbox.offer(body.getBytes(StandardCharsets.UTF_8), taken);
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

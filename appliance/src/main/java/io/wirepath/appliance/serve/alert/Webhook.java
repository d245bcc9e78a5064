package io.wirepath.appliance.serve.alert;

import io.wirepath.appliance.serve.FindingLog.News;
import io.wirepath.appliance.serve.FindingLog.Stage;
import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells one address of problems, in the order in which they begin and end. What cannot be sent (no connection, 429, or
 * a fault of the receiver) is tried again after a wait that doubles, up to a minute, until it is taken; at most
 * {@value #MAX_WAITING} wait, and of more the oldest are dropped. Both are told in the log. Thread-safe.
 */
public final class Webhook implements Consumer<News>, Closeable {

    /** Alerts that wait, at most. */
    static final int MAX_WAITING = 1000;

    private static final long FIRST_WAIT_NANOS = 1_000_000_000L;
    private static final long LONGEST_WAIT_NANOS = 60_000_000_000L;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int TOO_MANY = 429;
    private static final int FAULT = 500;
    private static final int DONE = 2;
    private static final int HUNDRED = 100;

    private final Settings settings;
    private final LongSupplier wall;
    private final Consumer<String> log;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final Deque<String> waiting = new ArrayDeque<>();
    private final Thread thread = new Thread(this::work, "wirepath-webhook");
    private boolean ended;
    private long dropped;

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
        this.log = log;
        thread.setDaemon(true);
        thread.start();
    }

    /** Tells of what somebody is to be woken for. */
    @Override
    public void accept(News told) {
        boolean again = told.stage() == Stage.OPEN && !settings.form.isToldAgain;
        if (!again && told.isAlert()) {
            offer(settings.form.body(told, settings.page, wall.getAsLong()));
        }
    }

    private synchronized void offer(String body) {
        if (waiting.size() == MAX_WAITING) {
            waiting.removeFirst();
            dropped++;
        }
        waiting.addLast(body);
        notifyAll();
    }

    /** Alerts that were dropped because too many waited. */
    public synchronized long dropped() {
        return dropped;
    }

    private void work() {
        long wait = settings.firstWaitNanos;
        try {
            for (String body = next(); body != null; body = next()) {
                String problem = send(body);
                if (problem.isEmpty()) {
                    taken(body);
                    wait = settings.firstWaitNanos;
                } else {
                    log.accept(settings.address.getHost() + ": an alert was not taken: " + problem + "; tried again");
                    pause(wait);
                    wait = Math.min(LONGEST_WAIT_NANOS, 2 * wait);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized @Nullable String next() throws InterruptedException {
        while (waiting.isEmpty() && !ended) {
            wait();
        }
        return ended ? null : waiting.peekFirst();
    }

    @SuppressWarnings("ReferenceEquality") // the same one, unless it was dropped meanwhile
    private synchronized void taken(String body) {
        if (waiting.peekFirst() == body) {
            waiting.removeFirst();
        }
    }

    private synchronized void pause(long nanos) throws InterruptedException {
        long until = System.nanoTime() + nanos;
        for (long rest = nanos; rest > 0 && !ended; rest = until - System.nanoTime()) {
            wait(rest / 1_000_000, (int) (rest % 1_000_000));
        }
    }

    /** Sends it; gives why it is to be tried again, nothing where it was taken or refused for good. */
    private String send(String body) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(settings.address)
                .timeout(PATIENCE)
                .header("Content-Type", settings.form.contentType)
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (settings.token != null) {
            request.header("Authorization", "Bearer " + settings.token);
        }
        try {
            int status = client.send(request.build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
            if (status == TOO_MANY || status >= FAULT) {
                return "it answered " + status;
            }
            if (status / HUNDRED != DONE) {
                log.accept(settings.address.getHost() + ": refused an alert with " + status + "; it is left out");
            }
            return "";
        } catch (IOException e) {
            return "no connection (" + e.getClass().getSimpleName() + ")";
        }
    }

    /** Sends nothing more. */
    @Override
    public void close() {
        synchronized (this) {
            ended = true;
            notifyAll();
        }
        thread.interrupt();
    }
}

package io.wirepath.appliance.serve.alert;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Posts bodies to one address, in order. What cannot be sent (no connection, 429, or a fault of the receiver) is tried
 * again after a wait that doubles, up to a minute, until it is taken; of more than may wait the oldest are dropped.
 * Failures are told in the log. Thread-safe.
 */
public final class Outbox implements Closeable {

    private static final long LONGEST_WAIT_NANOS = 60_000_000_000L;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long STOP_MILLIS = 2000;
    private static final int TOO_MANY = 429;
    private static final int FAULT = 500;
    private static final int DONE = 2;
    private static final int HUNDRED = 100;

    private final Settings settings;
    private final HttpRequest.Builder request;
    private final Consumer<String> log;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final Deque<Posted> waiting = new ArrayDeque<>();
    private final Thread thread;
    private boolean ended;
    private long dropped;

    /**
     * Where and how.
     *
     * @param address where bodies are sent
     * @param headers of each request
     * @param what a body is, with its article, such as {@code an alert}
     * @param maxWaiting bodies that wait, at most
     * @param firstWaitNanos how long after a first failure it is tried again
     */
    public record Settings(
            URI address, Map<String, String> headers, String what, int maxWaiting, long firstWaitNanos) {}

    /**
     * Starts to send.
     *
     * @param log takes a line for what was not taken
     * @throws IllegalArgumentException where HTTP cannot be spoken with that address
     */
    public Outbox(Settings settings, Consumer<String> log) {
        this.settings = settings;
        this.log = log;
        request = HttpRequest.newBuilder(settings.address).timeout(PATIENCE);
        settings.headers.forEach(request::header);
        thread = new Thread(this::work, "wirepath-post");
        thread.setDaemon(true);
        thread.start();
    }

    /** A body, and what is run once it need not be sent any more. */
    private record Posted(byte[] body, Runnable done) {}

    /** Takes a body to be sent; never waits. */
    public void offer(byte[] body) {
        offer(body, () -> {});
    }

    /**
     * Takes a body to be sent; never waits.
     *
     * @param done run once, by any thread, when it was taken, refused for good or dropped
     */
    public void offer(byte[] body, Runnable done) {
        Posted oldest = null;
        synchronized (this) {
            if (waiting.size() == settings.maxWaiting) {
                oldest = waiting.removeFirst();
                dropped++;
            }
            waiting.addLast(new Posted(body, done));
            notifyAll();
        }
        if (oldest != null) {
            oldest.done.run();
        }
    }

    /** Bodies that were dropped because too many waited. */
    public synchronized long dropped() {
        return dropped;
    }

    private void work() {
        long wait = settings.firstWaitNanos;
        try {
            for (Posted posted = next(); posted != null; posted = next()) {
                String problem = send(posted.body);
                if (problem.isEmpty()) {
                    if (taken(posted)) {
                        posted.done.run();
                    }
                    wait = settings.firstWaitNanos;
                } else {
                    log.accept(settings.address.getHost() + ": " + settings.what + " was not taken: " + problem
                            + "; tried again");
                    pause(wait);
                    wait = Math.min(LONGEST_WAIT_NANOS, 2 * wait);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized @Nullable Posted next() throws InterruptedException {
        while (waiting.isEmpty() && !ended) {
            wait();
        }
        return ended ? null : waiting.peekFirst();
    }

    /** Whether it waited until now: what was dropped while it was sent has been told of. */
    @SuppressWarnings("ReferenceEquality")
    private synchronized boolean taken(Posted posted) {
        boolean isFirst = waiting.peekFirst() == posted;
        if (isFirst) {
            waiting.removeFirst();
        }
        return isFirst;
    }

    private synchronized void pause(long nanos) throws InterruptedException {
        long until = System.nanoTime() + nanos;
        for (long rest = nanos; rest > 0 && !ended; rest = until - System.nanoTime()) {
            wait(rest / 1_000_000, (int) (rest % 1_000_000));
        }
    }

    /** Sends it; gives why it is to be tried again, nothing where it was taken or refused for good. */
    private String send(byte[] body) throws InterruptedException {
        try {
            HttpRequest post = request.copy()
                    .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                    .build();
            int status =
                    client.send(post, HttpResponse.BodyHandlers.discarding()).statusCode();
            if (status == TOO_MANY || status >= FAULT) {
                return "it answered " + status;
            }
            if (status / HUNDRED != DONE) {
                log.accept(settings.address.getHost() + ": refused " + settings.what + " with " + status
                        + "; it is left out");
            }
            return "";
        } catch (IOException e) {
            return "no connection (" + e.getClass().getSimpleName() + ")";
        }
    }

    /** Sends nothing more; what is on its way counts as not taken. */
    @Override
    public void close() {
        synchronized (this) {
            ended = true;
            notifyAll();
        }
        thread.interrupt();
        try {
            thread.join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

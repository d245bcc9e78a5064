package io.wirepath.appliance.serve.alert;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends bodies to one receiver, in order, by a {@link Transport}. What is not taken and not refused for good is tried
 * again after a wait that doubles, up to a minute, until it is taken; of more than may wait the oldest are dropped.
 * Failures are told in the log. Thread-safe.
 */
public final class Outbox implements Closeable {

    private static final long LONGEST_WAIT_NANOS = 60_000_000_000L;
    private static final long STOP_MILLIS = 2000;

    private final Transport transport;
    private final Settings settings;
    private final Consumer<String> log;
    private final Deque<Posted> waiting = new ArrayDeque<>();
    private final Thread thread;
    private boolean ended;
    private long dropped;

    /**
     * What is sent, and how long it is tried.
     *
     * @param what a body is, with its article, such as {@code an alert}
     * @param maxWaiting bodies that wait, at most
     * @param firstWaitNanos how long after a first failure it is tried again
     */
    public record Settings(String what, int maxWaiting, long firstWaitNanos) {}

    /**
     * Starts to send.
     *
     * @param transport closed with this
     * @param log takes a line for what was not taken
     */
    public Outbox(Transport transport, Settings settings, Consumer<String> log) {
        this.transport = transport;
        this.settings = settings;
        this.log = log;
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
                Transport.Outcome outcome = send(posted.body);
                tell(outcome);
                if (outcome.isDone()) {
                    if (taken(posted)) {
                        posted.done.run();
                    }
                    wait = settings.firstWaitNanos;
                } else {
                    pause(wait);
                    wait = Math.min(LONGEST_WAIT_NANOS, 2 * wait);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Logs why it was not taken; at the end there is nothing to say of what was on its way. */
    private void tell(Transport.Outcome outcome) {
        if (!outcome.problem().isEmpty() && !hasEnded()) {
            log.accept(transport.host() + ": " + settings.what + " was not taken: " + outcome.problem()
                    + (outcome.isDone() ? "; it is left out" : "; tried again"));
        }
    }

    private synchronized boolean hasEnded() {
        return ended;
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

    private Transport.Outcome send(byte[] body) throws InterruptedException {
        try {
            return transport.send(body);
        } catch (IOException e) {
            return Transport.Outcome.again("no connection (" + e.getClass().getSimpleName() + ")");
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
        transport.close();
        try {
            thread.join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

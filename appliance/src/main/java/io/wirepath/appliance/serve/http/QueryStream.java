package io.wirepath.appliance.serve.http;

import io.javalin.http.sse.SseClient;
import io.wirepath.appliance.serve.query.IntervalResult;
import java.io.Closeable;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends results of standing queries to listeners (server-sent events). A thread of its own sends, so that a
 * listener who does not read keeps nobody waiting; what it cannot take in time is left out, and stands in the history.
 * Thread-safe.
 */
final class QueryStream implements Closeable {

    private static final int MAX_WAITING = 256;
    private static final long BEAT_SECONDS = 10;

    private final Listeners bounded;
    private final Map<SseClient, String> listeners = new ConcurrentHashMap<>();
    private final BlockingQueue<IntervalResult> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
    private final Thread sender = new Thread(this::send, "wirepath-query-stream");

    QueryStream(Listeners bounded) {
        this.bounded = bounded;
        sender.setDaemon(true);
        sender.start();
    }

    /** Adds a listener of a query. */
    void add(String query, SseClient client) {
        bounded.add(client, () -> listeners.remove(client));
        synchronized (client) {
            listeners.put(client, query);
            client.sendComment("listening");
        }
    }

    /** Takes a result; never waits. */
    void offer(IntervalResult result) {
        if (listeners.containsValue(result.query())) {
            waiting.offer(result);
        }
    }

    private void send() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                IntervalResult result = waiting.poll(BEAT_SECONDS, TimeUnit.SECONDS);
                listeners.forEach((client, query) -> sendTo(client, query, result));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends to a listener, one thread at a time: the one that greets it may not have come to its end. */
    private void sendTo(SseClient client, String query, @Nullable IntervalResult result) {
        synchronized (client) {
            try {
                if (result == null) {
                    client.sendComment("still there");
                } else if (result.query().equals(query)) {
                    client.sendEvent("result", QueriesResource.json(result).toString());
                }
                if (client.terminated()) {
                    listeners.remove(client);
                }
            } catch (RuntimeException e) {
                listeners.remove(client);
                client.close();
            }
        }
    }

    @Override
    public void close() {
        sender.interrupt();
        listeners.keySet().forEach(SseClient::close);
    }
}

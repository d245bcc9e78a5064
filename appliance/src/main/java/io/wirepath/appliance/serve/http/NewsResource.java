package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.sse.SseClient;
import io.wirepath.appliance.serve.Service;
import java.io.Closeable;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /api/v1/events}: tells pages that a window has a report, as server-sent events (WHATWG HTML, 9.2), so that
 * none has to ask again and again. Who begins to listen is told of the latest window at once.
 *
 * <pre>
 *  event: report
 *  data: {"window":"20261120T100000Z-20261120T100100Z","reports":42}
 * </pre>
 *
 * <p>{@code window} is the latest one, {@code reports} grows with each report: of a window that came late, too.
 */
final class NewsResource implements Closeable {

    private static final long LOOK_MILLIS = 250;

    /** So many looks without news, and a comment goes out: connections that are quiet for half a minute are closed. */
    private static final int LOOKS_BETWEEN_COMMENTS = 40;

    private static final String REPORT = "report";

    private final Service service;
    private final Listeners bounded;
    private final Set<SseClient> listeners = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(NewsResource::daemon);
    private @Nullable ObjectNode sent;
    private long reports;
    private int quiet;

    /** Whether the service ends; a page that connects again meanwhile is let go at once. */
    private volatile boolean ends;

    NewsResource(Service service, Listeners bounded) {
        this.service = service;
        this.bounded = bounded;
        Future<?> unused = timer.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "wirepath-news");
        thread.setDaemon(true);
        return thread;
    }

    /** Adds the route; the guard of the API guards it, too. */
    void add(ApiDescription api) {
        api.events("/events", "Tells of the latest window, and of each new one.", this::greet);
    }

    /** Tells of the latest window, and of each from then on: none is told meanwhile. */
    private synchronized void greet(SseClient client) {
        bounded.add(client, () -> listeners.remove(client));
        ObjectNode latest = service.published().latest();
        if (latest == null) {
            client.sendComment("no window is complete yet");
        } else {
            client.sendEvent(REPORT, news(latest));
        }
        listeners.add(client);
        if (ends) {
            client.close();
        }
    }

    private String news(JsonNode summary) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("window", summary.path("id").asText())
                .put("reports", reports)
                .toString();
    }

    @SuppressWarnings(
            "ReferenceEquality") // each report has a summary of its own, also where it takes the place of another
    private synchronized void look() {
        ObjectNode latest = service.published().latest();
        if (latest != null && latest != sent) {
            sent = latest;
            reports++;
            quiet = 0;
            String news = news(latest);
            listeners.forEach(listener -> listener.sendEvent(REPORT, news));
        } else if (++quiet >= LOOKS_BETWEEN_COMMENTS) {
            quiet = 0;
            listeners.forEach(listener -> listener.sendComment("still here"));
        }
    }

    /** Lets everyone go. */
    @Override
    public void close() {
        ends = true;
        timer.shutdownNow();
        listeners.forEach(SseClient::close);
        listeners.clear();
    }
}

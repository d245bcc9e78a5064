package io.wirepath.appliance.serve.http;

import io.javalin.http.sse.SseClient;
import io.wirepath.appliance.listen.OpenConnections;

/**
 * Who listens for events, over all that can be listened for; each holds a connection. A further one is always taken,
 * and the oldest of the address that has most of them is let go for it ({@link OpenConnections}). Thread-safe.
 */
final class Listeners {

    static final int MAX = 64;

    private final OpenConnections<SseClient> open = new OpenConnections<>(MAX, client -> false);

    /** Takes one, and tells when it has gone. */
    void add(SseClient client, Runnable gone) {
        client.keepAlive();
        client.onClose(() -> {
            open.closed(client);
            gone.run();
        });
        SseClient victim = open.opened(client, client.ctx().ip());
        if (victim != null) {
            victim.close();
        }
    }
}

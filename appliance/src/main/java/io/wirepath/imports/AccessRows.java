package io.wirepath.imports;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;
import java.util.HashMap;
import java.util.Map;

/**
 * Makes the messages of the requests of an access log. Times in a log are rounded, so what is known of a line's order
 * is kept: a request comes before what is asked for it, and the response leaves after that was answered. Not
 * thread-safe.
 */
final class AccessRows {

    private static final int HTTP = 80;

    /** What is known to come later does so by this, where the times are equal. */
    private static final long LATER_NANOS = 1_000;

    private final ImportedRows rows;
    private final ImportedEnd self;
    private final Map<ImportedEnd, Long> connectionOf = new HashMap<>();
    private long connections;
    private long calls;

    /** Adds to these rows; {@code self} is the server where a line names none. */
    AccessRows(ImportedRows rows, ImportedEnd self) {
        this.rows = rows;
        this.self = self;
    }

    /** Adds a request that came, for which only the server's clock was there, and what was asked for it. */
    void add(AccessEntry entry) {
        ImportedEnd named = entry.server() == null ? self : entry.server();
        ImportedEnd server = named.port() == 0 ? named.at(HTTP) : named;
        boolean known = entry.client().port() != 0;
        long connection = known ? connectionOf.computeIfAbsent(entry.client(), client -> connections++) : connections++;
        ImportedEnd client = known ? entry.client() : entry.client().at(ImportedEnd.portOf(connection));
        int outcome = Outcome.of(Outcome.Kind.HTTP, entry.status());
        long call = calls++;
        rows.add(ImportedMessage.of(
                        ImportedMessage.UNKNOWN,
                        entry.beginNanos(),
                        client,
                        server,
                        connection,
                        Role.REQUEST,
                        entry.askedBytes(),
                        Outcome.UNKNOWN)
                .ofCall(call)
                .onWire(entry.client(), named));
        long end = entry.endNanos();
        long now = entry.beginNanos();
        for (AccessEntry.Upstream upstream : entry.upstreams()) {
            long asked = Math.max(upstream.beginNanos(), now + LATER_NANOS);
            now = Math.max(upstream.endNanos(), asked);
            end = Math.max(end, now + LATER_NANOS);
            int own = upstream.status() == 0 ? outcome : Outcome.of(Outcome.Kind.HTTP, upstream.status());
            add(server, upstream.to(), asked, now, entry, own);
        }
        rows.add(ImportedMessage.of(
                        end, ImportedMessage.UNKNOWN, server, client, connection, Role.RESPONSE, entry.bytes(), outcome)
                .ofCall(call)
                .onWire(named, entry.client()));
    }

    private void add(
            ImportedEnd server, ImportedEnd upstream, long asked, long answered, AccessEntry entry, int outcome) {
        long connection = connections++;
        ImportedEnd from = server.at(ImportedEnd.portOf(connection));
        ImportedEnd to = upstream.port() == 0 ? upstream.at(HTTP) : upstream;
        ImportedEnd any = server.at(0);
        rows.add(ImportedMessage.of(
                        asked,
                        ImportedMessage.UNKNOWN,
                        from,
                        to,
                        connection,
                        Role.REQUEST,
                        entry.askedBytes(),
                        Outcome.UNKNOWN)
                .onWire(any, upstream));
        rows.add(ImportedMessage.of(
                        ImportedMessage.UNKNOWN, answered, to, from, connection, Role.RESPONSE, entry.bytes(), outcome)
                .onWire(upstream, any));
    }
}

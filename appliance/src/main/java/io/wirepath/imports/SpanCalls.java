package io.wirepath.imports;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;
import io.wirepath.imports.TraceSpan.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls of spans: the server's span says who was asked and when that was known there, the client's span above it,
 * or of the same identifier, who asked and when.
 *
 * <pre>
 *   CLIENT  │──────────────────│        request:  sent at the client's start,  received at the server's
 *   SERVER      │──────────│            response: sent at the server's end,    received at the client's
 * </pre>
 *
 * <p>A client without a server below it asked somebody who was not instrumented; a server without a client above it was
 * asked by the service above it, or from outside. Spans that do not say what they are count as servers where the
 * service changes.
 */
final class SpanCalls {

    private static final String OUTSIDE = "client";
    private static final int FAILED = Outcome.of(Outcome.Kind.HTTP, 500);
    private static final int MAX_ANCESTORS = 10_000;

    /** Lengths are not told by spans. */
    private static final long BYTES = 1;

    private final List<TraceSpan> spans = new ArrayList<>();

    /** Those that ask, and all others, by their identifiers. */
    private final Map<String, TraceSpan> asking = new HashMap<>();

    private final Map<String, TraceSpan> working = new HashMap<>();

    void add(TraceSpan span) {
        if (span.endNanos() < span.startNanos()) {
            throw new IllegalArgumentException("span " + span.id() + " ends before it begins");
        }
        spans.add(span);
        (span.kind().asks() ? asking : working).put(span.key(), span);
    }

    /** Writes the messages of the calls, and what caused each. */
    void write(ImportedRows rows, @Nullable TrueParents truth) {
        Set<TraceSpan> answered = new HashSet<>();
        long connections = 0;
        for (TraceSpan span : spans) {
            if (serves(span)) {
                TraceSpan client = client(span);
                if (client != null) {
                    answered.add(client);
                }
                write(rows, truth, client, span, connections++);
            }
        }
        for (TraceSpan span : spans) {
            if (span.kind().asks() && !answered.contains(span)) {
                write(rows, truth, span, null, connections++);
            }
        }
    }

    private boolean serves(TraceSpan span) {
        if (span.kind() != Kind.UNSPECIFIED) {
            return span.kind().serves();
        }
        TraceSpan parent = parent(span);
        return parent == null || !parent.service().equals(span.service());
    }

    private @Nullable TraceSpan parent(TraceSpan span) {
        if (span.parent().isEmpty()) {
            return null;
        }
        TraceSpan parent = working.get(span.parentKey());
        return parent == null || span.kind().serves() && asking.containsKey(span.parentKey())
                ? asking.get(span.parentKey())
                : parent;
    }

    /** The span of who asked; null where only the server told of the call. */
    private @Nullable TraceSpan client(TraceSpan server) {
        TraceSpan shared = asking.get(server.key());
        TraceSpan above = server.parent().isEmpty() ? null : asking.get(server.parentKey());
        return shared == null ? above : shared;
    }

    private void write(
            ImportedRows rows,
            @Nullable TrueParents truth,
            @Nullable TraceSpan client,
            @Nullable TraceSpan server,
            long connection) {
        TraceSpan known = server != null ? server : client;
        if (known == null) {
            return;
        }
        TraceSpan outer = client != null ? client : known;
        String callee = server != null ? server.service() : outer.peer().isEmpty() ? "unknown" : outer.peer();
        ImportedEnd from = ImportedEnd.parse(caller(client, known)).at(ImportedEnd.portOf(connection));
        ImportedEnd to = ImportedEnd.parse(callee).at(outer.peerPort());
        long sent = outer.startNanos();
        boolean oneWay = outer.kind() == Kind.PRODUCER || known.kind() == Kind.CONSUMER;
        boolean within = !oneWay && !rows.isLooking();
        long received = within ? within(rows.clocks(), known.startNanos(), to, outer, from) : known.startNanos();
        Role role = oneWay ? Role.ONE_WAY : Role.REQUEST;
        ImportedEnd outside = onWire(from.at(0), client != null ? client : server != null ? parent(server) : null);
        ImportedEnd inside = onWire(to, server);
        if (truth != null) {
            TrueParents.Key key = new TrueParents.Key(sent, from.address(), from.port());
            truth.add(key, new TrueParents.TrueCall(known.key(), caller(client, known), cause(client, known)));
        }
        rows.add(ImportedMessage.of(sent, received, from, to, connection, role, BYTES, Outcome.UNKNOWN)
                .onWire(outside, inside));
        if (!oneWay) {
            long answered = within ? within(rows.clocks(), known.endNanos(), to, outer, from) : known.endNanos();
            int outcome = known.failed() || outer.failed() ? FAILED : Outcome.UNKNOWN;
            rows.add(ImportedMessage.of(answered, outer.endNanos(), to, from, connection, Role.RESPONSE, BYTES, outcome)
                    .onWire(inside, outside));
        }
    }

    private static ImportedEnd onWire(ImportedEnd end, @Nullable TraceSpan of) {
        return of == null || of.address().isEmpty()
                ? end
                : ImportedEnd.parse(of.address()).at(end.port());
    }

    /** What the server says lies within what the client saw, by clocks of their own. */
    private static long within(HostClocks clocks, long nanos, ImportedEnd server, TraceSpan outer, ImportedEnd client) {
        long start = clocks.move(client, outer.startNanos(), server);
        return Math.min(Math.max(nanos, start), clocks.move(client, outer.endNanos(), server));
    }

    private String caller(@Nullable TraceSpan client, TraceSpan known) {
        if (client != null) {
            return client.service();
        }
        TraceSpan parent = parent(known);
        return parent != null ? parent.service() : known.peer().isEmpty() ? OUTSIDE : known.peer();
    }

    /** The call during which this one was made: the nearest server span above. */
    private @Nullable String cause(@Nullable TraceSpan client, TraceSpan known) {
        TraceSpan at = parent(client != null ? client : known);
        for (int i = 0; at != null && i < MAX_ANCESTORS; i++) {
            if (serves(at)) {
                return at.key();
            }
            at = parent(at);
        }
        return null;
    }
}

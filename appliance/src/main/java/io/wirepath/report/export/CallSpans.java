package io.wirepath.report.export;

import io.wirepath.analyze.path.FixedPorts;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.PortText;
import io.wirepath.causes.explain.Explanation;
import io.wirepath.causes.loading.MessageDetails;
import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SiteId;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.report.Report;
import io.wirepath.report.SiteIds;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The spans of the calls. A call is a CLIENT span of its caller and, below it, a SERVER span of the called node, so
 * that a tracing system draws the services' graph and the network between them.
 *
 * <p>A CLIENT span begins when the request's first byte was sent and ends when the response's last byte was received,
 * each as seen nearest to the caller; the SERVER span begins when the request's last byte had come. A call without
 * response ends when it begins, and carries {@code wirepath.response.missing}.
 */
public final class CallSpans {

    /** Number of spans that a call may have; not every call has the second. */
    static final int OF_A_CALL = 2;

    private static final int[] NO_LINKS = {};

    /** What a span stands for; OpenTelemetry and Zipkin have the same names. */
    enum Kind {
        SERVER(2, true),
        CLIENT(3, true),
        PRODUCER(4, false),
        CONSUMER(5, false);

        /** SPAN_KIND_ value of OTLP. */
        final int number;

        /** Whether there may be an answer. */
        final boolean isOfCall;

        Kind(int number, boolean isOfCall) {
            this.number = number;
            this.isOfCall = isOfCall;
        }
    }

    private final Analysis analysis;
    private final MessageDetails details;
    private final MessageTable messages;
    private final CallTable calls;
    private final FixedPorts ports;
    private final SpanIds ids;
    private final List<SnifferRecord> inputs;

    /** What the site's own programs call the request of each call; null where nobody asked. */
    private final @Nullable SiteIds own;

    private final Map<Integer, Explanation> explanations = new HashMap<>();
    /** Call of each row that opens one. */
    private final int[] callOf;

    /** Of the calls of a report. */
    public CallSpans(Report report, MessageDetails details) {
        analysis = report.analysis();
        this.details = details;
        messages = analysis.messages();
        calls = analysis.calls();
        ports = new FixedPorts(messages, AnalysisSettings.defaults().fixedPortPeers());
        ids = new SpanIds(messages, details, calls.request());
        inputs = report.inputs();
        own = report.ids();
        callOf = new int[messages.size()];
        Arrays.fill(callOf, MessageTable.NONE);
        for (int call = 0; call < calls.size(); call++) {
            callOf[calls.request()[call]] = call;
        }
        analysis.explanations().forEach(each -> explanations.put(each.row(), each));
    }

    /** Role of who serves a call. */
    public String service(int call) {
        return role(messages.destination(calls.request()[call]));
    }

    /** Identifier of the trace of a call, 32 digits. */
    public String traceOf(int call) {
        return trace(call * OF_A_CALL);
    }

    /** Identifier of the span of who serves a call, 16 digits. */
    public String spanOf(int call) {
        return id(call * OF_A_CALL);
    }

    /** How many numbers of spans there are, from 0 on. */
    int numbers() {
        return calls.size() * OF_A_CALL;
    }

    /** Whether there is a span of this number: a call's first is its own, its second that of the caller. */
    boolean exists(int span) {
        return span % OF_A_CALL == 0 || !calls.isOneWay(messages, span / OF_A_CALL);
    }

    /** Node whose work the span stands for. */
    int node(int span) {
        int request = calls.request()[span / OF_A_CALL];
        return isOfSender(span) ? messages.source(request) : messages.destination(request);
    }

    private boolean isOfSender(int span) {
        Kind kind = kind(span);
        return kind == Kind.PRODUCER || kind == Kind.CLIENT;
    }

    /** Role of a node; its name where nothing was summed up. */
    String role(int node) {
        return node < analysis.nodes().size()
                ? analysis.nodes().get(node).role()
                : messages.nodes().get(node).name();
    }

    /** Its meaning. */
    Kind kind(int span) {
        return isOfCaller(span) ? Kind.CLIENT : kindOfCall(span / OF_A_CALL);
    }

    private static boolean isOfCaller(int span) {
        return span % OF_A_CALL == 1;
    }

    private Kind kindOfCall(int call) {
        if (!calls.isOneWay(messages, call)) {
            return Kind.SERVER;
        }
        return comesFromServer(calls.request()[call]) && !isEcho(call) ? Kind.CONSUMER : Kind.PRODUCER;
    }

    /**
     * Whether a message goes back on the connection that its cause came on, as where who publishes is a subscriber: as
     * spans of one end both would pass for one exchange.
     */
    private boolean isEcho(int call) {
        int parent = calls.parent()[call];
        if (parent == MessageTable.NONE) {
            return false;
        }
        int back = calls.request()[call];
        int cause = calls.request()[parent];
        return messages.source(back) == messages.destination(cause)
                && messages.destination(back) == messages.source(cause)
                && messages.sourcePort(back) == messages.destinationPort(cause)
                && messages.destinationPort(back) == messages.sourcePort(cause);
    }

    private boolean comesFromServer(int row) {
        int port = ports.ofConversation(messages, row);
        int server =
                port == MessageTable.NONE ? Math.min(messages.sourcePort(row), messages.destinationPort(row)) : port;
        return messages.destinationPort(row) != server;
    }

    /** Identifier of its trace, 32 digits: that of the site, where the call or what caused it carries one. */
    String trace(int span) {
        for (int call = span / OF_A_CALL; call != MessageTable.NONE; call = calls.parent()[call]) {
            SiteId id = siteId(call);
            if (id != null && !id.trace().isEmpty()) {
                return id.trace();
            }
        }
        return ids.trace(calls.root()[span / OF_A_CALL]);
    }

    private @Nullable SiteId siteId(int call) {
        return own == null ? null : own.ofCall().get(call);
    }

    /** Its own identifier: 16 digits. */
    String id(int span) {
        return isOfCaller(span) ? ids.client(span / OF_A_CALL) : ids.span(span / OF_A_CALL);
    }

    /** Identifier of the span that it is a part of; null for the first of a trace. */
    @Nullable
    String parent(int span) {
        int call = span / OF_A_CALL;
        if (kind(span) == Kind.SERVER) {
            return ids.client(call);
        }
        SiteId id = siteId(call);
        if (id != null && !id.span().isEmpty()) {
            return id.span();
        }
        int parent = calls.parent()[call];
        return parent == MessageTable.NONE || !trace(span).equals(trace(parent * OF_A_CALL)) ? null : ids.span(parent);
    }

    /**
     * Spans besides the parent that it follows from: what a node sends for a batch of messages has the last of them as
     * its parent. Of a call whose parent is a span of the site's own, also that of the call that caused it.
     */
    int[] links(int span) {
        int parent = calls.parent()[span / OF_A_CALL];
        if (parent == MessageTable.NONE || kind(span) == Kind.SERVER) {
            return NO_LINKS;
        }
        int last = calls.request()[parent];
        boolean isOfTheSite = !ids.span(parent).equals(parent(span));
        return IntStream.concat(isOfTheSite ? IntStream.of(last) : IntStream.empty(), others(last))
                .map(row -> callOf[row] * OF_A_CALL)
                .toArray();
    }

    /** Rows of the calls that were gathered with this one. */
    private IntStream others(int last) {
        return Arrays.stream(analysis.joins().gathered().batch(last))
                .filter(row -> row != last && callOf[row] != MessageTable.NONE);
    }

    /** What it is called: what was asked for, where that is known, else role and port that were asked. */
    String name(int span) {
        int request = calls.request()[span / OF_A_CALL];
        String operation = messages.operation(request);
        if (!operation.isEmpty()) {
            return operation;
        }
        return PortText.of(role(messages.destination(request)), Integer.toString(messages.destinationPort(request)));
    }

    /** Begin, in ns since the epoch. */
    long startNanos(int span) {
        long record = messages.record(calls.request()[span / OF_A_CALL]);
        long start = details.firstNanos(record);
        return kind(span) == Kind.SERVER
                ? Math.max(start, Math.min(details.lastNanos(record), lastNanos(span)))
                : start;
    }

    /** End, in ns since the epoch, at or after the begin. */
    long endNanos(int span) {
        return Math.max(startNanos(span), lastNanos(span));
    }

    private long lastNanos(int span) {
        int response = calls.response()[span / OF_A_CALL];
        long request = messages.record(calls.request()[span / OF_A_CALL]);
        if (response != MessageTable.NONE) {
            return details.lastNanos(messages.record(response));
        }
        return kind(span).isOfCall ? details.firstNanos(request) : details.lastNanos(request);
    }

    /** Whether who answered is to blame for a failure. */
    boolean failed(int span) {
        return calls.isFailed(messages, span / OF_A_CALL);
    }

    /** Node at the other end. */
    int peer(int span) {
        int request = calls.request()[span / OF_A_CALL];
        return isOfSender(span) ? messages.destination(request) : messages.source(request);
    }

    private int port(int span, boolean ofSender) {
        int request = calls.request()[span / OF_A_CALL];
        return ofSender ? messages.sourcePort(request) : messages.destinationPort(request);
    }

    /** Port at this end. */
    int ownPort(int span) {
        return port(span, isOfSender(span));
    }

    /** Port at the other end. */
    int peerPort(int span) {
        return port(span, !isOfSender(span));
    }

    /** Gives all that is known of a span. */
    void attributes(int span, SpanAttributes to) throws IOException {
        int call = span / OF_A_CALL;
        int request = calls.request()[call];
        Kind kind = kind(span);
        writeEnds(to, call, request);
        SpanConventions.protocol(to, messages.protocol(request), kind);
        SpanConventions.operation(to, messages.protocol(request), messages.operation(request), kind);
        SiteId id = siteId(call);
        if (id != null && !id.request().isEmpty()) {
            to.texts("http.request.header.x-request-id", List.of(id.request()));
        }
        if (kind != Kind.SERVER) {
            writeLink(to, call, request);
        }
        writeSizes(to, request, calls.response()[call], kind);
    }

    private void writeEnds(SpanAttributes to, int call, int request) throws IOException {
        NodeTable nodes = messages.nodes();
        boolean fromServer = kindOfCall(call) == Kind.CONSUMER;
        int client = fromServer ? messages.destination(request) : messages.source(request);
        int server = fromServer ? messages.source(request) : messages.destination(request);
        String address = nodes.get(server).address();
        to.text("client.address", nodes.get(client).address());
        to.number("client.port", fromServer ? messages.destinationPort(request) : messages.sourcePort(request));
        to.text("server.address", address);
        to.number("server.port", fromServer ? messages.sourcePort(request) : messages.destinationPort(request));
        to.text("network.transport", messages.transport(request) == IpProtocol.TCP ? "tcp" : "udp");
        to.text("network.type", address.indexOf(':') < 0 ? "ipv4" : "ipv6");
    }

    /** Why the call has its parent, and how sure that is. */
    private void writeLink(SpanAttributes to, int call, int request) throws IOException {
        to.fraction("wirepath.link." + analysis.measure().word(), calls.probability()[call]);
        to.text("wirepath.link.algorithm", analysis.algorithm());
        if (analysis.joins().concern(messages, request)) {
            to.flag("wirepath.link.join");
        }
        Explanation explanation = explanations.get(request);
        if (explanation != null) {
            for (Explanation.Answer answer : explanation.answers()) {
                if (answer.chosen()) {
                    to.texts(
                            "wirepath.link.evidence",
                            answer.terms().stream()
                                    .map(term -> String.format(
                                            Locale.ROOT, "%s %+.1f: %s", term.name(), term.nats(), term.detail()))
                                    .toList());
                }
            }
        }
    }

    private void writeSizes(SpanAttributes to, int request, int response, Kind kind) throws IOException {
        to.number("wirepath.request.bytes", messages.lengthBytes(request));
        if ((messages.flags(request) & SightingCodec.FLAG_MULTIPLEXED) != 0) {
            to.flag("wirepath.call.rebuilt");
        }
        if (response != MessageTable.NONE) {
            to.number("wirepath.response.bytes", messages.lengthBytes(response));
            SpanConventions.outcome(to, messages.outcome(response));
        } else if (kind.isOfCall) {
            to.flag("wirepath.response.missing");
        }
        long record = messages.record(request);
        @Nullable String virtual = details.virtualDestination(record);
        if (virtual != null) {
            to.text("wirepath.virtual.address", virtual);
        }
        int sniffer = details.sniffer(record);
        if (sniffer < inputs.size()) {
            to.text("wirepath.sniffer", inputs.get(sniffer).name());
        }
    }
}

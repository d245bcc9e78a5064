package io.wirepath.appliance.report.export;

import com.fasterxml.jackson.core.JsonGenerator;
import io.wirepath.analyze.AnalysisSettings;
import io.wirepath.analyze.CallTable;
import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.NodeTable;
import io.wirepath.analyze.PortText;
import io.wirepath.analyze.explain.Explanation;
import io.wirepath.analyze.loading.MessageDetails;
import io.wirepath.analyze.path.FixedPorts;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.appliance.report.CaptureHealth;
import io.wirepath.appliance.report.Report;
import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.SightingCodec;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The spans of the calls. A call is a CLIENT span of its caller and, below it, a SERVER span of the called node, so that a tracing
 * system draws the services' graph and the network between them.
 *
 * <p>A CLIENT span begins when the request's first byte was sent and ends when the response's last byte was received, each as seen nearest
 * to the caller; the SERVER span begins when the request's last byte had come. A call without response ends when it begins, and
 * carries {@code wirepath.response.missing}.
 */
final class OtlpSpans {

    /** SPAN_KIND_ values of the protocol. */
    private static final int KIND_SERVER = 2;

    private static final int KIND_CLIENT = 3;
    private static final int KIND_PRODUCER = 4;
    private static final int KIND_CONSUMER = 5;

    /** STATUS_CODE_ERROR. */
    private static final int STATUS_ERROR = 2;

    private final Analysis analysis;
    private final MessageDetails details;
    private final MessageTable messages;
    private final CallTable calls;
    private final FixedPorts ports;
    private final SpanIds ids;
    private final List<CaptureHealth> inputs;
    private final Map<Integer, Explanation> explanations = new HashMap<>();
    /** Call of each row that opens one. */
    private final int[] callOf;

    OtlpSpans(Report report, MessageDetails details) {
        analysis = report.analysis();
        this.details = details;
        messages = analysis.messages();
        calls = analysis.calls();
        ports = new FixedPorts(messages, AnalysisSettings.defaults().fixedPortPeers());
        ids = new SpanIds(messages, details, calls.request());
        inputs = report.inputs();
        callOf = new int[messages.size()];
        Arrays.fill(callOf, MessageTable.NONE);
        for (int call = 0; call < calls.size(); call++) {
            callOf[calls.request()[call]] = call;
        }
        analysis.explanations().forEach(each -> explanations.put(each.row(), each));
    }

    /** Number of spans that a call may have; not every call has the second. */
    static final int OF_A_CALL = 2;

    /** Whether there is a span of this number: a call's first is its own, its second that of the caller. */
    boolean exists(int span) {
        return span % OF_A_CALL == 0 || !calls.isOneWay(messages, span / OF_A_CALL);
    }

    /** Node whose work the span stands for. */
    int node(int span) {
        int request = calls.request()[span / OF_A_CALL];
        int kind = kind(span);
        return kind == KIND_PRODUCER || kind == KIND_CLIENT ? messages.source(request) : messages.destination(request);
    }

    /** Role of a node; its name where nothing was summed up. */
    String role(int node) {
        return node < analysis.nodes().size()
                ? analysis.nodes().get(node).role()
                : messages.nodes().get(node).name();
    }

    private int kind(int span) {
        return span % OF_A_CALL == 1 ? KIND_CLIENT : kindOfCall(span / OF_A_CALL);
    }

    private int kindOfCall(int call) {
        if (!calls.isOneWay(messages, call)) {
            return KIND_SERVER;
        }
        return comesFromServer(calls.request()[call]) ? KIND_CONSUMER : KIND_PRODUCER;
    }

    private boolean comesFromServer(int row) {
        int port = ports.ofConversation(messages, row);
        int server =
                port == MessageTable.NONE ? Math.min(messages.sourcePort(row), messages.destinationPort(row)) : port;
        return messages.destinationPort(row) != server;
    }

    /** Writes a span as an object. */
    void write(JsonGenerator json, int span) throws IOException {
        int call = span / OF_A_CALL;
        int request = calls.request()[call];
        int response = calls.response()[call];
        int kind = kind(span);
        long start = details.firstNanos(messages.record(request));
        long arrived = details.lastNanos(messages.record(request));
        long end = response != MessageTable.NONE
                ? details.lastNanos(messages.record(response))
                : kind == KIND_CLIENT || kind == KIND_SERVER ? start : arrived;
        if (kind == KIND_SERVER) {
            start = Math.max(start, Math.min(arrived, end));
        }
        json.writeStartObject();
        json.writeStringField("traceId", ids.trace(calls.root()[call]));
        json.writeStringField("spanId", kind == KIND_CLIENT ? ids.client(call) : ids.span(call));
        writeParent(json, call, kind);
        json.writeStringField("name", name(request));
        json.writeNumberField("kind", kind);
        json.writeStringField("startTimeUnixNano", Long.toString(start));
        json.writeStringField("endTimeUnixNano", Long.toString(Math.max(start, end)));
        json.writeArrayFieldStart("attributes");
        writeEnds(json, call, request);
        writeConventions(json, request, kind);
        if (kind != KIND_SERVER) {
            writeLink(json, call, request);
        }
        writeSizes(json, request, response, kind);
        json.writeEndArray();
        int parent = calls.parent()[call];
        if (parent != MessageTable.NONE && kind != KIND_SERVER) {
            writeLinks(json, calls.request()[parent]);
        }
        if (Outcome.verdict(calls.outcome(messages, call)) == Outcome.Verdict.FAILED) {
            json.writeObjectFieldStart("status");
            json.writeNumberField("code", STATUS_ERROR);
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private void writeParent(JsonGenerator json, int call, int kind) throws IOException {
        int parent = calls.parent()[call];
        if (kind == KIND_SERVER) {
            json.writeStringField("parentSpanId", ids.client(call));
        } else if (parent != MessageTable.NONE) {
            json.writeStringField("parentSpanId", ids.span(parent));
        }
    }

    /** Links to the messages of a batch, of which the parent is the last. */
    private void writeLinks(JsonGenerator json, int parent) throws IOException {
        int[] batch = analysis.joins().gathered().batch(parent);
        if (batch.length == 0) {
            return;
        }
        json.writeArrayFieldStart("links");
        for (int row : batch) {
            if (row != parent && callOf[row] != MessageTable.NONE) {
                json.writeStartObject();
                json.writeStringField("traceId", ids.trace(calls.root()[callOf[row]]));
                json.writeStringField("spanId", ids.span(callOf[row]));
                json.writeEndObject();
            }
        }
        json.writeEndArray();
    }

    private String name(int request) {
        return PortText.of(role(messages.destination(request)), Integer.toString(messages.destinationPort(request)));
    }

    private void writeEnds(JsonGenerator json, int call, int request) throws IOException {
        NodeTable nodes = messages.nodes();
        boolean fromServer = kindOfCall(call) == KIND_CONSUMER;
        int client = fromServer ? messages.destination(request) : messages.source(request);
        int server = fromServer ? messages.source(request) : messages.destination(request);
        String address = nodes.get(server).address();
        OtlpAttributes.text(json, "client.address", nodes.get(client).address());
        OtlpAttributes.number(
                json, "client.port", fromServer ? messages.destinationPort(request) : messages.sourcePort(request));
        OtlpAttributes.text(json, "server.address", address);
        OtlpAttributes.number(
                json, "server.port", fromServer ? messages.sourcePort(request) : messages.destinationPort(request));
        OtlpAttributes.text(json, "network.transport", messages.transport(request) == IpProtocol.TCP ? "tcp" : "udp");
        OtlpAttributes.text(json, "network.type", address.indexOf(':') < 0 ? "ipv4" : "ipv6");
    }

    /** What OpenTelemetry's conventions call the protocol. */
    private void writeConventions(JsonGenerator json, int request, int kind) throws IOException {
        boolean asks = kind == KIND_CLIENT;
        switch (messages.protocol(request)) {
            case HTTP1 -> protocol(json, "http", "1.1");
            case HTTP2 -> protocol(json, "http", "2");
            case GRPC -> {
                protocol(json, "http", "2");
                OtlpAttributes.text(json, "rpc.system", "grpc");
            }
            case DNS -> protocol(json, "dns", null);
            case TLS -> protocol(json, "tls", null);
            case WEBSOCKET -> protocol(json, "websocket", null);
            case REDIS -> database(json, "redis", asks);
            case POSTGRESQL -> database(json, "postgresql", asks);
            case MYSQL -> database(json, "mysql", asks);
            case MONGODB -> database(json, "mongodb", asks);
            case CASSANDRA -> database(json, "cassandra", asks);
            case KAFKA -> OtlpAttributes.text(json, "messaging.system", "kafka");
            case AMQP -> {
                protocol(json, "amqp", null);
                OtlpAttributes.text(json, "messaging.system", "rabbitmq");
                if (kind == KIND_PRODUCER || kind == KIND_CONSUMER) {
                    OtlpAttributes.text(json, "messaging.operation.type", kind == KIND_PRODUCER ? "send" : "process");
                }
            }
            case MEMCACHED, MEMCACHED_BINARY -> database(json, "memcached", asks);
            case TNS -> database(json, "oracle.db", asks);
            case TDS -> database(json, "microsoft.sql_server", asks);
            case THRIFT -> remoteCall(json, "apache_thrift");
            case DUBBO -> remoteCall(json, "apache_dubbo");
            case BRPC -> remoteCall(json, "brpc");
            case AMQP_1 -> protocol(json, "amqp", "1.0");
            case NATS -> messaging(json, "nats");
            case MQTT -> messaging(json, "mqtt");
            case LDAP -> protocol(json, "ldap", null);
            case SMTP -> protocol(json, "smtp", null);
            case REDIS_CLUSTER_BUS -> protocol(json, "redis", null);
            case UNKNOWN, LENGTH_PREFIXED, ECHOED_FIELD -> {}
        }
    }

    private static void remoteCall(JsonGenerator json, String system) throws IOException {
        OtlpAttributes.text(json, "rpc.system", system);
    }

    private static void messaging(JsonGenerator json, String system) throws IOException {
        protocol(json, system, null);
        OtlpAttributes.text(json, "messaging.system", system);
    }

    private static void protocol(JsonGenerator json, String name, @Nullable String version) throws IOException {
        OtlpAttributes.text(json, "network.protocol.name", name);
        if (version != null) {
            OtlpAttributes.text(json, "network.protocol.version", version);
        }
    }

    /** The conventions of databases are for their clients alone; backends show the server by them in the clients' place. */
    private static void database(JsonGenerator json, String system, boolean asks) throws IOException {
        protocol(json, system, null);
        if (asks) {
            OtlpAttributes.text(json, "db.system.name", system);
            OtlpAttributes.text(json, "db.system", system);
        }
    }

    /** Why the call has its parent, and how sure that is. */
    private void writeLink(JsonGenerator json, int call, int request) throws IOException {
        OtlpAttributes.fraction(json, "wirepath.link.probability", calls.probability()[call]);
        OtlpAttributes.text(json, "wirepath.link.algorithm", analysis.algorithm());
        if (analysis.joins().concern(messages, request)) {
            OtlpAttributes.flag(json, "wirepath.link.join");
        }
        Explanation explanation = explanations.get(request);
        if (explanation != null) {
            for (Explanation.Answer answer : explanation.answers()) {
                if (answer.chosen()) {
                    OtlpAttributes.texts(
                            json,
                            "wirepath.link.evidence",
                            answer.terms().stream()
                                    .map(term -> String.format(
                                            Locale.ROOT, "%s %+.1f: %s", term.name(), term.nats(), term.detail()))
                                    .toList());
                }
            }
        }
    }

    private void writeSizes(JsonGenerator json, int request, int response, int kind) throws IOException {
        OtlpAttributes.number(json, "wirepath.request.bytes", messages.lengthBytes(request));
        if ((messages.flags(request) & SightingCodec.FLAG_MULTIPLEXED) != 0) {
            OtlpAttributes.flag(json, "wirepath.call.rebuilt");
        }
        if (response != MessageTable.NONE) {
            OtlpAttributes.number(json, "wirepath.response.bytes", messages.lengthBytes(response));
            writeOutcome(json, messages.outcome(response));
        } else if (kind == KIND_CLIENT || kind == KIND_SERVER) {
            OtlpAttributes.flag(json, "wirepath.response.missing");
        }
        long record = messages.record(request);
        @Nullable String virtual = details.virtualDestination(record);
        if (virtual != null) {
            OtlpAttributes.text(json, "wirepath.virtual.address", virtual);
        }
        int sniffer = details.sniffer(record);
        if (sniffer < inputs.size()) {
            OtlpAttributes.text(json, "wirepath.sniffer", inputs.get(sniffer).sniffer());
        }
    }

    private static void writeOutcome(JsonGenerator json, int outcome) throws IOException {
        switch (Outcome.kind(outcome)) {
            case NONE -> {}
            case HTTP -> OtlpAttributes.number(json, "http.response.status_code", Outcome.code(outcome));
            case GRPC -> OtlpAttributes.number(json, "rpc.grpc.status_code", Outcome.code(outcome));
            default -> OtlpAttributes.text(json, "wirepath.outcome", Outcome.text(outcome));
        }
        if (Outcome.verdict(outcome) == Outcome.Verdict.FAILED) {
            OtlpAttributes.text(json, "error.type", Outcome.text(outcome));
        }
    }
}

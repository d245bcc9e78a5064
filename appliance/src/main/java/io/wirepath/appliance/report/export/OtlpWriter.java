package io.wirepath.appliance.report.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.wirepath.analyze.AnalysisSettings;
import io.wirepath.analyze.CallTable;
import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.NodeTable;
import io.wirepath.analyze.path.FixedPorts;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.appliance.report.CaptureHealth;
import io.wirepath.appliance.report.MessageDetails;
import io.wirepath.appliance.report.Report;
import io.wirepath.flows.Outcome;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the calls as one {@code ExportTraceServiceRequest} in OTLP/JSON (OpenTelemetry protocol 1.x): a span a call,
 * grouped by the called node, which is the {@code service.name}. Identifiers are hexadecimal and 64-bit numbers are
 * strings, as that encoding asks.
 *
 * <p>A one-way message is a span as well. What goes to a server port (a publication) is a PRODUCER span of its sender; what
 * comes from one (a delivery) is a CONSUMER span of its receiver. The server's address is that of the server port in both,
 * as OpenTelemetry's messaging conventions have it.
 *
 * <p>What a node sends for a batch of messages has the last of them as its parent, and span links to the others.
 *
 * <p>A span begins when the request's first byte was sent and ends when the response's last byte was received, each
 * as seen nearest to the caller. A call without response ends when it begins, and carries
 * {@code wirepath.response.missing}.
 */
public final class OtlpWriter {

    /** SPAN_KIND_SERVER: the span stands for the work of the called node. */
    private static final int KIND_SERVER = 2;

    private static final int KIND_PRODUCER = 4;
    private static final int KIND_CONSUMER = 5;

    /** STATUS_CODE_ERROR. */
    private static final int STATUS_ERROR = 2;

    private static final int TCP = 6;
    private static final JsonFactory JSON = new JsonFactory();

    private final Report report;
    private final MessageDetails details;
    private final MessageTable messages;
    private final CallTable calls;
    private final FixedPorts ports;
    private final SpanIds ids;
    private final List<CaptureHealth> inputs;
    /** Call of each row that opens one. */
    private final int[] callOf;

    private OtlpWriter(Report report, MessageDetails details) {
        Analysis analysis = report.analysis();
        this.report = report;
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
    }

    /** Writes all calls of the report to this stream, which stays open. */
    public static void write(Report report, MessageDetails details, OutputStream to) throws IOException {
        try (JsonGenerator json = JSON.createGenerator(to)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            new OtlpWriter(report, details).write(json);
            json.writeRaw('\n');
        }
    }

    private void write(JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeArrayFieldStart("resourceSpans");
        int[] order = callsByService();
        for (int from = 0; from < order.length; ) {
            int service = service(order[from]);
            int to = from;
            while (to < order.length && service(order[to]) == service) {
                to++;
            }
            writeNode(json, service, order, from, to);
            from = to;
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /** Node whose work the span stands for. */
    private int service(int call) {
        int request = calls.request()[call];
        return kind(call) == KIND_PRODUCER ? messages.source(request) : messages.destination(request);
    }

    private int kind(int call) {
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

    /** Call numbers by the node whose work they are, then by number: a counting sort. */
    private int[] callsByService() {
        int[] start = new int[messages.nodes().size() + 1];
        for (int call = 0; call < calls.size(); call++) {
            start[service(call) + 1]++;
        }
        Arrays.parallelPrefix(start, Integer::sum);
        int[] order = new int[calls.size()];
        for (int call = 0; call < calls.size(); call++) {
            order[start[service(call)]++] = call;
        }
        return order;
    }

    private void writeNode(JsonGenerator json, int service, int[] order, int from, int to) throws IOException {
        json.writeStartObject();
        json.writeObjectFieldStart("resource");
        json.writeArrayFieldStart("attributes");
        text(json, "service.name", messages.nodes().get(service).name());
        json.writeEndArray();
        json.writeEndObject();
        json.writeArrayFieldStart("scopeSpans");
        json.writeStartObject();
        json.writeObjectFieldStart("scope");
        json.writeStringField("name", "wirepath");
        json.writeStringField("version", report.version());
        json.writeEndObject();
        json.writeArrayFieldStart("spans");
        for (int i = from; i < to; i++) {
            writeSpan(json, order[i]);
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndArray();
        json.writeEndObject();
    }

    private void writeSpan(JsonGenerator json, int call) throws IOException {
        int request = calls.request()[call];
        int response = calls.response()[call];
        int parent = calls.parent()[call];
        long start = details.firstNanos(messages.record(request));
        long end = response != MessageTable.NONE
                ? details.lastNanos(messages.record(response))
                : kind(call) == KIND_SERVER ? start : details.lastNanos(messages.record(request));
        json.writeStartObject();
        json.writeStringField("traceId", ids.trace(calls.root()[call]));
        json.writeStringField("spanId", ids.span(call));
        if (parent != MessageTable.NONE) {
            json.writeStringField("parentSpanId", ids.span(parent));
        }
        json.writeStringField("name", name(request));
        json.writeNumberField("kind", kind(call));
        json.writeStringField("startTimeUnixNano", Long.toString(start));
        json.writeStringField("endTimeUnixNano", Long.toString(Math.max(start, end)));
        json.writeArrayFieldStart("attributes");
        writeAttributes(json, call, request, response);
        json.writeEndArray();
        if (parent != MessageTable.NONE) {
            writeLinks(json, calls.request()[parent]);
        }
        if (Outcome.verdict(calls.outcome(messages, call)) == Outcome.Verdict.FAILED) {
            json.writeObjectFieldStart("status");
            json.writeNumberField("code", STATUS_ERROR);
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    /** Links to the messages of a batch, of which the parent is the last. */
    private void writeLinks(JsonGenerator json, int parent) throws IOException {
        int[] batch = report.analysis().joins().gathered().batch(parent);
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
        NodeTable.Node callee = messages.nodes().get(messages.destination(request));
        return callee.name() + ":" + messages.destinationPort(request);
    }

    private void writeAttributes(JsonGenerator json, int call, int request, int response) throws IOException {
        NodeTable nodes = messages.nodes();
        long record = messages.record(request);
        boolean fromServer = kind(call) == KIND_CONSUMER;
        int client = fromServer ? messages.destination(request) : messages.source(request);
        int server = fromServer ? messages.source(request) : messages.destination(request);
        text(json, "client.address", nodes.get(client).address());
        number(json, "client.port", fromServer ? messages.destinationPort(request) : messages.sourcePort(request));
        text(json, "server.address", nodes.get(server).address());
        number(json, "server.port", fromServer ? messages.sourcePort(request) : messages.destinationPort(request));
        text(json, "network.transport", messages.transport(request) == TCP ? "tcp" : "udp");
        fraction(json, "wirepath.link.probability", calls.probability()[call]);
        if (report.analysis().joins().concern(messages, request)) {
            flag(json, "wirepath.link.join");
        }
        number(json, "wirepath.request.bytes", messages.lengthBytes(request));
        if (response == MessageTable.NONE && kind(call) == KIND_SERVER) {
            flag(json, "wirepath.response.missing");
        } else if (response != MessageTable.NONE) {
            number(json, "wirepath.response.bytes", messages.lengthBytes(response));
            writeOutcome(json, messages.outcome(response));
        }
        @Nullable String virtual = details.virtualDestination(record);
        if (virtual != null) {
            text(json, "wirepath.virtual.address", virtual);
        }
        int sniffer = details.sniffer(record);
        if (sniffer < inputs.size()) {
            text(json, "wirepath.sniffer", inputs.get(sniffer).sniffer());
        }
    }

    private static void writeOutcome(JsonGenerator json, int outcome) throws IOException {
        switch (Outcome.kind(outcome)) {
            case NONE -> {}
            case HTTP -> number(json, "http.response.status_code", Outcome.code(outcome));
            case GRPC -> number(json, "rpc.grpc.status_code", Outcome.code(outcome));
            default -> text(json, "wirepath.outcome", Outcome.text(outcome));
        }
        if (Outcome.verdict(outcome) == Outcome.Verdict.FAILED) {
            text(json, "error.type", Outcome.text(outcome));
        }
    }

    private static void text(JsonGenerator json, String key, String value) throws IOException {
        start(json, key);
        json.writeStringField("stringValue", value);
        end(json);
    }

    private static void number(JsonGenerator json, String key, long value) throws IOException {
        start(json, key);
        json.writeStringField("intValue", Long.toString(value));
        end(json);
    }

    private static void fraction(JsonGenerator json, String key, double value) throws IOException {
        start(json, key);
        json.writeNumberField("doubleValue", value);
        end(json);
    }

    private static void flag(JsonGenerator json, String key) throws IOException {
        start(json, key);
        json.writeBooleanField("boolValue", true);
        end(json);
    }

    private static void start(JsonGenerator json, String key) throws IOException {
        json.writeStartObject();
        json.writeStringField("key", key);
        json.writeObjectFieldStart("value");
    }

    private static void end(JsonGenerator json) throws IOException {
        json.writeEndObject();
        json.writeEndObject();
    }
}

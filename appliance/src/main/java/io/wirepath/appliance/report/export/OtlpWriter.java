package io.wirepath.appliance.report.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.wirepath.analyze.CallTable;
import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.NodeTable;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.appliance.report.CaptureHealth;
import io.wirepath.appliance.report.MessageDetails;
import io.wirepath.appliance.report.Report;
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
 * <p>A span begins when the request's first byte was sent and ends when the response's last byte was received, each
 * as seen nearest to the caller. A call without response ends when it begins, and carries
 * {@code wirepath.response.missing}.
 */
public final class OtlpWriter {

    /** SPAN_KIND_SERVER: the span stands for the work of the called node. */
    private static final int KIND_SERVER = 2;

    private static final int TCP = 6;
    private static final JsonFactory JSON = new JsonFactory();

    private final Report report;
    private final MessageDetails details;
    private final MessageTable messages;
    private final CallTable calls;
    private final SpanIds ids;
    private final List<CaptureHealth> inputs;

    private OtlpWriter(Report report, MessageDetails details) {
        Analysis analysis = report.analysis();
        this.report = report;
        this.details = details;
        messages = analysis.messages();
        calls = analysis.calls();
        ids = new SpanIds(messages, details, calls.request());
        inputs = report.inputs();
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
        int[] order = callsByCallee();
        for (int from = 0; from < order.length; ) {
            int callee = callee(order[from]);
            int to = from;
            while (to < order.length && callee(order[to]) == callee) {
                to++;
            }
            writeNode(json, callee, order, from, to);
            from = to;
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private int callee(int call) {
        return messages.destination(calls.request()[call]);
    }

    /** Call numbers by called node, then by number: a counting sort. */
    private int[] callsByCallee() {
        int[] start = new int[messages.nodes().size() + 1];
        for (int call = 0; call < calls.size(); call++) {
            start[callee(call) + 1]++;
        }
        Arrays.parallelPrefix(start, Integer::sum);
        int[] order = new int[calls.size()];
        for (int call = 0; call < calls.size(); call++) {
            order[start[callee(call)]++] = call;
        }
        return order;
    }

    private void writeNode(JsonGenerator json, int callee, int[] order, int from, int to) throws IOException {
        json.writeStartObject();
        json.writeObjectFieldStart("resource");
        json.writeArrayFieldStart("attributes");
        text(json, "service.name", messages.nodes().get(callee).name());
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
        long end = response == MessageTable.NONE ? start : details.lastNanos(messages.record(response));
        json.writeStartObject();
        json.writeStringField("traceId", ids.trace(calls.root()[call]));
        json.writeStringField("spanId", ids.span(call));
        if (parent != MessageTable.NONE) {
            json.writeStringField("parentSpanId", ids.span(parent));
        }
        json.writeStringField("name", name(request));
        json.writeNumberField("kind", KIND_SERVER);
        json.writeStringField("startTimeUnixNano", Long.toString(start));
        json.writeStringField("endTimeUnixNano", Long.toString(Math.max(start, end)));
        json.writeArrayFieldStart("attributes");
        writeAttributes(json, call, request, response);
        json.writeEndArray();
        json.writeEndObject();
    }

    private String name(int request) {
        NodeTable.Node callee = messages.nodes().get(messages.destination(request));
        return callee.name() + ":" + messages.destinationPort(request);
    }

    private void writeAttributes(JsonGenerator json, int call, int request, int response) throws IOException {
        NodeTable nodes = messages.nodes();
        long record = messages.record(request);
        text(json, "client.address", nodes.get(messages.source(request)).address());
        number(json, "client.port", messages.sourcePort(request));
        text(json, "server.address", nodes.get(messages.destination(request)).address());
        number(json, "server.port", messages.destinationPort(request));
        text(json, "network.transport", messages.transport(request) == TCP ? "tcp" : "udp");
        fraction(json, "wirepath.link.probability", calls.probability()[call]);
        if (report.analysis().joins().concern(messages, request)) {
            flag(json, "wirepath.link.join");
        }
        number(json, "wirepath.request.bytes", messages.lengthBytes(request));
        if (response == MessageTable.NONE) {
            flag(json, "wirepath.response.missing");
        } else {
            number(json, "wirepath.response.bytes", messages.lengthBytes(response));
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

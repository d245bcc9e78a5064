package io.wirepath.report.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.wirepath.causes.Grouped;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.loading.MessageDetails;
import io.wirepath.report.Report;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Writes the calls in OTLP/JSON (OpenTelemetry protocol 1.x), a {@code ExportTraceServiceRequest} a line: the form that
 * a collector's {@code otlpjsonfile} receiver reads, whose lines are bounded. Identifiers are hexadecimal and 64-bit
 * numbers are strings, as that encoding asks. {@code service.name} is the role, {@code service.instance.id} the node.
 *
 * <p>A call is a CLIENT and a SERVER span ({@link CallSpans}). A one-way message is a span as well: what goes to a
 * server port (a publication) is a PRODUCER span of its sender; what comes from one (a delivery) is a CONSUMER span of
 * its receiver. The server's address is that of the server port in both, as OpenTelemetry's messaging conventions have
 * it. A delivery on the connection of the publication that caused it is the broker's PRODUCER span instead.
 *
 * <p>What a node sends for a batch of messages has the last of them as its parent, and span links to the others.
 */
public final class OtlpWriter {

    /** A collector's file receivers take lines of 1 MiB. */
    static final int MAX_BYTES = 1 << 20;

    /** STATUS_CODE_ERROR. */
    private static final int STATUS_ERROR = 2;

    private static final JsonFactory JSON = new JsonFactory();

    /** Takes requests, one after the other. */
    @FunctionalInterface
    public interface Sink {

        /** Takes a whole request, JSON in UTF-8 without line breaks, of so many spans. */
        void batch(byte[] json, int spans) throws IOException;
    }

    private final Report report;
    private final CallSpans spans;
    private final IntPredicate which;

    private OtlpWriter(Report report, CallSpans spans, IntPredicate which) {
        this.report = report;
        this.which = which;
        this.spans = spans;
    }

    /** Writes all calls of the report to this stream, which stays open. */
    public static void write(Report report, MessageDetails details, OutputStream to) throws IOException {
        write(report, details, MAX_BYTES - 1, (json, count) -> {
            to.write(json);
            to.write('\n');
        });
    }

    /** Gives all calls of the report in requests of at most so many bytes. */
    public static void write(Report report, MessageDetails details, int mostBytes, Sink to) throws IOException {
        write(report, new CallSpans(report, details), mostBytes, call -> true, to);
    }

    /** Gives some calls of the report, by their numbers, of spans that were made of it. */
    public static void write(Report report, CallSpans spans, int mostBytes, IntPredicate which, Sink to)
            throws IOException {
        new OtlpWriter(report, spans, which).write(new OtlpBatches(mostBytes, to));
    }

    private void write(OtlpBatches batches) throws IOException {
        ByteArrayOutputStream span = new ByteArrayOutputStream();
        int node = -1;
        for (int number : spansByNode()) {
            if (spans.node(number) != node) {
                node = spans.node(number);
                batches.resource(resource(node));
            }
            span.reset();
            try (JsonGenerator json = JSON.createGenerator(span)) {
                write(json, number);
            }
            batches.span(span.toByteArray(), span.size());
        }
        batches.finish();
    }

    private void write(JsonGenerator json, int span) throws IOException {
        json.writeStartObject();
        json.writeStringField("traceId", spans.trace(span));
        json.writeStringField("spanId", spans.id(span));
        String parent = spans.parent(span);
        if (parent != null) {
            json.writeStringField("parentSpanId", parent);
        }
        json.writeStringField("name", spans.name(span));
        json.writeNumberField("kind", spans.kind(span).number);
        json.writeStringField("startTimeUnixNano", Long.toString(spans.startNanos(span)));
        json.writeStringField("endTimeUnixNano", Long.toString(spans.endNanos(span)));
        json.writeArrayFieldStart("attributes");
        spans.attributes(span, new OtlpAttributes(json));
        json.writeEndArray();
        writeLinks(json, spans.links(span));
        if (spans.failed(span)) {
            json.writeObjectFieldStart("status");
            json.writeNumberField("code", STATUS_ERROR);
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private void writeLinks(JsonGenerator json, int[] links) throws IOException {
        if (links.length == 0) {
            return;
        }
        json.writeArrayFieldStart("links");
        for (int link : links) {
            json.writeStartObject();
            json.writeStringField("traceId", spans.trace(link));
            json.writeStringField("spanId", spans.id(link));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private boolean isWritten(int span) {
        return which.test(span / CallSpans.OF_A_CALL) && spans.exists(span);
    }

    /** Span numbers by the node whose work they are, then by number. */
    private int[] spansByNode() {
        int nodes = report.analysis().messages().nodes().size();
        return Grouped.of(nodes, spans.numbers(), span -> isWritten(span) ? spans.node(span) : MessageTable.NONE)
                .all()
                .toArray();
    }

    /** A resource up to the list of its spans. */
    private String resource(int number) throws IOException {
        NodeTable.Node node = report.analysis().messages().nodes().get(number);
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT);
            json.writeStartObject();
            json.writeObjectFieldStart("resource");
            json.writeArrayFieldStart("attributes");
            OtlpAttributes attributes = new OtlpAttributes(json);
            attributes.text("service.name", spans.role(number));
            attributes.text("service.instance.id", node.name());
            attributes.text("host.name", node.name());
            attributes.texts("host.ip", List.of(node.address()));
            json.writeEndArray();
            json.writeEndObject();
            json.writeArrayFieldStart("scopeSpans");
            json.writeStartObject();
            json.writeObjectFieldStart("scope");
            json.writeStringField("name", "wirepath");
            json.writeStringField("version", report.version());
            json.writeEndObject();
            json.writeArrayFieldStart("spans");
        }
        return text.toString();
    }
}

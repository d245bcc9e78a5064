package io.wirepath.report.export;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.loading.MessageDetails;
import io.wirepath.report.Report;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Writes the calls as Zipkin's API takes them (version 2, {@code POST /api/v2/spans}): an array of spans, one a line,
 * times in µs. Spans and attributes are those of OTLP; attributes become tags, which are texts. Zipkin knows no links:
 * those of a batch are the tag {@code wirepath.links}.
 */
public final class ZipkinWriter {

    private static final JsonFactory JSON = new JsonFactory();
    private static final long MICRO = 1_000;

    private ZipkinWriter() {}

    /** Writes all calls of the report to this stream, which stays open. */
    public static void write(Report report, MessageDetails details, OutputStream to) throws IOException {
        CallSpans spans = new CallSpans(report, details);
        NodeTable nodes = report.analysis().messages().nodes();
        to.write('[');
        try (JsonGenerator json = JSON.createGenerator(to, JsonEncoding.UTF8)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.setPrettyPrinter(new MinimalPrettyPrinter(",\n"));
            for (int span = 0; span < spans.numbers(); span++) {
                if (spans.exists(span)) {
                    write(json, spans, nodes, span);
                }
            }
        }
        to.write(']');
        to.write('\n');
    }

    private static void write(JsonGenerator json, CallSpans spans, NodeTable nodes, int span) throws IOException {
        json.writeStartObject();
        json.writeStringField("traceId", spans.trace(span));
        json.writeStringField("id", spans.id(span));
        String parent = spans.parent(span);
        if (parent != null) {
            json.writeStringField("parentId", parent);
        }
        json.writeStringField("kind", spans.kind(span).name());
        json.writeStringField("name", spans.name(span));
        long start = spans.startNanos(span) / MICRO;
        json.writeNumberField("timestamp", start);
        // Zipkin has no span of no time
        json.writeNumberField("duration", Math.max(1, spans.endNanos(span) / MICRO - start));
        endpoint(json, "localEndpoint", spans, nodes.get(spans.node(span)), spans.node(span), spans.ownPort(span));
        endpoint(json, "remoteEndpoint", spans, nodes.get(spans.peer(span)), spans.peer(span), spans.peerPort(span));
        json.writeObjectFieldStart("tags");
        Tags tags = new Tags(json);
        tags.text("service.instance.id", nodes.get(spans.node(span)).name());
        spans.attributes(span, tags);
        if (spans.failed(span)) {
            tags.text("error", "true");
        }
        int[] links = spans.links(span);
        if (links.length > 0) {
            StringBuilder text = new StringBuilder();
            for (int link : links) {
                text.append(text.isEmpty() ? "" : " ").append(spans.id(link));
            }
            tags.text("wirepath.links", text.toString());
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void endpoint(
            JsonGenerator json, String field, CallSpans spans, NodeTable.Node node, int number, int port)
            throws IOException {
        json.writeObjectFieldStart(field);
        json.writeStringField("serviceName", spans.role(number));
        json.writeStringField(node.address().indexOf(':') < 0 ? "ipv4" : "ipv6", node.address());
        json.writeNumberField("port", port);
        json.writeEndObject();
    }

    /** Attributes as texts. */
    private record Tags(JsonGenerator json) implements SpanAttributes {

        @Override
        public void text(String key, String value) throws IOException {
            json.writeStringField(key, value);
        }

        @Override
        public void number(String key, long value) throws IOException {
            text(key, Long.toString(value));
        }

        @Override
        public void fraction(String key, double value) throws IOException {
            text(key, Double.toString(value));
        }

        @Override
        public void flag(String key) throws IOException {
            text(key, "true");
        }

        @Override
        public void texts(String key, List<String> values) throws IOException {
            text(key, String.join("; ", values));
        }
    }
}

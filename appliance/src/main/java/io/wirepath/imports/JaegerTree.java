package io.wirepath.imports;

import com.fasterxml.jackson.databind.JsonNode;
import io.wirepath.imports.TraceSpan.Kind;
import java.util.Map;
import java.util.function.Consumer;

/** Spans as Jaeger's query service and its page give them: {@code data}, traces, spans and processes; times in µs. */
final class JaegerTree {

    private static final long MICRO = 1_000;

    private JaegerTree() {}

    static void read(JsonNode answer, Consumer<TraceSpan> to) {
        for (JsonNode trace : answer.path("data")) {
            JsonNode processes = trace.path("processes");
            for (JsonNode span : trace.path("spans")) {
                JsonNode process = span.has("process")
                        ? span.path("process")
                        : processes.path(SpanFields.optional(span, "processID"));
                String address = SpanFields.address(SpanFields.values(process.path("tags"), "ip"));
                to.accept(span(span, SpanFields.required(process, "serviceName"), address));
            }
        }
    }

    private static TraceSpan span(JsonNode span, String service, String address) {
        Map<String, String> tags = SpanFields.attributes(span.path("tags"));
        Kind kind = Kind.of(tags.getOrDefault("span.kind", ""));
        long start = TraceTimes.in(SpanFields.required(span, "startTime"), MICRO);
        return new TraceSpan(
                SpanFields.required(span, "traceID"),
                SpanFields.required(span, "spanID"),
                parent(span),
                service,
                address,
                kind,
                start,
                TraceTimes.later(start, TraceTimes.in(SpanFields.required(span, "duration"), MICRO)),
                SpanFields.peer(tags, kind.asks()),
                SpanFields.port(tags, kind.asks()),
                tags.getOrDefault("error", "").equals("true"));
    }

    private static String parent(JsonNode span) {
        for (JsonNode reference : span.path("references")) {
            String type = SpanFields.optional(reference, "refType");
            if (type.equals("CHILD_OF") || type.equals("FOLLOWS_FROM")) {
                return SpanFields.optional(reference, "spanID");
            }
        }
        return SpanFields.optional(span, "parentSpanID");
    }
}

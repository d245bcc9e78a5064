package io.wirepath.imports;

import com.fasterxml.jackson.databind.JsonNode;
import io.wirepath.imports.TraceSpan.Kind;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Spans of an ExportTraceServiceRequest in JSON (OpenTelemetry protocol). */
final class OtlpTree {

    private static final Kind[] KINDS = Kind.values();
    private static final int STATUS_ERROR = 2;

    private OtlpTree() {}

    static void read(JsonNode request, Consumer<TraceSpan> to) {
        for (JsonNode resource : request.path("resourceSpans")) {
            Map<String, String> of =
                    SpanFields.attributes(resource.path("resource").path("attributes"));
            String service = SpanFields.first(of, "service.name", "host.name");
            if (service.isEmpty()) {
                throw new IllegalArgumentException("a resource has no attribute service.name");
            }
            String instance = SpanFields.first(of, "service.instance.id");
            String node = instance.isEmpty() ? service : service + '/' + instance;
            JsonNode attributes = resource.path("resource").path("attributes");
            String address = SpanFields.address(Stream.concat(
                    SpanFields.values(attributes, "k8s.pod.ip"), SpanFields.values(attributes, "host.ip")));
            for (JsonNode scope : resource.path("scopeSpans")) {
                for (JsonNode span : scope.path("spans")) {
                    to.accept(span(span, node, address));
                }
            }
        }
    }

    private static TraceSpan span(JsonNode span, String service, String address) {
        JsonNode number = span.path("kind");
        Kind kind = number.isInt()
                ? KINDS[Math.min(Math.max(0, number.intValue()), KINDS.length - 1)]
                : Kind.of(number.asText().replace("SPAN_KIND_UNSPECIFIED", ""));
        Map<String, String> attributes = SpanFields.attributes(span.path("attributes"));
        return new TraceSpan(
                SpanFields.required(span, "traceId"),
                SpanFields.required(span, "spanId"),
                SpanFields.optional(span, "parentSpanId"),
                service,
                address,
                kind,
                TraceTimes.in(SpanFields.required(span, "startTimeUnixNano"), 1),
                TraceTimes.in(SpanFields.required(span, "endTimeUnixNano"), 1),
                SpanFields.peer(attributes, kind.asks()),
                SpanFields.port(attributes, kind.asks()),
                span.path("status").path("code").asInt() == STATUS_ERROR);
    }
}

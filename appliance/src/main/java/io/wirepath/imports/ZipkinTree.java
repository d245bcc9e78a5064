package io.wirepath.imports;

import com.fasterxml.jackson.databind.JsonNode;
import io.wirepath.imports.TraceSpan.Kind;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Spans of Zipkin's API, version 2: an array of spans, or of traces, which are arrays; times in µs. */
final class ZipkinTree {

    private static final long MICRO = 1_000;

    private ZipkinTree() {}

    /** Reads a span, or an array of spans or arrays. */
    static void read(JsonNode value, Consumer<TraceSpan> to) {
        if (value.isArray()) {
            value.forEach(each -> read(each, to));
        } else {
            to.accept(span(value));
        }
    }

    private static TraceSpan span(JsonNode span) {
        JsonNode remote = span.path("remoteEndpoint");
        String peer = SpanFields.optional(remote, "serviceName");
        long start = TraceTimes.in(SpanFields.required(span, "timestamp"), MICRO);
        String duration = SpanFields.optional(span, "duration");
        return new TraceSpan(
                SpanFields.required(span, "traceId"),
                SpanFields.required(span, "id"),
                SpanFields.optional(span, "parentId"),
                SpanFields.required(span.path("localEndpoint"), "serviceName"),
                SpanFields.address(Stream.of(SpanFields.optional(span.path("localEndpoint"), "ipv4"))),
                Kind.of(SpanFields.optional(span, "kind")),
                start,
                TraceTimes.later(start, duration.isEmpty() ? 0 : TraceTimes.in(duration, MICRO)),
                peer.isEmpty() ? SpanFields.optional(remote, "ipv4") : peer,
                remote.path("port").asInt(0) & 0xffff,
                span.path("tags").has("error"));
    }
}

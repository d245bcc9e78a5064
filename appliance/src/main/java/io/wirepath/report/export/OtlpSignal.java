package io.wirepath.report.export;

/** What OTLP carries, and where a receiver takes it. Source: OTLP 1.x, trace_service.proto, metrics_service.proto. */
enum OtlpSignal {
    TRACES("traces", "trace.v1.TraceService", "resourceSpans"),
    METRICS("metrics", "metrics.v1.MetricsService", "resourceMetrics");

    /** Where a receiver over HTTP listens when its address has no path. */
    final String path;

    /** The method of a receiver over gRPC. */
    final String method;

    /** The one field of a request. */
    final String field;

    OtlpSignal(String word, String service, String field) {
        path = "/v1/" + word;
        method = "opentelemetry.proto.collector." + service + "/Export";
        this.field = field;
    }
}

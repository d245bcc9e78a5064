/**
 * Spans of the requests that matter, from a running service to a tracing system: {@link SpanChoice} picks requests of a
 * window, {@link SpanExport} sends their spans over OTLP. Called by the analysis; knows nothing of windows on disk.
 */
@NullMarked
package io.wirepath.appliance.serve.spans;

import org.jspecify.annotations.NullMarked;

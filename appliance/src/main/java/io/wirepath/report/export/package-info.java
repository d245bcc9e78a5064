/**
 * The report for other programs. Everything is written as it is made, so a million calls need no more memory than one.
 *
 * <pre>
 *           ┌─► CallSpans (SpanIds) ─┬─► OtlpWriter ─► OtlpBatches ─► a file, OtlpReceiver (a collector)
 *           │                        └─► ZipkinWriter
 *  Report ──┼─► CsvWriter ─► CsvTable                 one file a table
 *           └─► DotWriter                             node map and paths for Graphviz
 * </pre>
 *
 * <p>{@link io.wirepath.report.export.PrometheusSamples} makes of the figures of a service what a Prometheus is sent.
 */
@NullMarked
package io.wirepath.report.export;

import org.jspecify.annotations.NullMarked;

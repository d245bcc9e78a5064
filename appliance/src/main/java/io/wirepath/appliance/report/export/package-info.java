/**
 * The report for other programs. Everything is written as it is made, so a million calls need no more memory than one.
 *
 * <pre>
 *           ┌─► OtlpSpans (SpanIds, OtlpAttributes) ─► OtlpBatches ─► OtlpWriter (a file), OtlpEndpoint (a collector)
 *  Report ──┼─► CsvWriter ─► CsvTable                 one file a table
 *           └─► DotWriter                             node map and paths for Graphviz
 * </pre>
 */
@NullMarked
package io.wirepath.appliance.report.export;

import org.jspecify.annotations.NullMarked;

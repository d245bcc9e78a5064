/**
 * From sources to a report: what the command line, {@code serve} and the cluster run. {@link io.wirepath.pipeline.Job}
 * assembles the report; the rest reads what it needs.
 *
 * <pre>
 *  capture files ─► MergeReading (CaptureReading ─► merge) ─┬─► TemporaryMessages ─┐
 *                                                           └─► a store to keep ───┼─► MessageLoader ─► Analyzer
 *  kept stores ────────────────────────────────────────────────► ManyStores ───────┘   (analyze.loading)     └► Report
 *
 *  capture files ─► StreamCaptures ─► StreamLines, a file a flow
 * </pre>
 *
 * <p>What a person did wrong ends in a {@link io.wirepath.pipeline.Failure}: one line, no stack trace.
 */
@NullMarked
package io.wirepath.pipeline;

import org.jspecify.annotations.NullMarked;

/**
 * Puts the stages together for one run of the program: from inputs to what the reports are made of.
 *
 * <pre>
 *  capture files ─► MergeReading (CaptureReading ─► merge) ─┬─► TemporaryMessages ─┐
 *                                                           └─► a store to keep ───┼─► MessageLoader ─► Analyzer
 *  kept stores ────────────────────────────────────────────────► ManyStores ───────┘   (analyze.loading)     └► Report
 *
 *  capture files ─► StreamCaptures ─► StreamLines, a file a flow
 * </pre>
 *
 * <p>What a person did wrong ends in a {@link io.wirepath.appliance.run.Failure}: one line, no stack trace.
 */
@NullMarked
package io.wirepath.appliance.run;

import org.jspecify.annotations.NullMarked;

/**
 * Puts the stages together for one run of the program: from inputs to what the reports are made of.
 *
 * <pre>
 *  capture files ─► CaptureReading ─► SightingMerge ─► StoreWriter ─┐
 *                                                                   ├─► MessageLoader ─► Analyzer ─► Report
 *  kept store ────────────────────────────────────────► StoreReader ┘      (names, vantage)
 *
 *  capture files ─► StreamCaptures ─► StreamLines, a file a flow
 * </pre>
 *
 * <p>What a person did wrong ends in a {@link io.wirepath.appliance.run.Failure}: one line, no stack trace.
 */
@NullMarked
package io.wirepath.appliance.run;

import org.jspecify.annotations.NullMarked;

/**
 * The live appliance: {@code wirepath serve}.
 *
 * <pre>
 *  input.SpoolWatch ─► MergeStage ────────────► AnalysisStage ───────► history.ReportHistory
 *   (spools)            │ live.LiveMerge          │ WindowAnalyst         ▲
 *                       │ window.SlidingWindows   │ ReportJson            │
 *                       ├► history.MessageHistory └► Published ◄─ http ───┘  API, metrics, health
 *                       └► history.StateFile          ▲
 *                          (checkpoint)  ServeControl ┘ what may change in the running process
 *
 *  Service   starts the two threads and the HTTP server, and stops them in order
 * </pre>
 *
 * <p>Both stages are plain objects that are told the time, so a day of service is a test of a minute. The merge is
 * never waited for by the network: spools hold what it has not read yet. The analysis is never waited for by the merge
 * for longer than {@link io.wirepath.appliance.serve.ServeSettings#patienceNanos}; then a window is left out and
 * counted.
 *
 * <p>{@code merge.past} remembers beside the history which messages were given out, so that a sniffer may be hours
 * late.
 *
 * <p>After a kill, the checkpoint and the messages kept after it tell the merge what is consumed; windows whose report
 * is there are not counted again, and the one that was open is filled again from the messages.
 */
@NullMarked
package io.wirepath.appliance.serve;

import org.jspecify.annotations.NullMarked;

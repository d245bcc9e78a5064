/**
 * The merge of sightings as they come: N sniffers at once, each late in its own way, in bounded memory, with a checkpoint
 * from which it goes on after a kill.
 *
 * <pre>
 *  spool of a sniffer ─ offer, progress ─► HeldSightings: by last byte, some seconds ─┐ corrected time up to the
 *  spool of a sniffer ─ offer, progress ─► HeldSightings                            ──┼─► watermark ─► match.MergeRun
 *  …                          │                                                       ┘                    │
 *                             └─► RollingSamples ─ at intervals ─► ClockModel, HomeSniffers                ▼
 *                                                                                     MergedSink: message, Consumed
 *  Checkpoint: what every source has consumed ◄──────────────────────────────────────────────────┘
 * </pre>
 *
 * <p>The watermark is the least corrected progress of all sniffers that are neither silent nor late nor gone, less the hold.
 * A sniffer that is silent or late for longer than its limit holds nobody up; what it sends after the watermark has passed
 * is counted, joins a message that still waits, and is dropped as a copy where its message was given out before: the latest messages are in memory, those of some hours with whoever
 * implements {@link io.wirepath.merge.match.PastMessages}.
 *
 * <p>Entry: {@link io.wirepath.merge.live.LiveMerge}. Nothing here reads a clock, a file, or runs a thread: {@code advance} brings
 * the time.
 */
@NullMarked
package io.wirepath.merge.live;

import org.jspecify.annotations.NullMarked;

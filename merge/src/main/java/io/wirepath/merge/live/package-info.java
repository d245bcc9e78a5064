/**
 * The merge of sightings as they come: N sniffers at once, each late in its own way, in bounded memory, with a
 * checkpoint from which it goes on after a kill.
 *
 * <pre>
 *  spool of a sniffer ─ offer, progress ─► HeldSightings: by last byte, some seconds ─┐ corrected time up to the
 *  spool of a sniffer ─ offer, progress ─► HeldSightings                            ──┼─► watermark ─► match.MergeRun
 *  …                          │                                                       ┘                    │
 *                             └─► RollingClocks ─ at intervals ─► ClockModel, HomeSniffers                 ▼
 *                                                                                     MergedSink: message, Consumed
 *  Checkpoint: what every source has consumed ◄──────────────────────────────────────────────────┘
 * </pre>
 *
 * <p>The watermark is the least corrected progress of all sniffers that are neither silent nor late nor gone, less the
 * hold. A sniffer that is silent or late for longer than its limit delays nobody. What it sends after the watermark has
 * passed is counted. It joins a message that still waits, and is dropped as a copy where its message was emitted
 * before: the latest messages are remembered in memory, those of some hours by a
 * {@link io.wirepath.merge.match.PastMessages}.
 *
 * <p>Entry: {@link io.wirepath.merge.live.LiveMerge}. Nothing here reads a clock or a file, or runs a thread: the
 * caller passes the time to {@code advance}.
 */
@NullMarked
package io.wirepath.merge.live;

import org.jspecify.annotations.NullMarked;

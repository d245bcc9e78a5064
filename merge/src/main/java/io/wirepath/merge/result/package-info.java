/**
 * What a merge learns besides the messages, as plain records that are stored, shown and compared.
 *
 * <pre>
 *  clock, sample, match ─► MergeResult ─┬─► SnifferClock, ClockLine   each clock against the reference
 *                                       ├─► HomeSniffer               which sniffer stands at which node
 *                                       ├─► nat.Translation           rewritten addresses
 *                                       ├─► LinkLoss                  what was lost between two sniffers
 *                                       └─► counters
 * </pre>
 *
 * <p>{@code reconcile} and {@code live} fill it; {@code store} and the reports read it and need no other part of the
 * merge.
 */
@NullMarked
package io.wirepath.merge.result;

import org.jspecify.annotations.NullMarked;

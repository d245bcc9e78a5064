/**
 * The messages that a live merge emitted, remembered on disk for as long as the operator says, so that a sniffer may
 * lag by hours.
 *
 * <pre>
 *  match.CopyWatch ─ note, claim ─► PastMessageFiles ─► PastSlice (8 s of traffic) ─► DIR/SLICE.given
 *                                    bounds, the few       └► SliceTable, while late sightings
 *                                    that are open              of that time come
 * </pre>
 *
 * <p>A message of the present is an entry appended to the file of its time. Late sightings come in the order of time,
 * so a file that is read for one serves all of its eight seconds. Memory is bounded by the few slices that are open.
 *
 * <p>Entry: {@link io.wirepath.merge.past.PastMessageFiles}.
 */
@NullMarked
package io.wirepath.merge.past;

import org.jspecify.annotations.NullMarked;

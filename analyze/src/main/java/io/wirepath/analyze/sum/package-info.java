/**
 * What times of a system are compared by, added up: delays in bins and counts, of each place, block of time by block of
 * time.
 *
 * <pre>
 *  compare.RunSums ─► SumsBuilder ─┐
 *  JSON report, kept window ───────┴─► Sums ─► merge, cut, condensed (SumsAddition) ─► Sums
 *                                       │
 *       DelayTrack, ShareTrack: a ComparedPlace, a Measure, BinnedDelays or numbers a block
 * </pre>
 *
 * <p>Runs, windows and stretches of time have the same form, so whatever reads {@code Sums} compares any of them.
 */
@NullMarked
package io.wirepath.analyze.sum;

import org.jspecify.annotations.NullMarked;

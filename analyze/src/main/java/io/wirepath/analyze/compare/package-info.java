/**
 * What differs between two runs of a system beyond chance: before and after a change, today and the run that was kept.
 *
 * <pre>
 *  Analysis ─► RunSums ─► sum.Sums  what each place did, block of time by block of time
 *              (RequestWords)         │
 *              JSON report ───────────┤
 *                                     ▼
 *                    DelayContrast, ShareContrast ─► Contrast (before, after, interval, chance) ─► Comparison
 *  replicas of one role, in one time ─► Replicas ─┘
 * </pre>
 *
 * <p>Sums are small and stand in every JSON report, so a run that nobody kept can still be compared. All
 * contrasts of a comparison share one chance of a false one. Pure.
 */
@NullMarked
package io.wirepath.analyze.compare;

import org.jspecify.annotations.NullMarked;

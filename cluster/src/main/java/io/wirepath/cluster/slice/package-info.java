/**
 * One slice of time, from the documents of all sniffers to its messages, calls, findings and report: a pure function,
 * for any engine that brings the documents.
 *
 * <pre>
 *  time ──┼── before ──┼──────── core ────────┼── after ──┼──►      SliceSettings: which slices a moment belongs to
 *
 *  documents ─► SliceSpools ─► SliceAnalysis (run.MergeReading, whole.Analyzer) ─► messages, calls, findings, windows, answers
 *
 *  latest documents ─► ClockComparison ─► how far each clock is ahead: by what time is cut
 * </pre>
 *
 * <p>Nothing passes from slice to slice, so they can be made in any order, on any machine, and again.
 */
@NullMarked
package io.wirepath.cluster.slice;

import org.jspecify.annotations.NullMarked;

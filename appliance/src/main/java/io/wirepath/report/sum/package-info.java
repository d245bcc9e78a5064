/**
 * Reports added up: the patterns, nodes and edges of many windows, from their JSON alone, so that any windows that were
 * kept can be added, also those of an earlier run of the program.
 *
 * <pre>
 *  report, report, … ─► ReportSum ─► PatternSum, StepSum ─► DelaySum ─► one object of the same form
 * </pre>
 *
 * <p>Counts, weights, means and deviations add exactly. Percentiles are taken from the histograms, whose bins are a
 * quarter of an octave, so they are within 19 % of the truth.
 */
@NullMarked
package io.wirepath.report.sum;

import org.jspecify.annotations.NullMarked;

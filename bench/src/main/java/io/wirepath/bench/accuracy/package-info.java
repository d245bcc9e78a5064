/**
 * Compares the algorithms with what is known to be true.
 *
 * <pre>
 *  directory: captures, truth ─► RecordedSet ─► the whole chain ─► TruthMatch ─┐
 *  the traces of maketrace that have a name ─► Trial ──────────────────────────┴─► AccuracyRow ─► table, Markdown
 *  Experiments: Figures 17 and 19 to 22 of Project 5 ─► CSV, ExperimentPlot ─► SVG
 *  CalibrationFit: sets that are not reported ─► calibration.csv
 *  ReliabilityBench: what is said of links, and how many are right ─► table, SVG
 *  SensitivityBench: each constant of the linker halved and doubled ─► its column in docs/results/constants.md
 * </pre>
 */
@NullMarked
package io.wirepath.bench.accuracy;

import org.jspecify.annotations.NullMarked;

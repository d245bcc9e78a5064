/**
 * Compares the algorithms with what is known to be true.
 *
 * <pre>
 *  directory: captures, truth ─► RecordedSet ─► the whole chain ─► TruthMatch ─┐
 *  NamedTraces ─► generated traces ────────────────────────────────────────────┴─► AccuracyRow ─► table, Markdown
 *  Experiments: Figures 17 and 19 to 22 of Project 5 ─► CSV, ExperimentPlot ─► SVG
 * </pre>
 */
@NullMarked
package io.wirepath.bench.accuracy;

import org.jspecify.annotations.NullMarked;

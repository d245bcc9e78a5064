/**
 * Results over time: what each node, role and edge did in each interval.
 *
 * <pre>
 *  CallTable, ServedCalls ─► SeriesTable ─► TimeSeries (of a node, a role, an edge) ─► IntervalSum (a monoid)
 *                            Intervals: all begin at whole multiples of their width, so windows and machines add
 * </pre>
 */
@NullMarked
package io.wirepath.analyze.series;

import org.jspecify.annotations.NullMarked;

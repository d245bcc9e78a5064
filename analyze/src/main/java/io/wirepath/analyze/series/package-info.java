/**
 * Results over time: what each node, role, edge, pattern and sniffer did in each interval.
 *
 * <pre>
 *  CallTable, ServedCalls ─► SeriesBuilder ─► SeriesTable ─► TimeSeries ─► IntervalSum
 *                            Intervals: all begin at whole multiples of their width, so windows and machines add
 * </pre>
 */
@NullMarked
package io.wirepath.analyze.series;

import org.jspecify.annotations.NullMarked;

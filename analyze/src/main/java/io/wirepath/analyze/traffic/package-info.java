/**
 * Which nodes talk to each other, and how long calls take: the tables and the map of a report, computed from an
 * analysis.
 *
 * <pre>
 *  Analysis ─┬─► TrafficTotals   one row for everything
 *            ├─► CallDelays      a row for each caller, called node and port
 *            └─► TrafficMap      an edge for each pair of nodes: all messages, and the calls of CallDelays
 * </pre>
 *
 * <p>Reports and exports only write what is computed here.
 */
@NullMarked
package io.wirepath.analyze.traffic;

import org.jspecify.annotations.NullMarked;

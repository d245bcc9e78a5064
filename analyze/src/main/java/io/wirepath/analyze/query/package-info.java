/**
 * Happened-before queries over what an analysis knows: the language of Pivot Tracing (Mace, Roelke, Fonseca, SOSP 2015)
 * with causes that are inferred, and so with probabilities.
 *
 * <pre>
 *  text ─► language ─► plan ─► operator ◄─ event ◄─ Analysis
 *          (parsed)    (bound)  (runs)     (sources, fields)
 *                                  ▲
 *                                cause  (causes of calls, in 64 possible worlds)
 * </pre>
 *
 * <p>Everything here is pure: a query is bound to the events of one analysis, goes through them once, and its groups
 * can go on with those of the next window.
 */
@NullMarked
package io.wirepath.analyze.query;

import org.jspecify.annotations.NullMarked;

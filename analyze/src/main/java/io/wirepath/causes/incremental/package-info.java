/**
 * Inference window by window: runs of any length in bounded memory, and services that never stop.
 *
 * <pre>
 *             ┌────────────── window 1 ─────────────┐
 *  time ──────┼──────────── core ────────────┼ ahead ┼──────────────────────────────►
 *                                            ├─────────── core ───────────┼ ahead ┤
 *                                     open tasks └────────── window 2 ────────────┘
 *                                            │
 *             WindowAnswer ──carry──► CarriedTables ──► next window
 * </pre>
 *
 * <p>What passes from one window to the next are not the tables of an algorithm but the decided calls that they are
 * counted from, the latest of each node ({@link CarriedTables}). They stand in the next window as tasks and calls whose
 * owners are known ({@link Decided}), so plans, gaps, orders, rates, kinds of messages and evidence are all
 * refilled from them by the code that learns them anyway, and nothing can be carried that is not learnt. Old calls fall
 * out, so the tables follow a system that changes.
 *
 * <p>{@link WindowedInference} does this over a table that holds a whole run; a service gives its own windows to a
 * {@link StreamingAlgorithm}.
 */
@NullMarked
package io.wirepath.causes.incremental;

import org.jspecify.annotations.NullMarked;

/**
 * The operators of queries: one set for stored and for live messages. They go through events once, keep what a group
 * needs and nothing else, and can be asked for their answer, and go on, at any time.
 *
 * <pre>
 *  EventScan ─► TupleFilter ─► HappenedBeforeJoin … ─► Grouping (Accumulator per group and aggregate) ─► AnswerRow
 *                                                   └► RowCollector (no aggregate)                     ─► AnswerRow
 *  Tuple: an event of each variable, with the worlds in which they belong together;   TypedValue: an expression over it
 * </pre>
 */
@NullMarked
package io.wirepath.analyze.query.operator;

import org.jspecify.annotations.NullMarked;

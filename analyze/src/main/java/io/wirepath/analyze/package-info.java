/**
 * What is made of messages and their causes: paths, sums over them, what changed, answers to queries.
 *
 * <pre>
 *  causes.LinkTable ─► path.* (trees, patterns, roles) ─► whole.Analysis   (what every report shows)
 *                      delay.*, series.*, traffic.*       finding.*        (what a reader should see first)
 *                      sum.* (Sums: what is compared)     request.*        (one request, to the microsecond)
 *                      change.*, incident.*, compare.*    query.*          (any question)
 * </pre>
 *
 * <p>Pure, as {@code io.wirepath.causes} is: data in, data out, time a parameter, no I/O, no threads, no static state.
 */
@NullMarked
package io.wirepath.analyze;

import org.jspecify.annotations.NullMarked;

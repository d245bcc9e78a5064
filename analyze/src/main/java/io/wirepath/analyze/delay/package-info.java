/**
 * Delays at nodes, each sample weighted by the probability of the path that it was measured on (WAP5 §5.2).
 *
 * <pre>
 *  MessageTable, calls ─► ServedCalls (service time, own time of each call) ─► NodeDelays ─► NodeSummary (a node)
 *                                                                   DelayDistribution: mean, percentiles; a monoid
 * </pre>
 *
 * <p>{@code KeptForm} is how these and what holds them are kept as bytes. Delays of single steps of a path are
 * collected by {@code analyze.path}, in the same distributions.
 */
@NullMarked
package io.wirepath.analyze.delay;

import org.jspecify.annotations.NullMarked;

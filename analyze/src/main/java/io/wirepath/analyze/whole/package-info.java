/**
 * The whole analysis, from messages to everything that a report shows.
 *
 * <pre>
 *  MessageTable ─► CausalAlgorithm ─► LinkTable ─┬─► path.CallForest ─► delay.ServedCalls ─► delay.NodeDelays
 *                                                ├─► path.PatternBuilder, path.RoleAggregation
 *                                                └─► finding.Findings, from all of these
 *                                                                       └─► Analysis
 * </pre>
 */
@NullMarked
package io.wirepath.analyze.whole;

import org.jspecify.annotations.NullMarked;

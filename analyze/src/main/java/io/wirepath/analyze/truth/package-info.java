/**
 * Traces whose truth is known, and how right an answer about them is (Project 5 §7.1.1, §7.5).
 *
 * <pre>
 *  CallTemplate (tracelet) ─┐
 *  TraceConfiguration ──────┴─► TraceGenerator ─► GeneratedTrace ─┬─► MessageTable ─► algorithms
 *                                                  LossySniffer   └─► capture file, truth.jsonl (the maketrace verb)
 *                                                  SkewedClocks
 *
 *  truth, answer ─► PathForest ─► Shapes ─┬─► PathAccuracy: patterns, instances, messages, top N
 *                                         └─► LinkAccuracy: calls, traces
 * </pre>
 *
 * <p>Pure and seeded: the same configuration and seed give the same trace. No I/O here; files are written by the
 * appliance.
 */
@NullMarked
package io.wirepath.analyze.truth;

import org.jspecify.annotations.NullMarked;

/**
 * The stages as a job of Apache Flink.
 *
 * <pre>
 *  topic a sniffer ─► KafkaRecordReader ─ SnifferWatermark: a watermark a sniffer
 *                          │ by sniffer
 *                          ▼
 *                     AwaitedCut: no watermark before each known sniffer; SliceCutter: which slices a document belongs to
 *                          │ by slice
 *                          ▼
 *                     SliceMerger: messages of a slice ──────────────────┐
 *                          │ by node (SharedOut: which slot)             │ by slice
 *                          ▼                                             ▼
 *                     NodeSolver: who made the calls of one node ─► SliceReporter ─► topics: messages, calls, findings,
 *                                                                                    queries, windows, late
 * </pre>
 *
 * <p>What the stages do is {@code slice.SliceAnalysis}. Time is cut, and then nodes are shared out:
 * docs/decisions/the-cluster-cuts-time.md says why.
 */
@NullMarked
package io.wirepath.cluster.flink;

import org.jspecify.annotations.NullMarked;

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
 *                     SliceWorker ─► slice.SliceAnalysis ─► topics: messages, calls, findings, queries, windows, late
 * </pre>
 *
 * <p>Time is cut, and neither connections nor nodes are: docs/decisions/the-cluster-cuts-time.md says why.
 */
@NullMarked
package io.wirepath.cluster.flink;

import org.jspecify.annotations.NullMarked;

/**
 * The same stages past one machine: sightings in Apache Kafka, merged and analysed by Apache Flink.
 *
 * <pre>
 *  sniff --to kafka:// ─► kafka.KafkaShipper ─► topics ─► flink.SliceJob (slice.*) ─► topics: windows, findings, calls, messages
 *
 *  WirepathCluster (main) ─► ClusterProgram ─► demo, ship, run
 *  ClusterJob (main)      the job for a Flink that is there already
 * </pre>
 */
@NullMarked
package io.wirepath.cluster;

import org.jspecify.annotations.NullMarked;

/**
 * Sightings in Apache Kafka: each document of a sniffer's spool is a record, each sniffer has a topic of one partition,
 * so their order stays.
 *
 * <pre>
 *  spool ─► KafkaShipper ─► PREFIX.sightings.SNIFFER ─┬─► KafkaIntake   ─► received spools of serve
 *              (the spool is the fail-over)            └─► cluster.flink
 *
 *  PREFIX.windows ─► KafkaIntake ─► history of serve --windows
 *
 *  KafkaAddress    brokers, prefix of the topics, settings of TLS and SASL
 *  SightingRecord  the layout of a record's value
 *  RecordCheck     which of them may come into the job
 * </pre>
 */
@NullMarked
package io.wirepath.cluster.kafka;

import org.jspecify.annotations.NullMarked;

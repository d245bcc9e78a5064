/**
 * Names of addresses as the traffic tells them: never needed, shown beside the address where they are known.
 *
 * <pre>
 *  DNS answers ──DnsAnswers──┐
 *  TLS SNI, HTTP Host ───────┴─► NameFilter ──► NameSink (SightingBatch) ──► collector ──► SightingSink.onName
 *    (framers)                   once a shard
 * </pre>
 *
 * Which of several names an address gets is decided where all are known, behind the sink.
 */
@NullMarked
package io.wirepath.flows.names;

import org.jspecify.annotations.NullMarked;

/**
 * The lasting log of one sniffer's sightings, in Chronicle Queue: what `sniff` writes, and what analysis, shipping and
 * the receiver read.
 *
 * <pre>
 *  Spool.open ─► SpoolWriter ─┐   START (SIGHTING | CONNECTION_END | NAME | PROGRESS | COUNTERS | NOTE | GAP)… END  START …
 *                             ├─► directory of rolls, the oldest of which are deleted when a bound is reached
 *  Spool.read ─► SpoolReader ◄┘   ─► SpoolVisitor, or document(), its bytes
 *
 *  SpoolDocument   what a document's bytes mean; it knows nothing of Chronicle Queue
 * </pre>
 *
 * <p>Every document has a number, dense over the restarts of a sniffer, so that a pair of
 * {@linkplain io.wirepath.merge.spool.SpoolWriter#incarnation() incarnation} and number names a document for ever.
 */
@NullMarked
package io.wirepath.merge.spool;

import org.jspecify.annotations.NullMarked;

/**
 * From the sightings of N sniffers to one stream of messages.
 *
 * <pre>
 *  sightings of sniffer 1 ─┐
 *  sightings of sniffer 2 ─┼─► (clock model, copies dropped) ─► MessageRecord ─► MessageStore
 *  sightings of sniffer N ─┘
 * </pre>
 *
 * <p>Two halves that do not know each other:
 *
 * <pre>
 *  matching   sample, clock ─► order ─► match ◄─ reconcile (captures, whole), live (as they come, with past)
 *  storage    log ◄─ spool (sightings of one sniffer), store (messages)
 * </pre>
 *
 * <p>Both use the records of this package and of {@code result}. {@code SightingsToMessages} is the merge of a single
 * sniffer, which needs no matching.
 */
@NullMarked
package io.wirepath.merge;

import org.jspecify.annotations.NullMarked;

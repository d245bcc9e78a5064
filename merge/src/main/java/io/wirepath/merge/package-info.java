/**
 * From the sightings of N sniffers to one stream of messages, kept in Chronicle Queue.
 *
 * <pre>
 *  sightings of sniffer 1 ─┐
 *  sightings of sniffer 2 ─┼─► (clock model, copies dropped) ─► MessageRecord ─► MessageStore
 *  sightings of sniffer N ─┘
 * </pre>
 *
 * <p>Sightings wait for the merge in a {@code merge.spool}, one for each sniffer; spools and stores are both of
 * {@code merge.log}'s sealed documents.
 */
@NullMarked
package io.wirepath.merge;

import org.jspecify.annotations.NullMarked;

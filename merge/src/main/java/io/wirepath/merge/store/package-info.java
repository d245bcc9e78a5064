/**
 * Messages on disk: Chronicle Queue holds one document for each message, name and sniffer.
 *
 * <pre>
 *  MessageStore.create ─► StoreWriter ─┐  header, (message | name | sniffer)…, end
 *                                      ├─► directory of Chronicle Queue files
 *  MessageStore.open ───► StoreReader ◄┘  ─► StoreVisitor
 *
 *  StoreDocument, SnifferCodec   what a document's bytes mean; they know nothing of Chronicle Queue
 * </pre>
 *
 * <p>Only {@link io.wirepath.merge.store.StoreWriter} and {@link io.wirepath.merge.store.StoreReader} touch Chronicle
 * Queue, so another log could take its place.
 */
@NullMarked
package io.wirepath.merge.store;

import org.jspecify.annotations.NullMarked;

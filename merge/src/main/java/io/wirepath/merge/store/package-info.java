/**
 * Messages on disk: a log holds one document for each message, name and sniffer.
 *
 * <pre>
 *  MessageStore.create ─► StoreWriter ─┐  header, (message | name | sniffer)…, end
 *                                      ├─► directory with a log
 *  MessageStore.open ───► StoreReader ◄┘  ─► StoreVisitor
 *
 *  StoreDocument, SnifferCodec, ResultCodec   what a document's bytes mean; the log is {@code merge.log}'s
 *  Consumed, MergeResult                      what is stored besides messages, from {@code merge} and {@code merge.result}
 * </pre>
 */
@NullMarked
package io.wirepath.merge.store;

import org.jspecify.annotations.NullMarked;

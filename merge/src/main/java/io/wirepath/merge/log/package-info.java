/**
 * What every log of this program has in common: sealed documents in one Chronicle Queue.
 *
 * <pre>
 *  LogDocument, CounterCodec   the bytes of a document; they know nothing of Chronicle Queue
 *
 *  LogWriter ─┐  (claims room before it writes)
 *             ├─► directory with a queue that never rolls by itself
 *  LogReader ◄┘  (reads the file itself; skips and reports cuts and damage; follows a writer)
 * </pre>
 *
 * <p>Only this package knows Chronicle Queue, so another log could take its place. What documents mean is not known
 * here: see {@code merge.store} and {@code merge.spool}.
 */
@NullMarked
package io.wirepath.merge.log;

import org.jspecify.annotations.NullMarked;

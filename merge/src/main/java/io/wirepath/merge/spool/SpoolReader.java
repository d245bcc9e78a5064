package io.wirepath.merge.spool;

import java.io.Closeable;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Reads a spool, one document at a time, also while it is written by another thread or process. Used by one thread.
 *
 * <pre>
 *  while (reader.read(visitor)) {}          // everything that is there now; later the same again for what came since
 *
 *  reader.seek(acknowledged + 1);
 *  while (reader.next()) ship(reader.number(), reader.document());
 * </pre>
 */
public final class SpoolReader implements Closeable {

    SpoolReader() {}

    /** Identifies the spool. */
    public UUID incarnation() {
        throw new UnsupportedOperationException();
    }

    /** The next document that is read is the first that has this number or a higher one. */
    public void seek(long number) throws SpoolException {
        throw new UnsupportedOperationException(Long.toString(number));
    }

    /**
     * Moves to the next document.
     *
     * @return false when there is none now
     */
    public boolean next() throws SpoolException {
        throw new UnsupportedOperationException();
    }

    /** Moves to the next document and hands it over, and before it the gap in front of it, if there is one. */
    public boolean read(SpoolVisitor visitor) throws SpoolException {
        throw new UnsupportedOperationException(visitor.toString());
    }

    /** Number of the present document; 0 before the first. */
    public long number() {
        throw new UnsupportedOperationException();
    }

    /** The bytes of the present document, as they are in the spool, until the next one is read. */
    public ByteBuffer document() {
        throw new UnsupportedOperationException();
    }

    /** Number of the oldest document that is there; one above {@link #lastNumber()} when none is. */
    public long firstNumber() throws SpoolException {
        throw new UnsupportedOperationException();
    }

    /** Number of the latest document that is there now; 0 before the first. */
    public long lastNumber() throws SpoolException {
        throw new UnsupportedOperationException();
    }

    /** Documents that were missing between those that this reader read. */
    public long documentsMissing() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}

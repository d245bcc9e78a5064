package io.wirepath.merge.spool;

import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingSink;
import io.wirepath.sniffer.CounterSet;
import java.io.Closeable;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;

/**
 * Writes a spool. Allocates nothing for a sighting. Used by one thread at a time. Never asks the clock: {@link #onTime}
 * tells it the time, about once a second.
 *
 * <p>Where a document cannot be kept because the disk is full, its number is used up all the same, it is counted in
 * {@link #documentsNotKept()}, and nothing is thrown; writing goes on when there is room again.
 */
public final class SpoolWriter implements SightingSink, Closeable {

    SpoolWriter() {}

    /** Identifies this spool for ever: random, made with the spool. */
    public UUID incarnation() {
        throw new UnsupportedOperationException();
    }

    /** A run of the sniffer begins. */
    public void start(SnifferRun run) {
        throw new UnsupportedOperationException(run.toString());
    }

    @Override
    public void onSighting(Sighting sighting) {
        throw new UnsupportedOperationException(sighting.toString());
    }

    @Override
    public void onName(long addressHigh, long addressLow, String name, NameOrigin origin) {
        throw new UnsupportedOperationException(name);
    }

    @Override
    public void onConnectionEnd(ConnectionEnd end) {
        throw new UnsupportedOperationException(end.toString());
    }

    /** Writes that the capture is complete up to this time; not more often than a reader can use it. */
    @Override
    public void onProgress(long timeNanos) {
        throw new UnsupportedOperationException(Long.toString(timeNanos));
    }

    /** Writes all counters of the run so far. */
    public void counters(List<CounterSet.Value> counters) {
        throw new UnsupportedOperationException(counters.toString());
    }

    /** Writes that something changed that a reader must know, one sentence. */
    public void note(long timeNanos, String text) {
        throw new UnsupportedOperationException(text + timeNanos);
    }

    /** The run ends in order. */
    public void end() {
        throw new UnsupportedOperationException();
    }

    /**
     * Appends a document of another spool as it is, from the buffer's position to its limit. A copy must not lose what its
     * original still has: where the disk is full, the number is not used up.
     *
     * @return false when the disk is full; to be tried again later
     * @throws IllegalArgumentException when it is not whole, or its number is not above {@link #lastNumber()}
     */
    public boolean append(ByteBuffer document) {
        throw new UnsupportedOperationException(document.toString());
    }

    /**
     * Tells the time, nanoseconds since the epoch: begins a new roll when the present one is old enough, deletes rolls
     * that are too old, forces to the disk what is due.
     */
    public void onTime(long nowNanos) {
        throw new UnsupportedOperationException(Long.toString(nowNanos));
    }

    /** Forces what was written to the disk. */
    public void sync() {
        throw new UnsupportedOperationException();
    }

    /** Number of the oldest document that is still there; one above {@link #lastNumber()} when none is. */
    public long firstNumber() {
        throw new UnsupportedOperationException();
    }

    /** Number of the latest document; 0 before the first. */
    public long lastNumber() {
        throw new UnsupportedOperationException();
    }

    /** Documents that this writer could not keep, because the disk was full. */
    public long documentsNotKept() {
        throw new UnsupportedOperationException();
    }

    /** Documents that this writer deleted to keep the bounds. */
    public long documentsDeleted() {
        throw new UnsupportedOperationException();
    }

    /** Bytes that the spool takes on the disk. */
    public long bytesOnDisk() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}

package io.wirepath.merge.live;

import io.wirepath.flows.SightingSink.NameOrigin;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Merges the sightings of N sniffers while they come. Fed by one thread; asks no clock.
 *
 * <pre>
 *  LiveMerge merge = LiveMerge.resume(checkpoint, settings, sink);       // Checkpoint.empty() at the first start
 *  for each spool:   s = merge.source(name, incarnation);                // at any time: sniffers may join later
 *                    read it from number merge.replayFrom(s) on
 *  for each document, in the order of its spool:   start | offer | progress | name | end  (s, its number, …)
 *  every second or so:   merge.advance(now);   keep(merge.checkpoint());
 * </pre>
 *
 * Documents of other kinds need not be told of. How fast sources come, and how they interleave, changes no message, as long
 * as none is silent or late.
 */
@SuppressWarnings("DoNotCallSuggester") // the types come first, so that their users can be written
public final class LiveMerge {

    private LiveMerge() {}

    /**
     * Goes on from a checkpoint, or begins with {@link Checkpoint#empty}.
     *
     * @param from what was consumed; what messages kept after it consumed must be {@link Checkpoint#mark}ed
     */
    public static LiveMerge resume(Checkpoint from, LiveMergeSettings settings, MergedSink to) {
        throw new UnsupportedOperationException();
    }

    /**
     * The number of a source, which may be new.
     *
     * @param sniffer configured name of the sniffer
     * @param incarnation of its spool: a spool that was made anew is another source of the same sniffer
     */
    public int source(String sniffer, UUID incarnation) {
        throw new UnsupportedOperationException();
    }

    /** The number from which a source is to be read: 1 for a new one. */
    public long replayFrom(int source) {
        throw new UnsupportedOperationException();
    }

    /** A run of the sniffer began: connections are numbered anew. */
    public void start(int source, long number) {
        throw new UnsupportedOperationException();
    }

    /**
     * Takes a sighting or the end of a connection.
     *
     * @param number its number in the source, above that of the document before
     * @param records holds at {@code at} a record of {@link io.wirepath.merge.order.TimedRecord#LENGTH} bytes, little-endian
     */
    public void offer(int source, long number, ByteBuffer records, int at) {
        throw new UnsupportedOperationException();
    }

    /** The capture is complete up to this time of the sniffer's clock. */
    public void progress(int source, long number, long captureNanos) {
        throw new UnsupportedOperationException();
    }

    /** An address was seen to have a name; passed on at once. */
    public void name(int source, long number, long addressHigh, long addressLow, String name, NameOrigin origin) {
        throw new UnsupportedOperationException();
    }

    /** The run of the sniffer ended in order: nobody waits for it any more. */
    public void end(int source, long number) {
        throw new UnsupportedOperationException();
    }

    /** Documents were deleted before they could be read. */
    public void gap(int source, long firstNumber, long lastNumber) {
        throw new UnsupportedOperationException();
    }

    /**
     * Gives out what has become complete. Messages are handed over in this call only.
     *
     * @param nowNanos the present moment, by one clock for the whole life of this object; tells silence only
     */
    public void advance(long nowNanos) {
        throw new UnsupportedOperationException();
    }

    /** Gives out everything, as if all sources had ended: for a source that is known to be finite. */
    public void flush() {
        throw new UnsupportedOperationException();
    }

    /** What was consumed by all messages handed out so far. */
    public Checkpoint checkpoint() {
        throw new UnsupportedOperationException();
    }

    /** How the merge stands. */
    public MergeStatus status() {
        throw new UnsupportedOperationException();
    }
}

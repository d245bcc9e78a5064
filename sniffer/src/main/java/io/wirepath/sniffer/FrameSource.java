package io.wirepath.sniffer;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One capture point with one clock: a capture file or a live port.
 *
 * <p>Used by one thread, except {@link #progress()} and {@link #addTo}, which any thread may call.
 */
public interface FrameSource extends Closeable {

    /** Name of this sniffer for people: a file's name without its endings, or a port's name. */
    String sniffer();

    /**
     * Resets the block and fills it with the next frames.
     *
     * @return false at the end, with the block empty; a live source may return true with an empty
     *     block after its poll time, so that timers downstream go on
     * @throws IOException when the source cannot be read at all; damage inside a file is no
     *     exception but ends the frames, and is told by {@link #damage()}
     */
    boolean fill(FrameBlock block) throws IOException;

    /** Where and why the frames ended early, if they did. Valid after {@link #fill} returned false. */
    default Optional<CaptureDamage> damage() {
        return Optional.empty();
    }

    /** Frames that the capture itself says were lost before they were recorded; 0 where unknown. */
    default long droppedBeforeCapture() {
        return 0;
    }

    /**
     * Up to when every frame has been given, after a fill that gave none: what is downstream goes by this time while no
     * frame tells it. Nanoseconds since the epoch, by the clock of the frames; {@link Long#MIN_VALUE} where frames
     * alone tell the time, as in a file.
     */
    default long completeUntilNanos() {
        return Long.MIN_VALUE;
    }

    /**
     * Up to when no later block brings a frame, after a fill: of a source that gives out several streams by turns, each
     * in order. {@link Long#MAX_VALUE} where there is one stream, whose frames come as they passed.
     */
    default long orderedUntilNanos() {
        return Long.MAX_VALUE;
    }

    /**
     * Adds what the source itself has counted since it was opened, besides the frames that it gave out. Files count
     * nothing of their own.
     */
    default void addTo(CounterSet<CaptureCounter> counters) {}

    /**
     * What was named with the source and is no part of it, a clause each: files of a directory that are no captures.
     */
    default List<String> leftOut() {
        return List.of();
    }

    /**
     * Says who takes the TLS key logs that the capture holds, each before the frames behind it; called before the first
     * fill. By default there are none.
     */
    default void secretsTo(Consumer<byte[]> sink) {}

    /** Says who takes what the capture tells for people; called before the first fill. By default it tells nothing. */
    default void notesTo(CaptureNotes sink) {}

    /** How far the source has been read. */
    Progress progress();

    /**
     * A reading position.
     *
     * @param bytesRead bytes taken from the source, before decompression
     * @param bytesTotal size of the source, or -1 where it has no end or it is unknown
     * @param frames frames delivered so far
     */
    record Progress(long bytesRead, long bytesTotal, long frames) {}
}

package io.wirepath.flows.message;

import io.wirepath.flows.SegmentContext;
import io.wirepath.flows.StreamBytes;
import io.wirepath.flows.message.framer.Piece;
import java.nio.ByteBuffer;

/** The beginning of a header whose rest has not come yet. Pooled; at most {@value Piece#MAX_NEEDED} bytes. */
final class HeldBytes {

    /** Most headers are shorter; what is held for a longer one grows to its size, and stays so. */
    private static final int USUAL = 64;

    private ByteBuffer bytes = ByteBuffer.allocate(USUAL);
    private final SegmentContext segment = new SegmentContext();
    private final StreamBytes content = new StreamBytes();
    private int length;
    private int needed;
    private long streamOffset;
    long lastNanos;
    long lastFrame;

    /** What the packet said that brought the last bytes, and where they begin. */
    private final SegmentContext lastSegment = new SegmentContext();

    private long lastOffset;

    /** Starts with these bytes; {@code needed} is more than they are. */
    void begin(StreamBytes source, int needed, long lastNanos, long lastFrame) {
        streamOffset = source.streamOffset;
        this.needed = needed;
        this.lastNanos = lastNanos;
        this.lastFrame = lastFrame;
        if (bytes.capacity() < needed) {
            bytes = ByteBuffer.allocate(needed);
        }
        bytes.put(0, source.buffer, source.offset, source.length);
        length = source.length;
        segment.copy(source.segment);
        lastOffset = Long.MAX_VALUE;
    }

    /** Takes as many of the bytes as are needed, and moves on behind them. */
    void append(StreamBytes source, long timeNanos, long frameNumber) {
        int take = Math.min(source.length, needed - length);
        SegmentContext before = lastOffset == Long.MAX_VALUE ? segment : lastSegment;
        if (source.segment.frameNumber != before.frameNumber) {
            lastOffset = source.streamOffset;
            lastSegment.copy(source.segment);
        }
        bytes.put(length, source.buffer, source.offset, take);
        source.skip(take);
        length += take;
        lastNanos = Math.max(lastNanos, timeNanos);
        lastFrame = frameNumber;
    }

    /** This holds the rest of what was held before. */
    void goesOn(HeldBytes before) {
        if (before.lastOffset > streamOffset && before.lastOffset < streamOffset + length) {
            lastOffset = before.lastOffset;
            lastSegment.copy(before.lastSegment);
        }
    }

    /** How many bytes are there. */
    int length() {
        return length;
    }

    /** How many more are needed. */
    int lacks() {
        return needed - length;
    }

    /** Puts zeros in the place of what is missing. */
    void pad() {
        while (length < needed) {
            bytes.put(length++, (byte) 0);
        }
    }

    /** Whether nothing is missing any more. */
    boolean isComplete() {
        return length == needed;
    }

    /** What is held, with the packet that brought the first byte; the same object each time. */
    StreamBytes content() {
        return content.set(bytes, 0, length, streamOffset, segment);
    }

    /** The content was moved on: what begins with the last packet has what that said. */
    void onMoved(StreamBytes moved) {
        if (moved.streamOffset >= lastOffset) {
            moved.segment = lastSegment;
        }
    }
}

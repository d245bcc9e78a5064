package io.wirepath.flows.message;

import io.wirepath.flows.SegmentContext;
import io.wirepath.flows.message.framer.Piece;
import java.nio.ByteBuffer;

/** The beginning of a header whose rest has not come yet. Pooled; at most {@value Piece#MAX_NEEDED} bytes. */
final class HeldBytes {

    /** Most headers are shorter; what is held for a longer one grows to its size, and stays so. */
    private static final int USUAL = 64;

    ByteBuffer bytes = ByteBuffer.allocate(USUAL);

    /** The packet that brought the first byte. */
    final SegmentContext segment = new SegmentContext();

    int length;
    int needed;
    long streamOffset;
    long lastNanos;
    long lastFrame;

    /** Starts with bytes that begin at {@code streamOffset}; {@code needed} is more than {@code count}. */
    void begin(
            long streamOffset,
            ByteBuffer source,
            int offset,
            int count,
            int needed,
            SegmentContext from,
            long lastNanos,
            long lastFrame) {
        this.streamOffset = streamOffset;
        this.needed = needed;
        this.lastNanos = lastNanos;
        this.lastFrame = lastFrame;
        if (bytes.capacity() < needed) {
            bytes = ByteBuffer.allocate(needed);
        }
        bytes.put(0, source, offset, count);
        length = count;
        segment.copy(from);
    }

    /** Takes as many of the bytes as are needed, and returns their number. */
    int append(ByteBuffer source, int offset, int count, long timeNanos, long frameNumber) {
        int take = Math.min(count, needed - length);
        bytes.put(length, source, offset, take);
        length += take;
        lastNanos = Math.max(lastNanos, timeNanos);
        lastFrame = frameNumber;
        return take;
    }
}

package io.wirepath.flows;

import java.nio.ByteBuffer;

/**
 * A stretch of the bytes of one direction, with what the packet that brought them said. A flyweight: who tells of bytes
 * sets it, who is told may move it on ({@link #skip}) and keeps nothing of it. Not thread-safe.
 */
public final class StreamBytes {

    private static final ByteBuffer NONE = ByteBuffer.allocate(0);

    /** Holds the bytes at {@link #offset}, whatever its own position and limit are. */
    public ByteBuffer buffer = NONE;

    /** Where in {@link #buffer} the stretch begins. */
    public int offset;

    /** Bytes of the stretch, from 0. */
    public int length;

    /** Place of its first byte in its direction, from 0; 0 in a datagram. */
    public long streamOffset;

    /** What the packet that brought them said. */
    public SegmentContext segment = new SegmentContext();

    /** These bytes from now on; returns this. */
    public StreamBytes set(ByteBuffer buffer, int offset, int length, long streamOffset, SegmentContext segment) {
        this.buffer = buffer;
        this.offset = offset;
        this.length = length;
        this.streamOffset = streamOffset;
        this.segment = segment;
        return this;
    }

    /** The first {@code count} bytes of another stretch; returns this. */
    public StreamBytes setFirst(StreamBytes other, int count) {
        return set(other.buffer, other.offset, count, other.streamOffset, other.segment);
    }

    /** The stretch without its first {@code count} bytes, at most {@link #length}. */
    public void skip(int count) {
        offset += count;
        length -= count;
        streamOffset += count;
    }
}

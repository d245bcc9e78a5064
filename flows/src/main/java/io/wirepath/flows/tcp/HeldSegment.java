package io.wirepath.flows.tcp;

import io.wirepath.flows.SegmentContext;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Bytes held back until those before them have come, with the context of the packet that brought them. Pooled. */
final class HeldSegment {

    final SegmentContext context = new SegmentContext();

    /** Holds the bytes from position 0; belongs to the pool. */
    final ByteBuffer buffer;

    int sequence;
    int length;
    int cut;
    int acknowledgment;
    boolean hasAcknowledgment;
    boolean hasFin;
    Segment.Sum sum = Segment.Sum.UNKNOWN;

    /** The next free one, while it is in the pool. */
    @Nullable
    HeldSegment next;

    HeldSegment(ByteBuffer buffer) {
        this.buffer = buffer;
    }

    int end() {
        return sequence + length + cut;
    }

    /** Copies {@code present} bytes at {@code from} of the segment's payload, and its context. */
    void take(Segment segment, int from, int present, int cutBehind) {
        sequence = segment.sequence + from;
        length = present;
        cut = cutBehind;
        buffer.put(0, segment.bytes, segment.offset + from, present);
        acknowledgment = segment.acknowledgment;
        hasAcknowledgment = segment.has(TcpFlags.ACK);
        hasFin = segment.has(TcpFlags.FIN);
        sum = segment.sum;
        context.copy(segment.context);
    }
}

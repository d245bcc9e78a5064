package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The common part of framers whose protocol consists of frames with a length in a header of fixed size.
 *
 * <pre>
 *   ┌────────┬──────────────┐┌────────┬───────┐
 *   │ header │ rest         ││ header │ rest  │ …     a message is one frame or several
 *   └────────┴──────────────┘└────────┴───────┘
 *       └ begin(): checks it, says how long the frame is and what it is
 * </pre>
 */
abstract class LengthFramer implements MessageFramer {

    private final Protocol protocol;
    private final Flow[] flows = {new Flow(), new Flow()};
    private FramerContext context = NoContext.INSTANCE;

    LengthFramer(Protocol protocol) {
        this.protocol = protocol;
    }

    @Override
    public Protocol protocol() {
        return protocol;
    }

    @Override
    public void reset(FramerContext context) {
        this.context = context;
        for (Flow flow : flows) {
            flow.remaining = 0;
            flow.slot = 0;
            flow.endsMessage = false;
        }
        onReset();
    }

    /** Forgets what the subclass keeps of the connection. */
    protected void onReset() {}

    protected final FramerContext context() {
        return context;
    }

    /** Bytes of the next frame's header in this direction. */
    protected abstract int headerLength(int direction);

    /**
     * Reads the header of a frame, of which at least {@link #headerLength} bytes are there.
     *
     * @return what {@link #message}, {@link #part}, {@link Piece#need} or {@link Piece#giveUp} returned
     */
    protected abstract long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece);

    /** The frame has this length in all and ends its message. */
    protected final long message(int direction, long total) {
        flows[direction].endsMessage = true;
        return total;
    }

    /** The frame has this length in all, and more of its message follows. */
    protected final long part(int direction, long total) {
        flows[direction].endsMessage = false;
        return total;
    }

    @Override
    public int next(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        Flow flow = flows[direction];
        if (flow.remaining == 0) {
            int needed = headerLength(direction);
            if (length < needed) {
                return piece.need(needed);
            }
            flow.remaining = begin(direction, bytes, offset, length, piece);
            if (flow.remaining == 0) {
                return 0;
            }
            flow.slot = piece.slot;
            flow.handsOver = piece.handsOver;
            flow.followedBy = piece.followedBy;
        }
        return (int) advance(flow, length, piece);
    }

    @Override
    public long skip(int direction, long length, Piece piece) {
        Flow flow = flows[direction];
        return flow.remaining == 0 ? 0 : advance(flow, length, piece);
    }

    /** Whether the next byte of this direction begins a frame. */
    protected final boolean isBetweenFrames(int direction) {
        return flows[direction].remaining == 0;
    }

    private static long advance(Flow flow, long available, Piece piece) {
        long count = Math.min(available, flow.remaining);
        flow.remaining -= count;
        piece.slot = flow.slot;
        piece.ends = flow.remaining == 0 && flow.endsMessage;
        piece.handsOver = piece.ends && flow.handsOver;
        if (piece.handsOver) {
            piece.followedBy = flow.followedBy;
        }
        return count;
    }

    /** One direction. */
    private static final class Flow {
        private long remaining;
        private boolean endsMessage;
        private int slot;
        private boolean handsOver;
        private @Nullable Protocol followedBy;
    }
}

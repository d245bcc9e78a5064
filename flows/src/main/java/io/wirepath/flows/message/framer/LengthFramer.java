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
abstract class LengthFramer extends ProtocolFramer {

    /** What {@link #measure} returns where no frame begins. */
    protected static final long NO_FRAME = -1;

    /** What {@link #measure} returns where more bytes must be seen. */
    protected static final long MORE = 0;

    /** So many frames, each of which begins where the one before ends, are no chance. */
    private static final int CHAIN = 6;

    private final Flow[] flows = {new Flow(), new Flow()};

    private final int header;

    /** Of a protocol whose headers are not all as long: {@link #headerLength} tells. */
    LengthFramer(Protocol protocol) {
        this(protocol, 0);
    }

    /**
     * Of a protocol whose headers are all as long.
     *
     * @param header bytes of each frame's header
     */
    LengthFramer(Protocol protocol, int header) {
        super(protocol);
        this.header = header;
    }

    @Override
    protected final void onBegin() {
        for (Flow flow : flows) {
            flow.remaining = 0;
            flow.slot = 0;
            flow.endsMessage = false;
        }
        onReset();
    }

    /** Forgets what the subclass keeps of the connection. */
    protected void onReset() {}

    /** Bytes of the next frame's header in this direction. */
    protected int headerLength(int direction) {
        return header;
    }

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

    /** What is missing begins with a frame of this length, which ends its message. Returns as {@link #skip}. */
    protected final long skipMessage(int direction, long total, long length, Piece piece) {
        flows[direction].remaining = message(direction, total);
        return advance(flows[direction], length, piece);
    }

    @Override
    public boolean knowsLength(int direction, int seen) {
        return seen >= headerLength(direction);
    }

    @Override
    public final void lose(int direction) {
        flows[direction].remaining = 0;
        onLose(direction);
    }

    /** Forgets what the subclass keeps of where a direction stands. */
    protected void onLose(int direction) {}

    /**
     * Measures the frame that may begin here: strictly, for most bytes that are tried begin none.
     *
     * @param length how many of its bytes are there, at least 1
     * @return its length, {@link #NO_FRAME} or {@link #MORE}
     */
    protected abstract long measure(int direction, ByteBuffer bytes, int offset, int length);

    /** Whether reading can begin with this frame. */
    protected boolean mayResume(int direction, ByteBuffer bytes, int offset, boolean fresh) {
        return true;
    }

    /** Whether packets of this protocol begin with less than a header, so that these few bytes must be waited with. */
    protected boolean mayBeSplit() {
        return false;
    }

    /** Whether this frame, of which {@link #measure} told the length, begins a message in any case. */
    protected boolean beginsMessage(int direction, ByteBuffer bytes, int offset) {
        return true;
    }

    @Override
    public int find(int direction, ByteBuffer bytes, int offset, int length, boolean fresh, Piece piece) {
        for (int at = 0; at < length; at++) {
            if (resumesAt(direction, bytes, offset, at, length, fresh && at == 0)) {
                piece.needed = isSure(direction, bytes, offset + at, length - at) ? 0 : length - at + 1;
                boolean isPart = measure(direction, bytes, offset + at, length - at) == MORE;
                piece.splits = fresh && at == 0 || isPart || beginsMessage(direction, bytes, offset + at);
                return at;
            }
        }
        return length;
    }

    /** Whether frames follow each other from here to the end of the bytes. */
    private boolean resumesAt(int direction, ByteBuffer bytes, int offset, int from, int length, boolean fresh) {
        long frame = measure(direction, bytes, offset + from, length - from);
        if (frame <= 0) {
            return frame == MORE && from == 0 && (fresh || mayBeSplit());
        }
        if (!mayResume(direction, bytes, offset + from, fresh)) {
            return false;
        }
        long at = from + frame;
        int frames = 1;
        while (at < length && frames < CHAIN) {
            frame = measure(direction, bytes, offset + (int) at, length - (int) at);
            if (frame <= 0) {
                return frame == MORE || fresh;
            }
            at += frame;
            frames++;
        }
        return at <= length || frames > 1 || from == 0;
    }

    /** Whether there are frames and nothing else, of which the last may go on. */
    private boolean isSure(int direction, ByteBuffer bytes, int offset, int length) {
        long at = 0;
        for (int frames = 0; at < length && frames < CHAIN; frames++) {
            long frame = measure(direction, bytes, offset + (int) at, length - (int) at);
            if (frame <= 0) {
                return false;
            }
            at += frame;
        }
        return true;
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

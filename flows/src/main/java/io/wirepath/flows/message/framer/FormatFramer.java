package io.wirepath.flows.message.framer;

import io.wirepath.flows.Role;
import java.nio.ByteBuffer;

/** Frames of a protocol that needs no more than its {@link FrameFormat}. */
final class FormatFramer extends LengthFramer {

    /** A longer frame is taken for a sign that these are no frames. */
    private static final long MAX_FRAME = 1L << 30;

    private final FrameFormat format;

    private final Piece tried = new Piece();

    /** Whether zeros stand for the end of the next frame that is read. */
    private boolean padded;

    FormatFramer(FrameFormat format) {
        super(format.protocol(), format.header());
        this.format = format;
    }

    @Override
    public long skip(int direction, long length, Piece piece) {
        long count = super.skip(direction, length, piece);
        if (count > 0) {
            return count;
        }
        piece.ends = true;
        boolean known = format.tellsByLength(asks(direction), length, piece);
        return known ? length : 0;
    }

    @Override
    public boolean knowsLength(int direction, int seen) {
        padded = super.knowsLength(direction, seen);
        return padded;
    }

    @Override
    protected void onReset() {
        padded = false;
    }

    @Override
    protected void onLose(int direction) {
        padded = false;
    }

    @Override
    public boolean endsByTurn(int direction) {
        return format.endsByTurn() && isBetweenFrames(direction);
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        piece.ends = true;
        boolean asks = asks(direction);
        long total = format.read(asks, bytes, offset, length, piece);
        if (padded && !format.tellsCallAtFront() && piece.role != Role.ONE_WAY) {
            piece.role = piece.role == Role.UNKNOWN ? asks ? Role.REQUEST : Role.RESPONSE : piece.role;
            piece.key = Piece.CUT_OFF;
        }
        padded = false;
        if (piece.gaveUp || piece.needed > 0) {
            return 0;
        }
        if (total < format.header() || total > MAX_FRAME) {
            return piece.giveUp();
        }
        return piece.ends ? message(direction, total) : part(direction, total);
    }

    @Override
    public boolean answersInOrder() {
        return format.answersInOrder();
    }

    @Override
    protected boolean mayBeSplit() {
        return true;
    }

    @Override
    protected long measure(int direction, ByteBuffer bytes, int offset, int length) {
        if (length < format.header()) {
            return MORE;
        }
        tried.clear();
        tried.ends = true;
        long total = format.read(asks(direction), bytes, offset, length, tried);
        if (tried.needed > 0) {
            return MORE;
        }
        return tried.gaveUp || total < format.header() || total > MAX_FRAME ? NO_FRAME : total;
    }
}

package io.wirepath.flows.message.framer;

import java.nio.ByteBuffer;

/** Frames of a protocol that needs no more than its {@link FrameFormat}. */
final class FormatFramer extends LengthFramer {

    /** A longer frame is taken for a sign that these are no frames. */
    private static final long MAX_FRAME = 1L << 30;

    private final FrameFormat format;

    private final Piece tried = new Piece();

    FormatFramer(FrameFormat format) {
        super(format.protocol());
        this.format = format;
    }

    @Override
    protected int headerLength(int direction) {
        return format.header();
    }

    @Override
    public boolean knowsLength(int direction, int seen) {
        return format.tellsCallAtFront() && super.knowsLength(direction, seen);
    }

    @Override
    public boolean endsByTurn(int direction) {
        return format.endsByTurn() && isBetweenFrames(direction);
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        piece.ends = true;
        long total = format.read(direction == context().requester(), bytes, offset, length, piece);
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
        long total = format.read(direction == context().requester(), bytes, offset, length, tried);
        if (tried.needed > 0) {
            return MORE;
        }
        return tried.gaveUp || total < format.header() || total > MAX_FRAME ? NO_FRAME : total;
    }
}

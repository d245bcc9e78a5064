package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import java.nio.ByteBuffer;

/**
 * An unknown protocol whose frames have a length that was learnt: each frame is a message; calls by the echoed field if
 * one was learnt, else in order.
 */
public final class LearntFramer extends LengthFramer {

    private final LearntShape shape = new LearntShape();

    LearntFramer() {
        super(Protocol.LENGTH_PREFIXED);
    }

    /** Sets what was learnt; after {@link #reset}. */
    public void learn(LearntShape learnt) {
        shape.copyFrom(learnt);
    }

    @Override
    public Protocol protocol() {
        return shape.hasEcho() ? Protocol.ECHOED_FIELD : Protocol.LENGTH_PREFIXED;
    }

    @Override
    protected void onReset() {
        shape.clear();
    }

    @Override
    protected int headerLength(int direction) {
        return shape.lengthAt + shape.lengthWidth;
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        long value = LearntShape.field(bytes, offset + shape.lengthAt, shape.lengthWidth, shape.littleEndian);
        long total = value + shape.extra;
        if (value > LearntShape.MAX_VALUE || total < headerLength(direction)) {
            return piece.giveUp();
        }
        boolean request = asks(direction);
        if (shape.hasEcho()) {
            int seen = (int) Math.min(total, LearntShape.HEAD);
            if (length < seen) {
                return piece.need(seen);
            }
            piece.key = shape.echo(bytes, offset, seen, request);
        }
        piece.role = request ? Role.REQUEST : Role.RESPONSE;
        return message(direction, total);
    }

    @Override
    public boolean answersInOrder() {
        return !shape.hasEcho();
    }

    @Override
    protected long measure(int direction, ByteBuffer bytes, int offset, int length) {
        if (length < headerLength(direction)) {
            return MORE;
        }
        long value = LearntShape.field(bytes, offset + shape.lengthAt, shape.lengthWidth, shape.littleEndian);
        long total = value + shape.extra;
        return value > LearntShape.MAX_VALUE || total < headerLength(direction) ? NO_FRAME : total;
    }
}

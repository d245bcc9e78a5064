package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import java.nio.ByteBuffer;

/**
 * The common part of framers whose messages do not say how long they are: a message goes on until the other side
 * speaks. What belongs to the connection may be shorter, and says so.
 */
abstract class TurnFramer extends ProtocolFramer {

    /** What {@link #begin} returns of a message that goes on until the other side speaks. */
    protected static final int UNTIL_TURN = -1;

    private static final int NOBODY = -1;

    /** Whose message goes on. */
    private int speaker = NOBODY;

    TurnFramer(Protocol protocol) {
        super(protocol);
    }

    @Override
    protected final void onBegin() {
        speaker = NOBODY;
        onReset();
    }

    /** Forgets what the subclass keeps of the connection. */
    protected void onReset() {}

    /**
     * Reads the beginning of a message.
     *
     * @return its bytes, {@link #UNTIL_TURN}, or what {@link Piece#need} or {@link Piece#giveUp} returned
     */
    protected abstract int begin(boolean asks, ByteBuffer bytes, int offset, int length, Piece piece);

    /** Whether a message begins here: strictly, for bytes of any kind are tried. */
    protected abstract boolean begins(boolean asks, ByteBuffer bytes, int offset, int length);

    /** Whether this packet is no part of the message that goes on: the other side spoke, and that is missing. */
    protected boolean standsApart(boolean asks, ByteBuffer bytes, int offset, int length) {
        return false;
    }

    @Override
    public int next(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        piece.turns = true;
        boolean goesOn = speaker == direction;
        if (goesOn && !standsApart(asks(direction), bytes, offset, length)) {
            return length;
        }
        piece.splits = goesOn;
        int total = begin(asks(direction), bytes, offset, length, piece);
        if (total == 0) {
            return 0;
        }
        if (total > length) {
            return piece.need(total);
        }
        piece.ends = total > 0;
        speaker = piece.ends ? NOBODY : direction;
        return piece.ends ? total : length;
    }

    @Override
    public boolean beginsCut(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        piece.clear();
        int total = begin(asks(direction), bytes, offset, length, piece);
        piece.turns = true;
        piece.needed = 0;
        return !piece.gaveUp && (total != 0 || begins(asks(direction), bytes, offset, length));
    }

    @Override
    public long skip(int direction, long length, Piece piece) {
        return 0;
    }

    @Override
    public void lose(int direction) {
        speaker = speaker == direction ? NOBODY : speaker;
    }

    @Override
    public void onTurn() {
        speaker = NOBODY;
    }

    @Override
    public void onUnseenTurn(int direction) {
        speaker = NOBODY;
    }

    @Override
    public int find(int direction, ByteBuffer bytes, int offset, int length, boolean fresh, Piece piece) {
        piece.splits = begins(asks(direction), bytes, offset, length);
        return piece.splits ? 0 : length;
    }

    @Override
    public boolean answersInOrder() {
        return true;
    }

    @Override
    public boolean endsByTurn(int direction) {
        return true;
    }
}

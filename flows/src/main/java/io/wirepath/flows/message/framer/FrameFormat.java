package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import java.nio.ByteBuffer;

/**
 * How the frames of one protocol look: a row of the table that {@link FormatFramer} works with. Stateless: all that a
 * frame is stands in its own first bytes.
 */
abstract class FrameFormat implements Signature {

    private final Protocol protocol;
    private final int header;

    /**
     * A row.
     *
     * @param header bytes that must be there before anything can be said of a frame
     */
    FrameFormat(Protocol protocol, int header) {
        this.protocol = protocol;
        this.header = header;
    }

    /** Whose frames they are. */
    public final Protocol protocol() {
        return protocol;
    }

    /** Bytes that must be there before anything can be said of a frame. */
    final int header() {
        return header;
    }

    /**
     * Reads the beginning of a frame: fills in role, key, slot and flags, and clears {@link Piece#ends} where more
     * frames of the message follow.
     *
     * @param asks whether the side that asks sends it
     * @param length how many of its bytes are there, at least {@link #header}
     * @return bytes of the whole frame, or what {@link Piece#need} or {@link Piece#giveUp} returned
     */
    public abstract long read(boolean asks, ByteBuffer bytes, int offset, int length, Piece piece);

    /** Whether the header, and what it holds at its front, tells which call a frame belongs to. */
    public boolean tellsCallAtFront() {
        return true;
    }

    /**
     * What a frame is that is missing in whole, where so many bytes are only one.
     *
     * @param asks whether the side that asks sent it
     * @param piece filled in as by {@link #read}
     * @return whether they are
     */
    public boolean tellsByLength(boolean asks, long length, Piece piece) {
        return false;
    }

    /** As {@link MessageFramer#answersInOrder}. */
    public boolean answersInOrder() {
        return false;
    }

    /** Whether what {@link Piece#ends} leaves open ends when the other side takes its turn ({@link Piece#turns}). */
    public boolean endsByTurn() {
        return false;
    }
}

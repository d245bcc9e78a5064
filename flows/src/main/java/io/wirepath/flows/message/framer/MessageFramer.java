package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import java.nio.ByteBuffer;

/**
 * Finds the messages in the two byte streams of a connection.
 *
 * <p>Bytes arrive in any pieces, and the messages must not depend on the pieces. State is bounded and holds no
 * payload. Objects are pooled; used by one thread.
 */
public interface MessageFramer {

    /** What this frames; a framer may find a more precise name while it reads. */
    Protocol protocol();

    /**
     * Starts on a new connection.
     *
     * @param context the connection's opener and addresses, and where names go
     */
    void reset(FramerContext context);

    /**
     * Looks at the next bytes of a direction.
     *
     * @param length how many bytes are there, at least 1
     * @param piece cleared; filled with what is known of the message that the bytes belong to
     * @return how many bytes, from the first, belong to one message; 0 if the framer must see {@link Piece#needed}
     *     (more than {@code length}) bytes in one piece, or has given up
     */
    int next(int direction, ByteBuffer bytes, int offset, int length, Piece piece);

    /**
     * The next bytes of a direction are missing.
     *
     * @return how many of them, from the first, surely belong to the message that is open; 0 if none: the framer is
     *     lost
     */
    long skip(int direction, long length, Piece piece);

    /**
     * What is held of a direction is all that there is of its packet, the rest was cut off: what these bytes tell of
     * the message that begins with them, whose end is not known.
     *
     * @return whether they tell anything; the direction is lost next
     */
    default boolean beginsCut(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        return false;
    }

    /**
     * Whether so many bytes of a frame tell how long it is, though it asked for more: then what the snapshot length cut
     * off behind them may be read as zeros.
     */
    default boolean knowsLength(int direction, int seen) {
        return false;
    }

    /**
     * Bytes of a direction are missing, and more than {@link #skip} could account for: what this knew of where the
     * direction stands holds no longer.
     */
    void lose(int direction);

    /**
     * Looks for the place where a direction can be read again after it was {@linkplain #lose lost}.
     *
     * @param length how many bytes there are: those of one packet
     * @param fresh whether they are the first ones of a turn, with which a message begins as a rule
     * @param piece cleared; {@link Piece#splits} says whether a message begins at that place, {@link Piece#needed} is
     *     above 0 where it is too early to say more than that nothing speaks against it
     * @return how many bytes stand before it; {@code length} if it is not among them
     */
    int find(int direction, ByteBuffer bytes, int offset, int length, boolean fresh, Piece piece);

    /** What is missing of the side that asks is a message that asks for nothing, or for what comes in its own time. */
    default void onOneWayLost() {}

    /** The side that asks goes on after the other one spoke. */
    default void onTurn() {}

    /** This direction, of which not one packet is captured, has spoken since the other one did. */
    default void onUnseenTurn(int direction) {}

    /**
     * Whether answers come in the order of the requests, and nothing but requests and answers does: then what is
     * missing in whole is one of them, and a turn ends what is open once something is missing.
     */
    default boolean answersInOrder() {
        return false;
    }

    /** Slot of what is lost, where answers come in order. */
    default int lostSlot() {
        return 0;
    }

    /** Whether the sides still agree on how to speak, so that what is lost belongs to that. */
    default boolean isSettingUp() {
        return false;
    }

    /**
     * Whether a message that is open in this direction ends when the other side takes its turn ({@link Piece#turns}).
     */
    default boolean endsByTurn(int direction) {
        return false;
    }

    /**
     * What is held back of this direction is not followed by more for now.
     *
     * @param ends whether nothing ever follows
     * @return whether the framer takes it without more; it sees the same bytes again
     */
    default boolean nothingFollows(int direction, boolean ends) {
        return false;
    }

    /**
     * More of this direction comes before the other side speaks; whether the framer waited for nothing but that, with
     * one byte more than it will take.
     */
    default boolean somethingFollows(int direction) {
        return false;
    }

    /**
     * Whether the message that is open in this slot is complete should nothing follow: it is one of a long-lived
     * stream, whose messages are told apart once it pauses.
     */
    default boolean rests(int direction, int slot) {
        return false;
    }

    /**
     * The message of this slot was taken as complete; what follows in it are messages of their own ({@link Piece#cut}).
     */
    default void onRest(int direction, int slot) {}
}

package io.wirepath.flows;

import org.jspecify.annotations.Nullable;

/**
 * What reassembly tells the layer above: each byte of a direction once and in order, each hole as a
 * length. Implemented by the message assembler and by the stream writer. Called by one thread.
 *
 * <p>{@code direction} is 0 or 1 as {@link Connection} explains. {@code streamOffset} counts the bytes of a
 * direction from 0, holes included.
 */
public interface ConnectionListener {

    /** A connection begins; called before anything else about it. */
    void onOpen(Connection connection, long timeNanos);

    /**
     * Who sent the SYN of a connection did not get it: it was answered by RST, or by nothing for so long that nobody
     * waits any more. The connection may yet come about when the SYN is sent again.
     *
     * @param refused whether RST answered
     */
    default void onFailedAttempt(Connection connection, boolean refused, long timeNanos) {}

    /**
     * The first packet of a direction lay inside layers: tunnels, tags, labels. Called before anything that the packet
     * brought, and not called again where later packets lie inside others.
     *
     * @param layers reused: copy what is needed
     */
    default void onOuterLayers(Connection connection, int direction, OuterLayers layers) {}

    /**
     * The next bytes of a direction.
     *
     * @param bytes valid only during the call; may be moved on
     */
    void onBytes(Connection connection, int direction, StreamBytes bytes);

    /**
     * The receiver did not take what was told of this direction from {@code streamOffset} on: a segment that it dropped
     * had come before the one that it took.
     *
     * @return whether that is forgotten, and the bytes that it took are wanted; no where it cannot be
     */
    default boolean takesBack(Connection connection, int direction, long streamOffset) {
        return false;
    }

    /**
     * A record that sets up the encryption of a connection or keeps it in order, where what is inside is told by
     * {@link #onBytes}: its bytes are no part of that.
     *
     * @param record the record, with the packet that brought its first byte; valid only during the call
     * @param last the packet that brought its last
     * @param outcome what an alert says, as in {@link Outcome}; 0 where it is none
     */
    default void onSecuring(
            Connection connection, int direction, StreamBytes record, SegmentContext last, int outcome) {}

    /**
     * The next {@code length} bytes of a direction are missing and given up.
     *
     * @param cut what the packet said off which the snapshot length cut them; null if no packet brought them
     */
    void onMissing(
            Connection connection,
            int direction,
            long streamOffset,
            long length,
            @Nullable SegmentContext cut,
            long timeNanos);

    /** Whether a direction was told to stand inside a message that this direction alone goes on with. */
    default boolean isInside(Connection connection, int direction) {
        return false;
    }

    /** Bytes of a direction were sent again; they are not delivered again. */
    void onRetransmission(Connection connection, int direction, int length, long timeNanos);

    /**
     * A segment was sent again whose bytes nobody had acknowledged here, so that it, or its acknowledgment, was lost
     * behind the sniffer; told besides {@link #onRetransmission}.
     */
    default void onResent(Connection connection, int direction, long timeNanos) {}

    /**
     * Bytes that were lost before the sniffer come, sent again, before any others of their direction are handed on.
     *
     * @param waitNanos since bytes behind them came
     */
    default void onHoleFilled(Connection connection, int direction, long waitNanos) {}

    /** The receiver of a direction opens its window again, which was closed for so long. */
    default void onZeroWindow(Connection connection, int direction, long nanos) {}

    /**
     * A direction goes on with bytes that its sender held back for so long, until a delayed acknowledgment of the bytes
     * before them came.
     */
    default void onDelayedAcknowledgment(Connection connection, int direction, long nanos) {}

    /**
     * A direction goes on with bytes before which its sender had sent nothing for so long, though all it had sent was
     * acknowledged; the way there and back is taken off.
     */
    default void onPause(Connection connection, int direction, long nanos) {}

    /** A mirror copy of a segment or datagram was dropped. */
    void onMirrorCopy(Connection connection, int direction, long timeNanos);

    /**
     * A direction has ended in order (FIN); its last byte was delivered before. Bytes behind it can follow only where
     * the FIN was forged.
     */
    void onFin(Connection connection, int direction, long timeNanos);

    /**
     * The side of this direction reset the connection. The end of the connection is told by {@link #onClose}, when
     * nothing has come for a while: bytes can follow where the reset was forged.
     */
    default void onReset(Connection connection, int direction, long timeNanos) {}

    /** The connection is over, for this reason. Nothing more will be said of it. */
    void onClose(Connection connection, CloseReason reason, long timeNanos);

    /**
     * One UDP datagram; not called for mirror copies.
     *
     * @param bytes what it carries; valid only during the call
     * @param cut bytes of it that the snapshot length cut off
     */
    void onDatagram(Connection connection, int direction, StreamBytes bytes, int cut);

    /**
     * Time has passed: everything with a deadline before {@code nowNanos} is due. Called at the end of each block for
     * every shard, so the same on any number of workers.
     */
    void onTime(long nowNanos);
}

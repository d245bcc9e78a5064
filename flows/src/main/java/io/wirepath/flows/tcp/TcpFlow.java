package io.wirepath.flows.tcp;

import io.wirepath.flows.FlowDirt;

/**
 * One direction of a connection: where its stream stands, what is held, what the receiver acknowledged. Only fields and
 * questions about them; {@link TcpReassembler} acts.
 */
final class TcpFlow {

    /** State of the end that sends this direction. */
    TcpState state = TcpState.CLOSED;

    /** Whether the position of the stream is settled, so that bytes are handed on. */
    boolean started;

    /** Whether the first segments are held because no SYN told where the stream begins. */
    boolean holding;

    /** Whether a SYN told where the stream begins. */
    boolean startKnown;

    /** Sequence number of the first byte of the stream. */
    int firstSequence;

    /** Sequence number of the next byte to hand on; while {@link #holding}, of the earliest byte held. */
    int nextSequence;

    /** Position of that byte in the stream. */
    long nextOffset;

    /** Whether the receiver acknowledged bytes that were not handed on. */
    boolean ackedAhead;

    /** Up to where. */
    int acknowledged;

    /** Since when. */
    long ackedAheadNanos;

    /** When the bytes passed that were acknowledged and not handed on, as far as can be told. */
    long passedNanos;

    /** The clock of the end that sends this direction. */
    final TimestampClock clock = new TimestampClock();

    boolean finSeen;
    boolean finDelivered;

    /** Whether {@link #nextSequence} stands behind the FIN because it was counted, not because bytes went there. */
    boolean finCounted;

    /** Sequence number of the FIN: that of the first byte that does not exist. */
    int finSequence;

    /** Whether something waits, since when, and at which position. */
    boolean pending;

    long pendingNanos;
    int pendingAt;

    /** Window that the sender of this direction offers; -1 until one was seen. */
    int window;

    /** Since when that window is 0; of no meaning while it is not. */
    long zeroWindowNanos;

    /** What the receiver of this direction acknowledged last, and whether it did. */
    int receiverHas;

    boolean receiverTold;

    /** Where a stray segment ended, to notice that a second one follows it. */
    boolean straySeen;

    int strayEnd;

    final SegmentStore store;
    final FlowDirt dirt = new FlowDirt();

    TcpFlow(SegmentPool pool) {
        store = new SegmentStore(pool);
        reset();
    }

    final void reset() {
        state = TcpState.CLOSED;
        started = false;
        holding = false;
        startKnown = false;
        firstSequence = 0;
        nextSequence = 0;
        nextOffset = 0;
        ackedAhead = false;
        clock.reset();
        finSeen = false;
        finDelivered = false;
        finCounted = false;
        pending = false;
        window = -1;
        receiverTold = false;
        straySeen = false;
        dirt.clear();
    }

    void startAt(int sequence) {
        started = true;
        holding = false;
        firstSequence = sequence;
        nextSequence = sequence;
    }

    /**
     * Bytes that the receiver has and the capture has not brought, as far as acknowledgments tell; 0 if none. Nothing is
     * behind a FIN: an acknowledgment of more is no evidence of bytes.
     */
    int acknowledgedAhead() {
        return ackedAhead && !finCounted ? Math.max(0, SequenceNumber.distance(nextSequence, acknowledged)) : 0;
    }

    /**
     * Whether bytes behind the last held one are acknowledged but missing. A single number is taken for a FIN that the
     * capture lost, not for a byte.
     */
    boolean hasMissingTail() {
        return started && store.isEmpty() && acknowledgedAhead() > 1;
    }

    /** Whether a FIN waits for bytes before it. */
    boolean finWaits() {
        return finSeen && !finDelivered && started;
    }

    boolean waits() {
        return !store.isEmpty() || hasMissingTail() || finWaits();
    }
}

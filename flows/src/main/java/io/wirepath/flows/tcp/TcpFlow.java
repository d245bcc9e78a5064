package io.wirepath.flows.tcp;

import io.wirepath.flows.FlowStatistics;

/**
 * One direction of a connection: where its stream stands, what is held, what the receiver acknowledged. Only fields and
 * questions about them; {@link TcpReassembler} acts.
 */
final class TcpFlow {

    /** The middle time between turns is followed by steps of this fraction of it. */
    private static final int TURN_STEPS = 8;

    /** What is echoed later than this tells nothing of when it was sent. */
    private static final long LONGEST_ECHO_NANOS = 60_000_000_000L;

    /** What is known of where the stream begins. */
    enum Start {
        /** Nothing. */
        UNKNOWN,
        /** No SYN was seen: the first segments are held, in case earlier ones come. */
        HELD,
        /** It was picked up in the middle. */
        PICKED_UP,
        /** A SYN told it. */
        OPENED
    }

    /** What is known of where the stream ends. */
    enum Fin {
        NONE,
        /** A FIN was seen; bytes before it may be missing. */
        SEEN,
        /** It was handed on; bytes from behind it had come before. */
        DELIVERED,
        /** It was handed on, and {@link TcpFlow#nextSequence} counts it. */
        COUNTED
    }

    /** State of the end that sends this direction. */
    TcpState state = TcpState.CLOSED;

    /** What is known of where the stream begins. */
    Start start = Start.UNKNOWN;

    /** What is known of where it ends. */
    Fin fin = Fin.NONE;

    /** Sequence number of the first byte of the stream. */
    int firstSequence;

    /** Sequence number of the next byte to hand on; while {@link Start#HELD}, of the earliest byte held. */
    int nextSequence;

    /** Position of that byte in the stream. */
    long nextOffset;

    /** Whether the receiver acknowledged bytes that were not handed on. */
    boolean ackedAhead;

    /** Up to where. */
    int acknowledged;

    /** Since when. */
    long ackedAheadNanos;

    /** When the acknowledgment of bytes that were not handed on came, and whether it echoed the time that they bore. */
    private long confirmedNanos;

    private boolean echoed;
    private int echo;

    /** Where the other side stood then, as long as that is known of what is missing next. */
    private boolean heard;

    private int heardAt;

    /** Where this side stood when it acknowledged without a byte of its own, if that is ahead, and when. */
    private boolean saidAhead;

    private int said;
    private long saidNanos;

    /** How long this side lets the other wait for its word, in the middle; 0 until it is known. */
    private long turnNanos;

    /** The clock of the end that sends this direction. */
    final TimestampClock clock = new TimestampClock();

    /** What the segment echoed by which this direction was picked up, and whether it did. */
    boolean pickUpEchoed;

    int pickUpEcho;

    /** Sequence number of the FIN: that of the first byte that does not exist. */
    int finSequence;

    /** When it came. */
    private long finNanos;

    /** When the sender last went on in front of what waits behind a hole, and up to where. */
    private long wentOnNanos;

    private int wentOnEnd;

    /** The hole that was skipped last, up to where this direction goes on from; of no meaning once it went on. */
    private int skippedFrom;

    private int skippedTo;

    /** Whether something waits, since when, and at which position. */
    boolean pending;

    long pendingNanos;
    int pendingAt;

    /** When the sender of this direction sent last; of meaning once it did. */
    long spokeNanos;

    /** Window that the sender of this direction offers; -1 until one was seen. */
    int window;

    /** Since when that window is 0; of no meaning while it is not. */
    long zeroWindowNanos;

    /** What the receiver of this direction acknowledged last, and whether it did. */
    int receiverHas;

    boolean receiverKnown;

    /** When the receiver last acknowledged more, or sent something; what keeps a connection alive is neither. */
    long receiverSaidNanos;

    /** Whether the receiver sent bytes with its last acknowledgment of more, or since. */
    boolean receiverSpoke;

    /** Where the receiver stood when it acknowledged that, and whether it sent nothing else with it. */
    private int saidByReceiverAt;

    private boolean saidAlone;

    /** When the last segment with bytes came. */
    long wroteNanos;

    /** Whether the last segment with bytes ended what its sender wrote, and had room for more. */
    boolean wroteAll;

    /** Bytes of the longest segment. */
    int longestSpan;

    /** The shortest time from the acknowledgment of all it had to what it sent next. */
    long shortestPauseNanos;

    /**
     * The shortest time after which its sender went on by itself, where it was acknowledged at once; 0 where an
     * acknowledgment may have let it, {@link Long#MAX_VALUE} until one was seen.
     */
    long ownPauseNanos;

    /** Where a stray segment ended, to notice that a second one follows it. */
    boolean straySeen;

    int strayEnd;

    final SegmentStore store;

    /** What waits for the receiver's word. */
    final SegmentStore doubtful;

    final Habits habits = new Habits();
    final Readings readings;
    final FlowStatistics statistics = new FlowStatistics();

    TcpFlow(SegmentPool pool) {
        store = new SegmentStore(pool);
        doubtful = new SegmentStore(pool);
        readings = new Readings(pool);
        reset();
    }

    final void reset() {
        state = TcpState.CLOSED;
        start = Start.UNKNOWN;
        fin = Fin.NONE;
        firstSequence = 0;
        nextSequence = 0;
        nextOffset = 0;
        ackedAhead = false;
        saidAhead = false;
        turnNanos = 0;
        echoed = false;
        heard = false;
        clock.reset();
        pending = false;
        wentOnNanos = Long.MIN_VALUE;
        skippedFrom = 0;
        skippedTo = 0;
        window = -1;
        receiverKnown = false;
        shortestPauseNanos = Long.MAX_VALUE;
        ownPauseNanos = Long.MAX_VALUE;
        wroteAll = false;
        longestSpan = 0;
        straySeen = false;
        readings.reset();
        habits.reset();
        statistics.clear();
    }

    /** Begins to hand bytes on from here; a SYN that told so before still counts. */
    void startAt(int sequence) {
        start = start == Start.OPENED ? Start.OPENED : Start.PICKED_UP;
        firstSequence = sequence;
        nextSequence = sequence;
    }

    /** Begins to hand bytes on from where a SYN says. */
    void openAt(int sequence) {
        start = Start.OPENED;
        startAt(sequence);
    }

    /** Whether the position of the stream is settled, so that bytes are handed on. */
    boolean isStarted() {
        return start == Start.OPENED || start == Start.PICKED_UP;
    }

    /** Whether {@link #nextSequence} means anything. */
    boolean hasPosition() {
        return start != Start.UNKNOWN;
    }

    /** Whether the FIN was handed on. */
    boolean isFinDelivered() {
        return fin == Fin.DELIVERED || fin == Fin.COUNTED;
    }

    /**
     * Bytes that the receiver has and the capture has not brought, as far as acknowledgments tell; 0 if none. Nothing
     * is behind a FIN: an acknowledgment of more is no evidence of bytes.
     */
    int acknowledgedAhead() {
        return ackedAhead && fin != Fin.COUNTED ? Math.max(0, SequenceNumber.distance(nextSequence, acknowledged)) : 0;
    }

    /**
     * Whether bytes behind the last held one are missing that were acknowledged, or that this side had sent by its own
     * account. A single number is taken for a FIN that the capture lost, not for a byte.
     */
    boolean hasMissingTail() {
        return isStarted() && store.isEmpty() && (acknowledgedAhead() > 1 || saysMore());
    }

    /**
     * This side sent a segment without bytes: its sequence number tells what it had sent before. That the other side
     * got it, it does not tell, so this alone gives up no bytes; it tells in which order they were lost, and gives them
     * up where what comes behind them is given up.
     */
    void says(int sequence, long timeNanos) {
        int ahead = SequenceNumber.distance(nextSequence, sequence);
        if (!saysMore() && ahead > 1 && ahead <= SequenceNumber.MAX_DISTANCE && isStarted()) {
            saidAhead = true;
            said = sequence;
            saidNanos = timeNanos;
        }
    }

    /** Whether this side told that it had sent more than was handed on. */
    private boolean saysMore() {
        return saidAhead && fin == Fin.NONE && SequenceNumber.distance(nextSequence, said) > 1;
    }

    /** How many bytes behind the last one handed on were acknowledged, or had been sent by this side's own account. */
    int toldAhead() {
        int ahead = acknowledgedAhead();
        return saysMore() ? Math.max(ahead, SequenceNumber.distance(nextSequence, said)) : ahead;
    }

    /** Nobody acknowledged what it told of. */
    void forgetSaid() {
        saidAhead = false;
    }

    /** This segment of the receiver acknowledges more than any before it, or takes that back. */
    void receiverSays(Segment segment) {
        receiverKnown = true;
        receiverHas = segment.acknowledgment;
        receiverSaidNanos = segment.timeNanos;
        receiverSpoke = false;
        saidByReceiverAt = segment.sequence;
        saidAlone = segment.span() == 0;
    }

    /**
     * Whether this segment, which the receiver sent after the one that acknowledged most, acknowledges less: nobody
     * loses what he has, so the other one is forged.
     */
    boolean takesBack(Segment segment) {
        return receiverKnown
                && SequenceNumber.isBefore(segment.acknowledgment, receiverHas)
                && (SequenceNumber.isBefore(saidByReceiverAt, segment.sequence)
                        || saidAlone && segment.span() > 0 && segment.sequence == saidByReceiverAt);
    }

    /** Whether the receiver is not known to have all before this number. */
    boolean lacks(int end) {
        return !receiverKnown || SequenceNumber.isBefore(receiverHas, end);
    }

    /** Bytes handed on that the receiver, who acknowledged others, is not known to have. */
    int unacknowledged() {
        int end = nextSequence - (fin == Fin.COUNTED ? 1 : 0);
        return receiverKnown && isStarted() ? Math.max(0, SequenceNumber.distance(receiverHas, end)) : 0;
    }

    /**
     * Whether all came up to the FIN, what is held lies behind it, and the receiver, whose word is known, has nothing
     * of that: then these bytes were never sent by who ended the stream.
     */
    boolean holdsNothingButBehindItsEnd() {
        return finWaits()
                && nextSequence == finSequence
                && receiverKnown
                && !SequenceNumber.isBefore(finSequence + 1, receiverHas);
    }

    /** This segment ends the stream, as its sender says. */
    void endsAt(int sequence, long timeNanos) {
        fin = Fin.SEEN;
        finSequence = sequence;
        finNanos = timeNanos;
    }

    /** Whether a segment that stands where the stream goes on leaves a hole in front of what waits. */
    boolean leavesHoleBehind(Segment segment) {
        HeldSegment head = store.head();
        int waiting = head == null ? finSequence : head.sequence;
        return (head != null || finWaits()) && SequenceNumber.isBefore(segment.sequence + segment.span(), waiting);
    }

    /** The sender goes on with this segment, in front of what waits. */
    void goesOn(Segment segment) {
        wentOnNanos = segment.timeNanos;
        wentOnEnd = segment.sequence + segment.span();
    }

    /**
     * Whether the receiver is known not to have what waits behind the hole: the sender went on in front of it, and the
     * receiver acknowledges that and no more. Then it was forged for observers, or comes again.
     */
    boolean isPassedByReceiver() {
        HeldSegment head = store.head();
        long since = head == null ? finNanos : head.context.timeNanos;
        return receiverKnown
                && wentOnNanos > since
                && !SequenceNumber.isBefore(receiverHas, wentOnEnd)
                && lacks(head == null ? finSequence : head.end());
    }

    /** A hole is skipped. */
    void skips(int length) {
        skippedFrom = nextSequence;
        skippedTo = nextSequence + length;
    }

    /** Whether the sender sends now what was skipped, from its first byte on, before anything behind it. */
    boolean sendsWhatWasSkipped(Segment segment) {
        return segment.sequence == skippedFrom
                && nextSequence == skippedTo
                && SequenceNumber.isBefore(skippedFrom, skippedTo)
                && fin == Fin.NONE
                && store.isEmpty();
    }

    /** Goes on where the hole began; returns how many bytes are not missing after all. */
    int goBack() {
        nextSequence = skippedFrom;
        ackedAhead = false;
        return SequenceNumber.distance(skippedFrom, skippedTo);
    }

    /** Whether bytes are held, and others before them have not come. */
    boolean hasHole() {
        HeldSegment head = store.head();
        return isStarted() && head != null && head.sequence != nextSequence;
    }

    /** Whether the next byte is there: then an acknowledgment of one number is no FIN's. */
    boolean isHeldAtNext() {
        HeldSegment head = store.head();
        return head != null && head.sequence == nextSequence;
    }

    /** Whether bytes are known to be missing. */
    boolean misses() {
        return hasHole() || hasMissingTail();
    }

    /** This segment of the other side acknowledges bytes that were not handed on. */
    void confirm(Segment segment) {
        confirmedNanos = segment.timeNanos;
        echoed = segment.stamped;
        echo = segment.echo;
        heard = true;
        heardAt = segment.sequence;
    }

    /** Whether the receiver had what is missing here before it said what is missing of it. */
    boolean isHeardBefore(TcpFlow receiver) {
        return heard && acknowledgedAhead() > 0 && SequenceNumber.distance(receiver.nextSequence, heardAt) <= 0;
    }

    /** What was acknowledged was handed on; what follows it passes from now on. */
    void confirmAt(long timeNanos) {
        confirmedNanos = timeNanos;
        echoed = false;
        heard = false;
    }

    /**
     * When the bytes passed that were acknowledged and not handed on: as the echo says, as soon as the clock of this
     * side is known, else not after they were acknowledged.
     */
    long passedNanos() {
        long at = echoed ? echoedNanos(echo, confirmedNanos) : TimestampClock.UNKNOWN;
        long latest = saysMore() ? Math.min(confirmedNanos, saidNanos) : confirmedNanos;
        return at == TimestampClock.UNKNOWN ? latest : Math.min(at, latest);
    }

    /**
     * When this side had spoken last, as the other side echoed then; {@link TimestampClock#UNKNOWN} if nothing tells.
     */
    long echoedNanos(int echo, long nowNanos) {
        long at = clock.timeOf(echo);
        return at <= nowNanos && at > nowNanos - LONGEST_ECHO_NANOS ? at : TimestampClock.UNKNOWN;
    }

    /** Whether a segment without bytes at this place is a keep-alive probe. */
    boolean isKeepAlive(int sequence) {
        return isStarted() && fin == Fin.NONE && SequenceNumber.distance(nextSequence, sequence) == -1;
    }

    /** This side let the other wait so long for its word: a few long waits do not move the middle. */
    void noteTurn(long nanos) {
        if (nanos > 0) {
            turnNanos += turnNanos == 0 ? nanos : Long.signum(nanos - turnNanos) * turnNanos / TURN_STEPS;
        }
    }

    /** How long this side usually lets the other wait for its word, ns; 0 if nothing is known. */
    long turnNanos() {
        return turnNanos;
    }

    /** Whether a FIN waits for bytes before it. */
    boolean finWaits() {
        return fin == Fin.SEEN && isStarted();
    }

    boolean waits() {
        return !store.isEmpty() || hasMissingTail() || finWaits();
    }
}

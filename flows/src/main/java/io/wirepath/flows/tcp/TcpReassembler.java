package io.wirepath.flows.tcp;

import io.wirepath.flows.ConnectionListener;
import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.sniffer.CounterSet;

/**
 * Puts each segment where it belongs: hands its bytes on, holds what came early, drops what came before.
 *
 * <p>Bytes that differ from those first seen at the same place are noticed only while the first are still held: streams
 * handed on are not kept for comparison.
 */
final class TcpReassembler {

    /** A segment without IP identification that comes later than this was sent again, else it was overtaken. */
    private static final long OVERTAKEN_NANOS = 3_000_000;

    private final TcpSettings settings;
    private final ConnectionListener listener;
    private final CounterSet<ReassemblyCounter> counters;
    private final InOrderDelivery delivery;

    TcpReassembler(
            TcpSettings settings,
            ConnectionListener listener,
            CounterSet<ReassemblyCounter> counters,
            InOrderDelivery delivery) {
        this.settings = settings;
        this.listener = listener;
        this.counters = counters;
        this.delivery = delivery;
    }

    /** Notes what a segment of direction {@code 1 - direction} acknowledges of this direction. */
    void acknowledge(TcpConnection connection, int direction, Segment segment) {
        TcpFlow flow = connection.flow(direction);
        if (!flow.hasPosition() && settings.infersStart()) {
            startUnseen(flow, segment);
        }
        if (flow.takesBack(segment)) {
            counters.increment(ReassemblyCounter.ACKNOWLEDGMENTS_TAKEN_BACK);
            flow.receiverSays(segment);
            flow.ackedAhead = false;
        } else if (!flow.receiverKnown || SequenceNumber.isBefore(flow.receiverHas, segment.acknowledgment)) {
            flow.receiverSays(segment);
        }
        int ahead = SequenceNumber.distance(flow.nextSequence, segment.acknowledgment);
        if (ahead <= 0 || ahead > SequenceNumber.MAX_DISTANCE || !flow.isStarted()) {
            return;
        }
        if (flow.acknowledgedAhead() == 0) {
            flow.ackedAhead = true;
            flow.ackedAheadNanos = segment.timeNanos;
            flow.confirm(segment);
            flow.acknowledged = segment.acknowledgment;
        } else if (SequenceNumber.isBefore(flow.acknowledged, segment.acknowledgment)) {
            flow.acknowledged = segment.acknowledgment;
        }
    }

    /** Not one byte of a direction was captured, and its receiver goes on: it has what passed elsewhere. */
    private static void startUnseen(TcpFlow flow, Segment segment) {
        int ahead = flow.receiverKnown ? SequenceNumber.distance(flow.receiverHas, segment.acknowledgment) : 0;
        if (ahead > 0 && ahead <= SequenceNumber.MAX_DISTANCE) {
            flow.startAt(flow.receiverHas);
        }
    }

    /** Hands on, or holds, another reading of a place, of which nothing else is held any more. */
    void takeOther(TcpConnection connection, int direction, Segment reading, HeldSegment held) {
        TcpFlow flow = connection.flow(direction);
        if (SequenceNumber.isBefore(flow.nextSequence, held.sequence)) {
            flow.store.add(reading);
            flow.readings.settle();
        } else {
            delivery.takeBack(connection, direction, flow, held);
        }
    }

    /** Takes the payload of a segment. */
    void accept(TcpConnection connection, int direction, Segment segment) {
        TcpFlow flow = connection.flow(direction);
        if (!flow.isStarted()) {
            pickUp(connection, direction, flow, segment);
            return;
        }
        if (flow.fin != TcpFlow.Fin.NONE) {
            goOnBehindFin(flow, segment);
        }
        if (flow.sendsWhatWasSkipped(segment)) {
            counters.add(ReassemblyCounter.CAME_AFTER_ALL_BYTES, flow.goBack());
        }
        int ahead = SequenceNumber.distance(flow.nextSequence, segment.sequence);
        if (ahead < 0) {
            if (ahead == -1 && segment.span() == 1) {
                counters.increment(ReassemblyCounter.KEEP_ALIVES);
                counters.add(ReassemblyCounter.KEEP_ALIVE_BYTES, segment.length);
                flow.statistics.keepAlives++;
                return;
            }
            int known = Math.min(-ahead, segment.span());
            if (flow.lacks(segment.sequence + segment.span()) && flow.readings.contradicts(segment)) {
                noteContradiction(connection, direction, flow, segment);
                known = segment.span(); // it is the other reading, or none of it is
            }
            int beforeStart = SequenceNumber.distance(segment.sequence, flow.firstSequence);
            dropKnown(connection, direction, flow, segment, known, beforeStart);
            if (segment.span() == 0) {
                return;
            }
            ahead = 0;
        }
        if (ahead == 0 && flow.leavesHoleBehind(segment)) {
            flow.goesOn(segment);
        }
        if (ahead == 0 && flow.store.isEmpty() && mayGoOn(connection, direction, segment)) {
            delivery.deliver(connection, direction, flow, segment);
        } else {
            hold(connection, direction, flow, segment, ahead);
        }
    }

    /** Whether the order of the other direction allows this segment's bytes to be handed on. */
    private boolean mayGoOn(TcpConnection connection, int direction, Segment segment) {
        return !segment.has(TcpFlags.ACK) || !delivery.waitsForOther(connection, direction, segment.acknowledgment);
    }

    /** Keeps the other reading until the receiver tells which of both it took; returns whether one is kept. */
    private boolean noteContradiction(TcpConnection connection, int direction, TcpFlow flow, Segment segment) {
        counters.increment(ReassemblyCounter.OVERLAP_CONFLICTS);
        flow.statistics.overlapConflicts++;
        boolean kept = segment.doubtful && flow.readings.areTwo() || flow.readings.keep(segment);
        HeldSegment accepted = flow.readings.behindRefused();
        if (accepted != null) {
            delivery.takeBack(connection, direction, flow, accepted);
        }
        return kept;
    }

    private void dropKnown(
            TcpConnection connection, int direction, TcpFlow flow, Segment segment, int known, int beforeStart) {
        int left = known;
        if (beforeStart > 0 && flow.start != TcpFlow.Start.OPENED) {
            int early = Math.min(beforeStart, known);
            int bytes = segment.dropFront(early);
            counters.add(ReassemblyCounter.BEFORE_PICK_UP_BYTES, bytes);
            flow.statistics.discardedBytes += bytes;
            left -= early;
        }
        if (left > 0) {
            long time = segment.timeNanos;
            if (flow.lacks(segment.sequence + left)) {
                listener.onResent(connection, direction, time);
            }
            noteRetransmission(connection, direction, flow, segment.dropFront(left), time);
        }
    }

    private void noteRetransmission(TcpConnection connection, int direction, TcpFlow flow, int bytes, long timeNanos) {
        if (bytes > 0) {
            counters.increment(ReassemblyCounter.RETRANSMITTED_SEGMENTS);
            counters.add(ReassemblyCounter.RETRANSMITTED_BYTES, bytes);
            flow.statistics.retransmittedSegments++;
            flow.statistics.retransmittedBytes += bytes;
            listener.onRetransmission(connection, direction, bytes, timeNanos);
        }
    }

    /**
     * Takes a FIN back when bytes behind it come: somebody forged it, or a receiver that never saw it goes on reading.
     * Ignoring the bytes would let one forged FIN blind the observer.
     */
    private void goOnBehindFin(TcpFlow flow, Segment segment) {
        int behind = SequenceNumber.distance(flow.finSequence, segment.sequence + segment.span());
        boolean keepAlive = flow.isFinDelivered()
                && segment.span() == 1
                && segment.sequence == flow.finSequence
                && isKeepAliveByte(segment);
        if (behind <= 0 || keepAlive) {
            return;
        }
        counters.add(ReassemblyCounter.AFTER_FIN_BYTES, Math.min(behind, segment.span()));
        if (flow.start != TcpFlow.Start.OPENED && flow.nextOffset == 0 && flow.store.isEmpty()) {
            flow.startAt(segment.sequence); // the FIN was all that told where the stream begins
        } else if (flow.fin == TcpFlow.Fin.COUNTED && segment.sequence != flow.nextSequence) {
            flow.nextSequence = flow.finSequence; // its sender does not count the FIN
        }
        flow.fin = TcpFlow.Fin.NONE;
    }

    /**
     * Whether one byte just behind what was sent is a keep-alive's, whose byte is nothing (RFC 9293 §3.8.4); here it is
     * zero.
     */
    private static boolean isKeepAliveByte(Segment segment) {
        return segment.length == 0 || segment.bytes.get(segment.offset) == 0;
    }

    private void pickUp(TcpConnection connection, int direction, TcpFlow flow, Segment segment) {
        if (flow.start == TcpFlow.Start.UNKNOWN) {
            flow.start = TcpFlow.Start.HELD;
            flow.nextSequence = segment.sequence;
            flow.pickUpEchoed = segment.stamped;
            flow.pickUpEcho = segment.echo;
        }
        int known = flow.store.add(segment);
        flow.nextSequence = SequenceNumber.earlier(flow.nextSequence, segment.sequence);
        noteHeld(connection, direction, flow, segment, known);
        if (settings.pickUpHoldNanos() == 0 || flow.store.bytes() > settings.pickUpHoldBytes()) {
            delivery.start(connection, direction);
        }
    }

    private void hold(TcpConnection connection, int direction, TcpFlow flow, Segment segment, int ahead) {
        if (!connection.isSilent(1 - direction)
                && flow.store.holdsOther(segment)
                && noteContradiction(connection, direction, flow, segment)) {
            noteRetransmission(connection, direction, flow, segment.length, segment.timeNanos);
            return;
        }
        if (ahead > 0) {
            counters.increment(ReassemblyCounter.REORDERED_SEGMENTS);
            flow.statistics.reorderedSegments++;
        } else if (flow.store.isEmpty()) {
            counters.increment(ReassemblyCounter.WAITED_FOR_OTHER_DIRECTION);
        } else {
            noteFilled(connection, direction, flow, segment);
        }
        int known = flow.store.add(segment);
        noteHeld(connection, direction, flow, segment, known);
    }

    /**
     * Tells of a hole that a retransmission fills up to what waits; a segment that was overtaken was sent before those
     * that wait. Who goes on in front of a forged segment fills no hole.
     */
    private void noteFilled(TcpConnection connection, int direction, TcpFlow flow, Segment segment) {
        HeldSegment head = flow.store.head();
        if (head == null
                || head.sequence == flow.nextSequence
                || !flow.pending
                || flow.pendingAt != flow.nextSequence
                || SequenceNumber.isBefore(segment.sequence + segment.span(), head.sequence)
                || flow.store.holdsOther(segment)) {
            return;
        }
        long wait = segment.timeNanos - flow.pendingNanos;
        int later = (short) (segment.context.ipId - head.context.ipId);
        boolean identified = segment.context.ipId != 0 && head.context.ipId != 0;
        if (identified ? later > 0 : wait > OVERTAKEN_NANOS) {
            listener.onHoleFilled(connection, direction, wait);
        }
    }

    private void noteHeld(TcpConnection connection, int direction, TcpFlow flow, Segment segment, int known) {
        noteRetransmission(connection, direction, flow, known, segment.timeNanos);
        if (flow.store.hadConflict()) {
            counters.increment(ReassemblyCounter.OVERLAP_CONFLICTS);
            flow.statistics.overlapConflicts++;
        }
    }

    /** Notes where the stream ends. */
    void noteFin(TcpConnection connection, int direction, int sequence, long timeNanos) {
        TcpFlow flow = connection.flow(direction);
        if (flow.fin != TcpFlow.Fin.NONE || flow.isStarted() && SequenceNumber.isBefore(sequence, flow.nextSequence)) {
            return;
        }
        flow.endsAt(sequence, timeNanos);
        if (!flow.hasPosition()) {
            flow.startAt(sequence);
        }
    }
}

package io.wirepath.flows.tcp;

import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.sniffer.CounterSet;

/**
 * Segments that depart from the habits of their direction wait here until the receiver acknowledges as far as they go:
 * then it took them, whatever they look like. One that somebody sent for observers alone is never acknowledged, or
 * another comes to its place, and it is left out.
 *
 * <pre>
 *   doubtful     ├── POST … Content-Length: 99999 ──┤├── …   never acknowledged
 *   usual        ├── GET /item ──┤                           handed on; its bytes are others: the doubtful one goes
 * </pre>
 *
 * Beyond the bounds the earliest of a connection goes, and where all connections hold too much, the latest.
 */
final class DoubtfulSegments {

    private final TcpSettings settings;
    private final CounterSet<ReassemblyCounter> counters;
    private final SegmentPool pool;
    private final TcpReassembler reassembler;
    private final Segment taken = new Segment();

    DoubtfulSegments(
            TcpSettings settings,
            CounterSet<ReassemblyCounter> counters,
            SegmentPool pool,
            TcpReassembler reassembler) {
        this.settings = settings;
        this.counters = counters;
        this.pool = pool;
        this.reassembler = reassembler;
    }

    /** Judges a segment of a direction by the habits of that. */
    static void judge(TcpConnection connection, int direction, Segment segment) {
        TcpFlow flow = connection.flow(direction);
        TcpFlow other = connection.flow(1 - direction);
        boolean departs = flow.habits.departs(segment);
        boolean far = segment.has(TcpFlags.ACK)
                && other.hasPosition()
                && SequenceNumber.isFar(segment.acknowledgment, other.nextSequence)
                && !SequenceNumber.isFar(segment.sequence, flow.nextSequence); // else it is another connection's
        segment.doubtful = (departs || far)
                && flow.isStarted()
                && !connection.isSilent(1 - direction)
                && flow.lacks(segment.sequence + segment.span());
    }

    /** Takes a segment with payload: one that is usual goes on and overrules what waits at its place. */
    void accept(TcpConnection connection, int direction, Segment segment) {
        TcpFlow flow = connection.flow(direction);
        if (segment.doubtful
                && SequenceNumber.isBefore(flow.nextSequence, segment.sequence + segment.span())
                && !flow.readings.contradicts(segment)) {
            hold(flow, segment);
            return;
        }
        if (!segment.doubtful && !flow.doubtful.isEmpty()) {
            overrule(flow, flow.doubtful, segment);
        }
        if (!segment.doubtful
                && !SequenceNumber.isBefore(flow.nextSequence, segment.sequence)
                && flow.isPassedByReceiver()) {
            overrule(flow, flow.store, segment);
        }
        reassembler.accept(connection, direction, segment);
    }

    private void hold(TcpFlow flow, Segment segment) {
        counters.increment(ReassemblyCounter.DOUBTFUL_SEGMENTS);
        boolean contradicts = flow.store.holdsOther(segment);
        if (contradicts) {
            noteConflict(flow);
        }
        if (contradicts || !pool.hasRoomForDoubt()) {
            leaveOut(flow, segment.length, segment.sum);
            return;
        }
        int known = flow.doubtful.add(segment);
        if (flow.doubtful.hadConflict()) {
            noteConflict(flow);
        }
        leaveOut(flow, known, Segment.Sum.UNKNOWN);
        while (flow.doubtful.cost() > settings.maxHeldBytesPerConnection() / 2) {
            leaveOutHead(flow);
        }
    }

    private void noteConflict(TcpFlow flow) {
        counters.increment(ReassemblyCounter.OVERLAP_CONFLICTS);
        flow.statistics.overlapConflicts++;
    }

    private void overrule(TcpFlow flow, SegmentStore store, Segment segment) {
        if (leaveOutOthers(flow, store, segment)) {
            noteConflict(flow);
        }
    }

    private boolean leaveOutOthers(TcpFlow flow, SegmentStore store, Segment segment) {
        boolean conflict = false;
        for (HeldSegment other = store.takeOther(segment); other != null; other = store.takeOther(segment)) {
            conflict = true;
            leaveOut(flow, other);
        }
        return conflict;
    }

    /** The receiver has what comes before this number: of two readings it took one. */
    void settle(TcpConnection connection, int direction, int acknowledgment) {
        TcpFlow flow = connection.flow(direction);
        HeldSegment reading = flow.readings.taken(acknowledgment, flow.store.endsAt(acknowledgment));
        if (reading != null) {
            taken.load(reading);
            leaveOutOthers(flow, flow.store, taken);
            reassembler.takeOther(connection, direction, taken, reading);
        }
    }

    /** The receiver has what comes before this number: it took what waits there. */
    void acknowledged(TcpConnection connection, int direction, int acknowledgment) {
        TcpFlow flow = connection.flow(direction);
        HeldSegment head = flow.doubtful.head();
        while (head != null
                && !SequenceNumber.isBefore(acknowledgment, head.end())
                && !SequenceNumber.isFar(acknowledgment, head.end())) {
            takeHead(connection, direction, flow);
            head = flow.doubtful.head();
        }
    }

    /** Takes what waits at the place of a hole that is about to be given up; returns whether there is anything. */
    boolean fill(TcpConnection connection, int direction) {
        TcpFlow flow = connection.flow(direction);
        HeldSegment reading = flow.readings.undecided();
        if (reading != null && SequenceNumber.isBefore(flow.nextSequence, reading.end())) {
            taken.load(reading);
            taken.dropFront(Math.max(0, SequenceNumber.distance(reading.sequence, flow.nextSequence)));
            flow.store.add(taken); // beside what came first
            flow.readings.settle();
            return true;
        }
        HeldSegment head = flow.doubtful.head();
        while (head != null && !SequenceNumber.isBefore(flow.nextSequence, head.end())) {
            leaveOutHead(flow);
            head = flow.doubtful.head();
        }
        boolean fills = head != null && !SequenceNumber.isBefore(flow.nextSequence, head.sequence);
        if (fills) {
            takeHead(connection, direction, flow);
        }
        return fills;
    }

    private void takeHead(TcpConnection connection, int direction, TcpFlow flow) {
        HeldSegment head = flow.doubtful.poll();
        flow.habits.takes(head);
        taken.load(head);
        reassembler.accept(connection, direction, taken);
        if (head.hasFin) {
            reassembler.noteFin(connection, direction, head.end(), head.context.timeNanos);
        }
        flow.doubtful.release(head);
    }

    /** Takes what waits of a direction if nothing came from its receiver since; the connection is about to close. */
    void takeUnheard(TcpConnection connection, int direction) {
        TcpFlow flow = connection.flow(direction);
        HeldSegment head = flow.doubtful.head();
        while (head != null && connection.flow(1 - direction).spokeNanos < head.context.timeNanos) {
            counters.add(ReassemblyCounter.UNACKNOWLEDGED_BYTES, head.length);
            takeHead(connection, direction, flow);
            head = flow.doubtful.head();
        }
    }

    /** Leaves out all that waits of a direction; it is about to close. */
    void flush(TcpFlow flow) {
        while (!flow.doubtful.isEmpty()) {
            leaveOutHead(flow);
        }
    }

    /** Leaves out all that is held of a direction: it lies behind where the stream ended. */
    void leaveOutHeld(TcpFlow flow) {
        while (!flow.store.isEmpty()) {
            leaveOutFirstHeld(flow);
        }
    }

    /** Leaves out what waits behind the hole, or the end that does: the receiver does not have it. */
    void leaveOutPassed(TcpFlow flow) {
        if (flow.store.isEmpty()) {
            flow.fin = TcpFlow.Fin.NONE;
        } else {
            leaveOutFirstHeld(flow);
        }
    }

    private void leaveOutFirstHeld(TcpFlow flow) {
        HeldSegment held = flow.store.poll();
        counters.increment(ReassemblyCounter.DOUBTFUL_SEGMENTS);
        leaveOut(flow, held.length, held.sum);
        flow.store.release(held);
    }

    private void leaveOutHead(TcpFlow flow) {
        leaveOut(flow, flow.doubtful.poll());
    }

    private void leaveOut(TcpFlow flow, HeldSegment segment) {
        leaveOut(flow, segment.length, segment.sum);
        flow.doubtful.release(segment);
    }

    private void leaveOut(TcpFlow flow, int length, Segment.Sum sum) {
        counters.add(ReassemblyCounter.LEFT_OUT_BYTES, length);
        flow.statistics.discardedBytes += length;
        if (sum == Segment.Sum.WRONG) {
            counters.increment(ReassemblyCounter.BAD_CHECKSUMS);
        }
    }
}

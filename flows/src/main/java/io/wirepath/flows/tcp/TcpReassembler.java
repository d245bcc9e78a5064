package io.wirepath.flows.tcp;

import io.wirepath.flows.ConnectionListener;
import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.sniffer.CounterSet;
import org.jspecify.annotations.Nullable;

/**
 * Puts the bytes of connections in order: holds what came early, drops what came twice, gives up what does not come.
 *
 * <p>Three things make bytes wait: a hole before them; a direction whose start was not captured, for a short time; and, where the
 * settings say so, bytes of the other direction that they acknowledge but that are still missing, since what caused them has
 * to come first. Whatever waits has a deadline. It is looked at when a packet of its connection comes and
 * at the end of each block, so results do not depend on where blocks end.
 *
 * <p>Bytes that differ from those first seen at the same place are noticed only while the first are still held: streams
 * handed on are not kept for comparison.
 */
final class TcpReassembler {

    private final TcpSettings settings;
    private final ConnectionListener listener;
    private final CounterSet<ReassemblyCounter> counters;
    private final SegmentPool pool;
    private final WaitingList waiting = new WaitingList();
    private final long maxHeldBytes;

    TcpReassembler(
            TcpSettings settings,
            int shards,
            ConnectionListener listener,
            CounterSet<ReassemblyCounter> counters,
            SegmentPool pool) {
        this.settings = settings;
        this.listener = listener;
        this.counters = counters;
        this.pool = pool;
        maxHeldBytes = settings.maxHeldBytes() / shards;
    }

    /** Notes what a segment of direction {@code 1 - direction} acknowledges of this direction. */
    void acknowledge(TcpConnection connection, int direction, Segment segment) {
        TcpFlow flow = connection.flow(direction);
        int ahead = SequenceNumber.distance(flow.nextSequence, segment.acknowledgment);
        if (ahead <= 0 || ahead > SequenceNumber.MAX_DISTANCE || !flow.started) {
            return;
        }
        if (flow.acknowledgedAhead() == 0) {
            flow.ackedAhead = true;
            flow.ackedAheadNanos = segment.timeNanos;
            flow.acknowledged = segment.acknowledgment;
        } else if (SequenceNumber.isBefore(flow.acknowledged, segment.acknowledgment)) {
            flow.acknowledged = segment.acknowledgment;
        }
    }

    /** Takes the payload of a segment. The caller settles the connection afterwards if {@link #needsSettling}. */
    void accept(TcpConnection connection, int direction, Segment segment) {
        TcpFlow flow = connection.flow(direction);
        if (!flow.started) {
            pickUp(connection, direction, flow, segment);
            return;
        }
        int ahead = SequenceNumber.distance(flow.nextSequence, segment.sequence);
        if (ahead < 0) {
            if (ahead == -1 && segment.span() == 1) {
                counters.increment(ReassemblyCounter.KEEP_ALIVES);
                counters.add(ReassemblyCounter.KEEP_ALIVE_BYTES, segment.length);
                flow.dirt.keepAlives++;
                return;
            }
            int known = Math.min(-ahead, segment.span());
            int beforeStart = SequenceNumber.distance(segment.sequence, flow.firstSequence);
            dropKnown(connection, direction, flow, segment, known, beforeStart);
            if (segment.span() == 0) {
                return;
            }
            ahead = 0;
        }
        if (flow.finSeen && !keepBeforeFin(flow, segment)) {
            return;
        }
        if (ahead == 0 && flow.store.isEmpty() && mayGoOn(connection, direction, segment)) {
            deliver(connection, direction, flow, segment);
        } else {
            hold(connection, direction, flow, segment, ahead);
        }
    }

    /** Whether the order of the other direction allows this segment's bytes to be handed on. */
    private boolean mayGoOn(TcpConnection connection, int direction, Segment segment) {
        return !segment.has(TcpFlags.ACK) || !waitsForOther(connection, direction, segment.acknowledgment);
    }

    private boolean waitsForOther(TcpConnection connection, int direction, int acknowledgment) {
        TcpFlow other = connection.flow(1 - direction);
        int ahead = SequenceNumber.distance(other.nextSequence, acknowledgment);
        return ahead > 1
                && ahead <= SequenceNumber.MAX_DISTANCE
                && settings.ordersAcrossDirections()
                && (other.started || other.holding);
    }

    private void dropKnown(
            TcpConnection connection, int direction, TcpFlow flow, Segment segment, int known, int beforeStart) {
        int left = known;
        if (beforeStart > 0 && !flow.startKnown) {
            int early = Math.min(beforeStart, known);
            int bytes = segment.dropFront(early);
            counters.add(ReassemblyCounter.BEFORE_PICK_UP_BYTES, bytes);
            flow.dirt.discardedBytes += bytes;
            left -= early;
        }
        if (left > 0) {
            long time = segment.timeNanos;
            noteRetransmission(connection, direction, flow, segment.dropFront(left), time);
        }
    }

    private void noteRetransmission(TcpConnection connection, int direction, TcpFlow flow, int bytes, long timeNanos) {
        if (bytes > 0) {
            counters.increment(ReassemblyCounter.RETRANSMITTED_SEGMENTS);
            counters.add(ReassemblyCounter.RETRANSMITTED_BYTES, bytes);
            flow.dirt.retransmittedSegments++;
            flow.dirt.retransmittedBytes += bytes;
            listener.onRetransmission(connection, direction, bytes, timeNanos);
        }
    }

    /** Cuts off what lies behind the FIN; returns whether anything is left. */
    private boolean keepBeforeFin(TcpFlow flow, Segment segment) {
        int room = SequenceNumber.distance(segment.sequence, flow.finSequence);
        if (room < segment.span()) {
            int bytes = segment.keepFront(Math.max(0, room));
            counters.add(ReassemblyCounter.AFTER_FIN_BYTES, bytes);
            flow.dirt.discardedBytes += bytes;
        }
        return segment.span() > 0;
    }

    private void deliver(TcpConnection connection, int direction, TcpFlow flow, Segment segment) {
        int length = segment.length;
        if (length > 0) {
            listener.onBytes(
                    connection, direction, segment.bytes, segment.offset, length, flow.nextOffset, segment.context);
            counters.add(ReassemblyCounter.DELIVERED_BYTES, length);
            advance(flow, length);
        }
        if (segment.cut > 0) {
            deliverCut(connection, direction, flow, segment.cut, segment.timeNanos);
        }
    }

    private void deliverCut(TcpConnection connection, int direction, TcpFlow flow, int cut, long timeNanos) {
        listener.onMissing(connection, direction, flow.nextOffset, cut, true, timeNanos);
        counters.add(ReassemblyCounter.CUT_BYTES, cut);
        advance(flow, cut);
    }

    private static void advance(TcpFlow flow, int length) {
        flow.nextSequence += length;
        flow.nextOffset += length;
        if (flow.ackedAhead && !SequenceNumber.isBefore(flow.nextSequence, flow.acknowledged)) {
            flow.ackedAhead = false;
        }
    }

    private void pickUp(TcpConnection connection, int direction, TcpFlow flow, Segment segment) {
        if (!flow.holding) {
            flow.holding = true;
            flow.nextSequence = segment.sequence;
        }
        int known = flow.store.add(segment);
        flow.nextSequence = SequenceNumber.earlier(flow.nextSequence, segment.sequence);
        noteHeld(connection, direction, flow, segment, known);
        if (settings.pickUpHoldNanos() == 0 || flow.store.bytes() > settings.pickUpHoldBytes()) {
            flow.startAt(flow.nextSequence);
        }
    }

    private void hold(TcpConnection connection, int direction, TcpFlow flow, Segment segment, int ahead) {
        if (ahead > 0) {
            counters.increment(ReassemblyCounter.REORDERED_SEGMENTS);
            flow.dirt.reorderedSegments++;
        } else if (flow.store.isEmpty()) {
            counters.increment(ReassemblyCounter.WAITED_FOR_OTHER_DIRECTION);
        }
        int known = flow.store.add(segment);
        noteHeld(connection, direction, flow, segment, known);
    }

    private void noteHeld(TcpConnection connection, int direction, TcpFlow flow, Segment segment, int known) {
        noteRetransmission(connection, direction, flow, known, segment.timeNanos);
        if (flow.store.hadConflict()) {
            counters.increment(ReassemblyCounter.OVERLAP_CONFLICTS);
            flow.dirt.overlapConflicts++;
        }
    }

    /** Notes where the stream ends. */
    void noteFin(TcpConnection connection, int direction, int sequence) {
        TcpFlow flow = connection.flow(direction);
        if (flow.finSeen) {
            return;
        }
        flow.finSeen = true;
        flow.finSequence = sequence;
        if (!flow.started && !flow.holding) {
            flow.startAt(sequence);
        }
    }

    /** Whether anything of the connection waits or just ceased to. */
    boolean needsSettling(TcpConnection connection) {
        return connection.waiting || connection.flow0.waits() || connection.flow1.waits();
    }

    /** Hands on what can be, keeps the memory bounds, and sets the connection's deadline. */
    void settle(TcpConnection connection, long nowNanos) {
        drain(connection, nowNanos);
        while (connection.flow0.store.cost() + connection.flow1.store.cost() > settings.maxHeldBytesPerConnection()) {
            counters.increment(ReassemblyCounter.HOLES_FOR_MEMORY);
            int heavier = connection.flow0.store.cost() >= connection.flow1.store.cost() ? 0 : 1;
            giveUp(connection, heavier, nowNanos);
            drain(connection, nowNanos);
        }
        schedule(connection, nowNanos);
        while (pool.heldBytes() > maxHeldBytes) {
            TcpConnection longest = waiting.first();
            if (longest == null) {
                return;
            }
            counters.increment(ReassemblyCounter.HOLES_FOR_MEMORY);
            giveUp(longest, longest.flow0.store.isEmpty() ? 1 : 0, nowNanos);
            drain(longest, nowNanos);
            schedule(longest, nowNanos);
        }
    }

    private void schedule(TcpConnection connection, long nowNanos) {
        TcpFlow flow0 = connection.flow0;
        TcpFlow flow1 = connection.flow1;
        connection.deadlineNanos = Math.min(deadline(flow0, nowNanos), deadline(flow1, nowNanos));
        boolean waits = flow0.pending || flow1.pending;
        if (waits && !connection.waiting) {
            waiting.add(connection);
        } else if (!waits && connection.waiting) {
            waiting.remove(connection);
        }
    }

    private long deadline(TcpFlow flow, long nowNanos) {
        if (!flow.waits()) {
            flow.pending = false;
            return TcpSettings.NEVER;
        }
        if (!flow.pending || flow.pendingAt != flow.nextSequence && !flow.holding) {
            flow.pending = true;
            flow.pendingNanos = nowNanos;
            flow.pendingAt = flow.nextSequence;
        }
        if (flow.holding) {
            return flow.pendingNanos + settings.pickUpHoldNanos();
        }
        HeldSegment head = flow.store.head();
        if (head != null && head.sequence == flow.nextSequence) {
            return flow.pendingNanos + settings.acknowledgedHoleGraceNanos();
        }
        long deadline = flow.pendingNanos + settings.holeTimeoutNanos();
        if (flow.acknowledgedAhead() > 0) {
            deadline = Math.min(deadline, flow.ackedAheadNanos + settings.acknowledgedHoleGraceNanos());
        }
        return deadline;
    }

    private void drain(TcpConnection connection, long nowNanos) {
        boolean moved;
        do {
            moved = drain(connection, 0, nowNanos) | drain(connection, 1, nowNanos);
            if (!moved) {
                moved = breakMutualWait(connection);
            }
        } while (moved);
    }

    private boolean drain(TcpConnection connection, int direction, long nowNanos) {
        TcpFlow flow = connection.flow(direction);
        boolean moved = false;
        for (HeldSegment head = readyHead(flow);
                head != null && !(head.hasAcknowledgment && waitsForOther(connection, direction, head.acknowledgment));
                head = readyHead(flow)) {
            deliverHead(connection, direction, flow);
            moved = true;
        }
        if (flow.finWaits() && !SequenceNumber.isBefore(flow.nextSequence, flow.finSequence) && flow.store.isEmpty()) {
            flow.finDelivered = true;
            if (flow.nextSequence == flow.finSequence) {
                flow.nextSequence++;
            }
            listener.onFin(connection, direction, nowNanos);
            moved = true;
        }
        return moved;
    }

    /** The earliest piece held if no hole is before it, else null. */
    private static @Nullable HeldSegment readyHead(TcpFlow flow) {
        HeldSegment head = flow.store.head();
        return head != null && flow.started && head.sequence == flow.nextSequence ? head : null;
    }

    private void deliverHead(TcpConnection connection, int direction, TcpFlow flow) {
        HeldSegment head = flow.store.poll();
        if (head.length > 0) {
            listener.onBytes(connection, direction, head.buffer, 0, head.length, flow.nextOffset, head.context);
            counters.add(ReassemblyCounter.DELIVERED_BYTES, head.length);
            advance(flow, head.length);
        }
        if (head.cut > 0) {
            deliverCut(connection, direction, flow, head.cut, head.context.timeNanos);
        }
        flow.store.release(head);
    }

    /** Both directions wait for each other when a retransmission carries a later acknowledgment: the earlier goes. */
    private boolean breakMutualWait(TcpConnection connection) {
        HeldSegment head0 = readyHead(connection.flow0);
        HeldSegment head1 = readyHead(connection.flow1);
        if (head0 == null || head1 == null) {
            return false;
        }
        int direction = head0.context.timeNanos <= head1.context.timeNanos ? 0 : 1;
        deliverHead(connection, direction, connection.flow(direction));
        return true;
    }

    /** Ends what a direction waits for: starts it, hands its head on, or skips its hole. */
    private void giveUp(TcpConnection connection, int direction, long nowNanos) {
        TcpFlow flow = connection.flow(direction);
        if (!flow.waits()) {
            return;
        }
        if (flow.holding) {
            flow.startAt(flow.nextSequence);
            return;
        }
        HeldSegment head = flow.store.head();
        if (head == null) {
            int hole = flow.hasMissingTail() ? flow.acknowledgedAhead() : 0;
            if (flow.finWaits()) {
                hole = SequenceNumber.distance(flow.nextSequence, flow.finSequence);
            }
            skip(connection, direction, flow, hole, nowNanos);
        } else if (head.sequence == flow.nextSequence) {
            deliverHead(connection, direction, flow);
        } else {
            int hole = SequenceNumber.distance(flow.nextSequence, head.sequence);
            int acknowledged = flow.acknowledgedAhead();
            boolean onlyAcknowledged = nowNanos < flow.pendingNanos + settings.holeTimeoutNanos();
            skip(
                    connection,
                    direction,
                    flow,
                    onlyAcknowledged && acknowledged > 0 ? Math.min(hole, acknowledged) : hole,
                    nowNanos);
        }
    }

    private void skip(TcpConnection connection, int direction, TcpFlow flow, int length, long nowNanos) {
        if (length <= 0) {
            return;
        }
        counters.increment(ReassemblyCounter.HOLES);
        counters.add(ReassemblyCounter.MISSING_BYTES, length);
        if (flow.acknowledgedAhead() > 0) {
            counters.increment(ReassemblyCounter.HOLES_ACKNOWLEDGED);
        }
        listener.onMissing(connection, direction, flow.nextOffset, length, false, nowNanos);
        advance(flow, length);
        flow.ackedAheadNanos = nowNanos;
    }

    /** Gives up whatever of a connection was due by now. */
    void expire(TcpConnection connection, long nowNanos) {
        while (connection.waiting && connection.deadlineNanos <= nowNanos) {
            boolean due0 = deadline(connection.flow0, nowNanos) <= nowNanos;
            boolean due1 = deadline(connection.flow1, nowNanos) <= nowNanos;
            giveUp(connection, due0 && due1 ? first(connection) : due0 ? 0 : 1, nowNanos);
            drain(connection, nowNanos);
            schedule(connection, nowNanos);
        }
    }

    /** Gives up whatever was due by now, in all connections. */
    void onTime(long nowNanos) {
        TcpConnection connection = waiting.first();
        while (connection != null) {
            TcpConnection next = connection.shorterWaiting;
            expire(connection, nowNanos);
            connection = next;
        }
    }

    /** Hands on or gives up all that a connection holds; it is about to close. */
    void flush(TcpConnection connection, long nowNanos) {
        drain(connection, nowNanos);
        while (connection.flow0.waits() || connection.flow1.waits()) {
            giveUp(connection, first(connection), nowNanos);
            drain(connection, nowNanos);
        }
        schedule(connection, nowNanos);
    }

    /** The direction to give up on first: one with a hole, since the other may wait for it; else the earlier. */
    private static int first(TcpConnection connection) {
        boolean waits0 = connection.flow0.waits();
        if (!waits0 || !connection.flow1.waits()) {
            return waits0 ? 0 : 1;
        }
        HeldSegment head0 = connection.flow0.store.head();
        HeldSegment head1 = connection.flow1.store.head();
        boolean ready0 = readyHead(connection.flow0) != null;
        boolean ready1 = readyHead(connection.flow1) != null;
        if (ready0 != ready1 || head0 == null || head1 == null) {
            return ready0 || head1 == null && head0 != null && !ready1 ? 1 : 0;
        }
        return head0.context.timeNanos <= head1.context.timeNanos ? 0 : 1;
    }
}

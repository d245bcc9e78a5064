package io.wirepath.flows.tcp;

import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.sniffer.CounterSet;

/**
 * How long bytes may wait, and how many: gives up holes when their time is over or memory is short.
 *
 * <p>Three things make bytes wait: a hole before them; a direction whose start was not captured, for a short time; and
 * bytes of the other direction that they acknowledge. A hole of which the receiver has nothing waits as long as the
 * receiver does: until it is filled, or one of both ends says on which side of it the stream goes on. Whatever else
 * waits has a deadline, which is looked at when a packet of its connection comes and at the end of each block, so
 * results do not depend on where blocks end.
 */
final class WaitingStreams {

    private final TcpSettings settings;
    private final CounterSet<ReassemblyCounter> counters;
    private final SegmentPool pool;
    private final InOrderDelivery delivery;
    private final DoubtfulSegments doubtful;
    private final WaitingList waiting = new WaitingList();

    WaitingStreams(
            TcpSettings settings,
            CounterSet<ReassemblyCounter> counters,
            SegmentPool pool,
            InOrderDelivery delivery,
            DoubtfulSegments doubtful) {
        this.settings = settings;
        this.counters = counters;
        this.pool = pool;
        this.delivery = delivery;
        this.doubtful = doubtful;
    }

    /** Whether anything of the connection waits or just ceased to. */
    boolean needsSettling(TcpConnection connection) {
        return connection.waiting || connection.flow0.waits() || connection.flow1.waits();
    }

    /** Hands on what can be, keeps the memory bounds, and sets the connection's deadline. */
    void settle(TcpConnection connection, long nowNanos) {
        delivery.drain(connection, nowNanos);
        while (connection.flow0.store.cost() + connection.flow1.store.cost() > settings.maxHeldBytesPerConnection()) {
            counters.increment(ReassemblyCounter.HOLES_FOR_MEMORY);
            int heavier = connection.flow0.store.cost() >= connection.flow1.store.cost() ? 0 : 1;
            giveUp(connection, heavier, nowNanos);
            delivery.drain(connection, nowNanos);
        }
        schedule(connection, nowNanos);
        while (pool.isOverfull()) {
            TcpConnection longest = waiting.first();
            if (longest == null) {
                return;
            }
            counters.increment(ReassemblyCounter.HOLES_FOR_MEMORY);
            giveUp(longest, holding(longest), nowNanos);
            delivery.drain(longest, nowNanos);
            schedule(longest, nowNanos);
        }
    }

    /** The direction to give up on where memory is short; where neither holds any, so that it waits no more. */
    private int holding(TcpConnection connection) {
        boolean holds1 = !connection.flow1.store.isEmpty();
        return !connection.flow0.store.isEmpty() ? 0 : holds1 ? 1 : first(connection);
    }

    private void schedule(TcpConnection connection, long nowNanos) {
        TcpFlow flow0 = connection.flow0;
        TcpFlow flow1 = connection.flow1;
        connection.deadlineNanos = Math.min(deadline(connection, 0, nowNanos), deadline(connection, 1, nowNanos));
        boolean waits = flow0.pending || flow1.pending;
        if (waits && !connection.waiting) {
            waiting.add(connection);
        } else if (!waits && connection.waiting) {
            waiting.remove(connection);
        }
    }

    /** When this direction is given up on: a hole behind one of the other direction, not before that. */
    private long deadline(TcpConnection connection, int direction, long nowNanos) {
        long own = deadlineAlone(connection, direction, nowNanos);
        HeldSegment answer = InOrderDelivery.answerTo(connection, direction);
        if (answer != null && connection.flow(direction).hasMissingTail()) {
            own = Math.min(own, answer.context.timeNanos + settings.acknowledgedHoleGraceNanos());
        }
        return delivery.isOthersTurn(connection, direction)
                ? Math.max(own, deadlineAlone(connection, 1 - direction, nowNanos))
                : own;
    }

    private long deadlineAlone(TcpConnection connection, int direction, long nowNanos) {
        TcpFlow flow = connection.flow(direction);
        if (!flow.waits()) {
            flow.pending = false;
            return TcpSettings.NEVER;
        }
        if (!flow.pending || flow.pendingAt != flow.nextSequence && flow.start != TcpFlow.Start.HELD) {
            flow.pending = true;
            flow.pendingNanos = since(flow, nowNanos);
            flow.pendingAt = flow.nextSequence;
            // of a hole behind another one that was given up: its time runs since the bytes behind it came, too
            flow.ackedAheadNanos = Math.min(flow.ackedAheadNanos, flow.pendingNanos);
        }
        if (flow.start == TcpFlow.Start.HELD) {
            return flow.pendingNanos + settings.pickUpHoldNanos();
        }
        HeldSegment head = flow.store.head();
        if (head != null && head.sequence == flow.nextSequence) {
            return flow.pendingNanos + settings.acknowledgedHoleGraceNanos();
        }
        long deadline = flow.pendingNanos + settings.holeTimeoutNanos();
        if (flow.acknowledgedAhead() > 0) {
            deadline = Math.min(deadline, flow.ackedAheadNanos + settings.acknowledgedHoleGraceNanos());
        } else if ((head != null || flow.finWaits())
                && flow.receiverKnown
                && !connection.isSilent(1 - direction)
                && !flow.isPassedByReceiver()) {
            return TcpSettings.NEVER;
        }
        return deadline;
    }

    /** Since when something waits: at a hole since the bytes behind it came, also where others were before it. */
    private static long since(TcpFlow flow, long nowNanos) {
        HeldSegment head = flow.store.head();
        if (head == null || !flow.isStarted() || head.sequence == flow.nextSequence) {
            return nowNanos;
        }
        return Math.min(nowNanos, head.context.timeNanos);
    }

    /** Ends what a direction waits for: starts it, hands its head on, or skips its hole. */
    private void giveUp(TcpConnection connection, int direction, long nowNanos) {
        TcpFlow flow = connection.flow(direction);
        if (!flow.waits()) {
            return;
        }
        if (flow.start == TcpFlow.Start.HELD) {
            delivery.start(connection, direction);
            return;
        }
        HeldSegment head = flow.store.head();
        boolean isHole = head == null ? flow.finWaits() : head.sequence != flow.nextSequence;
        if (isHole && flow.acknowledgedAhead() == 0 && flow.isPassedByReceiver()) {
            doubtful.leaveOutPassed(flow);
        } else if (head == null) {
            boolean answered = delivery.isOthersTurn(connection, 1 - direction);
            int missing = answered ? flow.toldAhead() : flow.acknowledgedAhead();
            int hole = flow.hasMissingTail() ? toNextAnswer(connection, direction, missing) : 0;
            flow.forgetSaid();
            if (flow.finWaits()) {
                hole = SequenceNumber.distance(flow.nextSequence, flow.finSequence);
            }
            delivery.skip(connection, direction, flow, hole, nowNanos);
        } else if (head.sequence == flow.nextSequence) {
            delivery.deliverHead(connection, direction, flow);
        } else if (flow.holdsNothingButBehindItsEnd()) {
            doubtful.leaveOutHeld(flow);
        } else if (!doubtful.fill(connection, direction)) {
            int hole = toNextAnswer(connection, direction, SequenceNumber.distance(flow.nextSequence, head.sequence));
            int acknowledged = flow.acknowledgedAhead();
            boolean onlyAcknowledged = nowNanos < flow.pendingNanos + settings.holeTimeoutNanos();
            delivery.skip(
                    connection,
                    direction,
                    flow,
                    onlyAcknowledged && acknowledged > 0 ? Math.min(hole, acknowledged) : hole,
                    nowNanos);
        }
    }

    /** How much of what is missing the other side had when it said what comes next of it. */
    private static int toNextAnswer(TcpConnection connection, int direction, int missing) {
        HeldSegment answer = InOrderDelivery.answerTo(connection, direction);
        return answer == null
                ? missing
                : Math.min(
                        missing,
                        SequenceNumber.distance(connection.flow(direction).nextSequence, answer.acknowledgment));
    }

    /** Gives up whatever of a connection was due by now. */
    void expire(TcpConnection connection, long nowNanos) {
        while (connection.waiting && connection.deadlineNanos <= nowNanos) {
            boolean due0 = deadline(connection, 0, nowNanos) <= nowNanos;
            boolean due1 = deadline(connection, 1, nowNanos) <= nowNanos;
            giveUp(connection, due0 && due1 ? first(connection) : due0 ? 0 : 1, nowNanos);
            delivery.drain(connection, nowNanos);
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
        doubtful.takeUnheard(connection, 0);
        doubtful.takeUnheard(connection, 1);
        delivery.drain(connection, nowNanos);
        while (connection.flow0.waits() || connection.flow1.waits()) {
            giveUp(connection, first(connection), nowNanos);
            delivery.drain(connection, nowNanos);
        }
        doubtful.flush(connection.flow0);
        doubtful.flush(connection.flow1);
        schedule(connection, nowNanos);
    }

    /** The direction to give up on first: one with a hole, since the other may wait for it; else the earlier. */
    private int first(TcpConnection connection) {
        boolean waits0 = connection.flow0.waits();
        if (!waits0 || !connection.flow1.waits()) {
            return waits0 ? 0 : 1;
        }
        if (delivery.isOthersTurn(connection, 0) || delivery.isOthersTurn(connection, 1)) {
            return delivery.isOthersTurn(connection, 0) ? 1 : 0;
        }
        HeldSegment head0 = connection.flow0.store.head();
        HeldSegment head1 = connection.flow1.store.head();
        boolean ready0 = InOrderDelivery.readyHead(connection.flow0) != null;
        boolean ready1 = InOrderDelivery.readyHead(connection.flow1) != null;
        if (ready0 != ready1 || head0 == null || head1 == null) {
            return ready0 || head1 == null && head0 != null && !ready1 ? 1 : 0;
        }
        return head0.context.timeNanos <= head1.context.timeNanos ? 0 : 1;
    }
}

package io.wirepath.flows.tcp;

import io.wirepath.flows.ConnectionListener;
import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.flows.SegmentContext;
import io.wirepath.flows.StreamBytes;
import io.wirepath.sniffer.CounterSet;
import org.jspecify.annotations.Nullable;

/**
 * Hands bytes, holes and ends on to the listener, in order: within a direction by sequence number, and across
 * directions, where the settings say so, bytes only after those that they acknowledge, since what caused them has to
 * come first.
 */
final class InOrderDelivery {

    private final TcpSettings settings;
    private final ConnectionListener listener;
    private final CounterSet<ReassemblyCounter> counters;
    private long captureBeganNanos = TcpSettings.NEVER;

    private final StreamBytes bytes = new StreamBytes();

    InOrderDelivery(TcpSettings settings, ConnectionListener listener, CounterSet<ReassemblyCounter> counters) {
        this.settings = settings;
        this.listener = listener;
        this.counters = counters;
    }

    /** A segment was captured, whatever becomes of it. */
    void captures(Segment segment) {
        captureBeganNanos = Math.min(captureBeganNanos, segment.timeNanos);
        counters.increment(ReassemblyCounter.SEGMENTS);
        counters.add(ReassemblyCounter.PAYLOAD_BYTES, segment.length);
    }

    /**
     * Begins to hand on a direction that was picked up in the middle. If the server speaks first, and the echo tells
     * that the client spoke before it while the capture ran, the capture lost a request of unknown length, and the
     * connection's SYN before it.
     */
    void start(TcpConnection connection, int direction) {
        TcpFlow flow = connection.flow(direction);
        TcpFlow asking = connection.flow(1 - direction);
        HeldSegment head = flow.store.head();
        if (head != null && head.hasAcknowledgment && flow.pickUpEchoed && isUnasked(connection, direction)) {
            long asked = asking.echoedNanos(flow.pickUpEcho, head.context.timeNanos);
            if (asked >= captureBeganNanos && settings.infersStart()) {
                skipRequest(connection, 1 - direction, asking, head.acknowledgment, asked);
            }
        }
        flow.startAt(flow.nextSequence);
    }

    /** Whether a hole of this direction comes behind one of the other. */
    boolean isOthersTurn(TcpConnection connection, int direction) {
        return connection.isOthersTurn(direction, listener);
    }

    /** Whether a server speaks first on a connection of which the SYN was not captured. */
    private static boolean isUnasked(TcpConnection connection, int direction) {
        TcpFlow asking = connection.flow(1 - direction);
        boolean fromServer = (direction == 0) == (connection.sourcePort < connection.destinationPort);
        return connection.midstream && fromServer && asking.nextOffset == 0 && asking.store.isEmpty();
    }

    /** Gives up the last byte before what was acknowledged; a FIN behind it may have been handed on. */
    private void skipRequest(TcpConnection connection, int direction, TcpFlow flow, int end, long askedNanos) {
        TcpFlow.Fin fin = flow.fin;
        flow.fin = TcpFlow.Fin.NONE;
        flow.startAt(end - 1);
        skip(connection, direction, flow, 1, askedNanos);
        flow.fin = fin;
        flow.nextSequence += fin == TcpFlow.Fin.COUNTED ? 1 : 0;
    }

    /** Hands on the payload of a segment, which stands where its direction goes on. */
    void deliver(TcpConnection connection, int direction, TcpFlow flow, Segment segment) {
        int length = segment.length;
        if (length > 0) {
            bytes.set(segment.bytes, segment.offset, length, flow.nextOffset, segment.context);
            listener.onBytes(connection, direction, bytes);
            connection.speaks(direction, segment.timeNanos, true);
            counters.add(ReassemblyCounter.DELIVERED_BYTES, length);
            advance(flow, length);
            flow.readings.handedOn(segment.sequence, segment.bytes, segment.offset, length);
        }
        if (segment.cut > 0) {
            deliverCut(connection, direction, flow, segment.cut, segment.context);
        }
    }

    /** Hands on all that is held and need not wait. */
    void drain(TcpConnection connection, long nowNanos) {
        boolean moved;
        do {
            moved = drain(connection, 0, nowNanos);
            moved |= drain(connection, 1, nowNanos);
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
            flow.fin = TcpFlow.Fin.DELIVERED;
            if (flow.nextSequence == flow.finSequence) {
                flow.nextSequence++;
                flow.fin = TcpFlow.Fin.COUNTED;
            }
            listener.onFin(connection, direction, nowNanos);
            moved = true;
        }
        return moved;
    }

    /** The earliest piece held if no hole is before it, else null. */
    static @Nullable HeldSegment readyHead(TcpFlow flow) {
        HeldSegment head = flow.store.head();
        return head != null && flow.isStarted() && head.sequence == flow.nextSequence ? head : null;
    }

    /** What the other side says next, if it had bytes of this direction by then that were not handed on; else null. */
    static @Nullable HeldSegment answerTo(TcpConnection connection, int direction) {
        HeldSegment answer = readyHead(connection.flow(1 - direction));
        boolean had = answer != null
                && answer.hasAcknowledgment
                && SequenceNumber.distance(connection.flow(direction).nextSequence, answer.acknowledgment) > 0;
        return had ? answer : null;
    }

    /** Whether bytes with this acknowledgment have to wait for bytes of the other direction. */
    boolean waitsForOther(TcpConnection connection, int direction, int acknowledgment) {
        TcpFlow other = connection.flow(1 - direction);
        int ahead = SequenceNumber.distance(other.nextSequence, acknowledgment);
        return ahead > (other.isHeldAtNext() ? 0 : 1)
                && ahead <= SequenceNumber.MAX_DISTANCE
                && settings.ordersAcrossDirections()
                && other.hasPosition();
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

    /** Hands on the earliest piece held, which stands where its direction goes on. */
    void deliverHead(TcpConnection connection, int direction, TcpFlow flow) {
        HeldSegment head = flow.store.poll();
        if (head.length > 0) {
            bytes.set(head.buffer, 0, head.length, flow.nextOffset, head.context);
            listener.onBytes(connection, direction, bytes);
            connection.speaks(direction, head.context.timeNanos, true);
            counters.add(ReassemblyCounter.DELIVERED_BYTES, head.length);
            advance(flow, head.length);
            flow.readings.handedOn(head.sequence, head.buffer, 0, head.length);
        }
        if (head.cut > 0) {
            deliverCut(connection, direction, flow, head.cut, head.context);
        }
        flow.store.release(head);
    }

    /** Hands on another reading in place of what was handed on from its begin, if anything was. */
    void takeBack(TcpConnection connection, int direction, TcpFlow flow, HeldSegment reading) {
        long offset = flow.nextOffset - SequenceNumber.distance(reading.sequence, flow.nextSequence);
        boolean back = offset < flow.nextOffset;
        if (offset >= 0 && (!back || listener.takesBack(connection, direction, offset))) {
            counters.add(ReassemblyCounter.READINGS_TAKEN_BACK, back ? 1 : 0);
            flow.nextSequence = reading.sequence;
            flow.nextOffset = offset;
            bytes.set(reading.buffer, 0, reading.length, offset, reading.context);
            listener.onBytes(connection, direction, bytes);
            connection.speaks(direction, reading.context.timeNanos, true);
            advance(flow, reading.length);
        }
        flow.readings.settle();
    }

    private void deliverCut(TcpConnection connection, int direction, TcpFlow flow, int cut, SegmentContext segment) {
        listener.onMissing(connection, direction, flow.nextOffset, cut, segment, segment.timeNanos);
        counters.add(ReassemblyCounter.CUT_BYTES, cut);
        advance(flow, cut);
    }

    /**
     * Gives up the next bytes of a direction. They passed when they were acknowledged, or before what follows them did;
     * where the answer to them is missing too, the usual time before it.
     */
    void skip(TcpConnection connection, int direction, TcpFlow flow, int length, long nowNanos) {
        if (length <= 0) {
            return;
        }
        counters.increment(ReassemblyCounter.HOLES);
        counters.add(ReassemblyCounter.MISSING_BYTES, length);
        flow.statistics.missingBytes += length;
        HeldSegment next = flow.store.isEmpty() ? answerTo(connection, direction) : flow.store.head();
        long passedNanos = next == null ? nowNanos : Math.min(nowNanos, next.context.timeNanos);
        if (flow.acknowledgedAhead() > 0) {
            counters.increment(ReassemblyCounter.HOLES_ACKNOWLEDGED);
            passedNanos = Math.min(passedNanos, flow.passedNanos());
        }
        TcpFlow other = connection.flow(1 - direction);
        if (isOthersTurn(connection, 1 - direction) && other.acknowledgedAhead() > 0) {
            passedNanos = Math.min(passedNanos, other.passedNanos() - other.turnNanos());
        }
        connection.speaks(direction, passedNanos, false);
        listener.onMissing(connection, direction, flow.nextOffset, length, null, passedNanos);
        flow.skips(length);
        advance(flow, length);
        flow.ackedAheadNanos = nowNanos;
        flow.confirmAt(nowNanos);
    }

    private static void advance(TcpFlow flow, int length) {
        flow.nextSequence += length;
        flow.nextOffset += length;
        if (flow.ackedAhead && !SequenceNumber.isBefore(flow.nextSequence, flow.acknowledged)) {
            flow.ackedAhead = false;
        }
    }
}

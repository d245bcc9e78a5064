package io.wirepath.flows.tcp;

import io.wirepath.flows.CloseReason;
import io.wirepath.flows.ConnectionListener;
import io.wirepath.flows.OuterLayers;
import io.wirepath.flows.ReassemblyCounter;
import io.wirepath.flows.decode.PacketView;
import io.wirepath.flows.table.ConnectionQueue;
import io.wirepath.flows.table.ConnectionTable;
import io.wirepath.flows.table.FlowKey;
import io.wirepath.sniffer.CounterSet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The life of the TCP connections of one shard: finds the connection of a segment, opens it, tells a reuse of its
 * addresses from a retransmission of its SYN, and ends it. The bytes are {@link TcpReassembler}'s.
 *
 * <p>A connection that has ended stays for a while, so that what still arrives finds it. Used by one thread.
 */
public final class TcpTracker {

    /** How far before the first segment seen a SYN captured late may lie. */
    private static final int LATE_SYN_BYTES = 1 << 16;

    private static final int CONTROL = TcpFlags.SYN | TcpFlags.FIN | TcpFlags.RST;

    private final TcpSettings settings;
    private final ConnectionListener listener;
    private final CounterSet<ReassemblyCounter> counters;
    private final ConnectionTable<TcpConnection> table = new ConnectionTable<>();
    private final ConnectionQueue<TcpConnection> open = new ConnectionQueue<>();
    private final ConnectionQueue<TcpConnection> ended = new ConnectionQueue<>();
    private final List<TcpConnection> free = new ArrayList<>();
    private final SegmentPool pool;
    private final Segment segment = new Segment();
    private final OuterLayers outer = new OuterLayers();
    private final MirrorCopyDetector mirror;
    private final TcpReassembler reassembler;
    private final WaitingStreams waiting;
    private final InOrderDelivery delivery;
    private final DoubtfulSegments doubtful;
    private final OpeningWatch opening;
    private final SenderPace pace;
    private final int maxConnections;

    /**
     * Starts without connections.
     *
     * @param shards number of shards among which bounds are split
     */
    public TcpTracker(
            TcpSettings settings, int shards, ConnectionListener listener, CounterSet<ReassemblyCounter> counters) {
        this.settings = settings;
        this.listener = listener;
        this.counters = counters;
        pace = new SenderPace(listener);
        mirror = new MirrorCopyDetector(settings, shards);
        pool = new SegmentPool(settings.maxHeldBytes() / shards);
        delivery = new InOrderDelivery(settings, listener, counters);
        reassembler = new TcpReassembler(settings, listener, counters, delivery);
        doubtful = new DoubtfulSegments(settings, counters, pool, reassembler);
        waiting = new WaitingStreams(settings, counters, pool, delivery, doubtful);
        maxConnections = Math.max(1, settings.maxConnections() / shards);
        opening = new OpeningWatch(maxConnections);
    }

    /** Takes the next segment of this shard; {@code key} is loaded from it. */
    public void onSegment(PacketView packet, FlowKey key) {
        Segment s = segment;
        s.load(packet);
        delivery.captures(s);
        TcpConnection connection = table.find(key);
        if (connection != null && connection.secondView.take(connection, connection.directionOf(key), s)) {
            counters.increment(ReassemblyCounter.REBASED_VIEWS);
        }
        if (mirror.isCopy(packet, key, s) && (connection == null || !connection.holdsOtherBytes(key, s))) {
            noteMirrorCopy(connection, key);
            return;
        }
        s.sumUp(packet);
        if (connection != null && isInError(connection, key)) {
            counters.increment(ReassemblyCounter.BAD_CHECKSUMS);
            return;
        }
        if (connection != null && isOver(connection, s.timeNanos)) {
            closeSilent(connection);
            connection = null;
        }
        if (connection == null) {
            connection = openFor(key);
            if (connection == null) {
                counters.increment(ReassemblyCounter.WITHOUT_CONNECTION);
                return;
            }
        }
        int direction = connection.directionOf(key);
        boolean reused = s.has(TcpFlags.SYN) && isReuse(connection, direction);
        if (reused && connection.challenges(direction, s)) {
            noteStray(connection, direction);
            return;
        }
        if (reused || connection.isOpenedAnew(direction, s)) {
            connection = reopen(connection, key);
            direction = connection.directionOf(key);
        }
        DoubtfulSegments.judge(connection, direction, s);
        if (s.span() > 0 && isStray(connection, direction)) {
            if (s.doubtful || !startsAgain(connection, direction)) {
                noteStray(connection, direction);
                return;
            }
            connection = reopen(connection, key);
            direction = connection.directionOf(key);
            DoubtfulSegments.judge(connection, direction, s);
        }
        if ((connection.outerLooked & 1 << direction) == 0) {
            tellOuter(connection, direction, packet);
        }
        process(connection, direction);
    }

    private void noteStray(TcpConnection connection, int direction) {
        counters.increment(ReassemblyCounter.STRAY_SEGMENTS);
        counters.add(ReassemblyCounter.STRAY_BYTES, segment.length);
        connection.statistics(direction).discardedBytes += segment.length;
    }

    /** Whether a segment without payload has a checksum for which its receiver drops it. */
    private boolean isInError(TcpConnection connection, FlowKey key) {
        return segment.sum == Segment.Sum.WRONG
                && segment.span() == 0
                && connection.flow(connection.directionOf(key)).habits.areSummed();
    }

    private void tellOuter(TcpConnection connection, int direction, PacketView packet) {
        connection.outerLooked |= 1 << direction;
        if (packet.hasOuter()) {
            listener.onOuterLayers(connection, direction, packet.outer(outer));
        }
    }

    private void process(TcpConnection connection, int direction) {
        Segment s = segment;
        if (connection.waiting && connection.deadlineNanos <= s.timeNanos) {
            waiting.expire(connection, s.timeNanos);
        }
        (connection.ended ? ended : open).touch(connection, s.timeNanos);
        TcpFlow flow = connection.flow(direction);
        TcpFlow other = connection.flow(1 - direction);
        flow.statistics.countSegment(s.span());
        int payloadEnd = s.sequence + s.span();
        boolean acknowledges = (s.flags & (TcpFlags.ACK | TcpFlags.RST)) == TcpFlags.ACK;
        if ((s.flags & CONTROL) != 0 || flow.state != TcpState.ESTABLISHED || other.state != TcpState.ESTABLISHED) {
            followStates(connection, direction, flow, other);
        }
        if (connection.establishedNanos == 0
                && connection.synNanos != 0
                && flow.state == TcpState.ESTABLISHED
                && other.state == TcpState.ESTABLISHED) {
            connection.establishedNanos = s.timeNanos;
        }
        if (acknowledges && s.span() == 0) {
            pace.noteWay(connection, direction, s, other);
        }
        if (s.stamped) {
            flow.clock.sees(s.stamp, s.timeNanos);
        }
        flow.spokeNanos = s.timeNanos;
        if (s.has(TcpFlags.ACK) && !other.doubtful.isEmpty()) {
            doubtful.acknowledged(connection, 1 - direction, s.acknowledgment);
        }
        if (acknowledges) {
            if (other.readings.areTwo()) {
                doubtful.settle(connection, 1 - direction, s.acknowledgment);
            }
            reassembler.acknowledge(connection, 1 - direction, s);
        }
        takePayload(connection, direction, flow, other);
        pace.noteWindow(connection, direction, s, flow);
        if ((s.flags & TcpFlags.FIN) != 0
                && !s.doubtful
                && !(flow.isStarted() && SequenceNumber.isFar(payloadEnd, flow.nextSequence))) {
            reassembler.noteFin(connection, direction, payloadEnd, s.timeNanos);
        }
        if (waiting.needsSettling(connection)) {
            waiting.settle(connection, s.timeNanos);
        }
        if (!connection.ended && (connection.reset || flow.state.isAfterBothFins())) {
            open.remove(connection);
            connection.ended = true;
            connection.endedNanos = s.timeNanos;
            ended.add(connection);
        }
    }

    private void takePayload(TcpConnection connection, int direction, TcpFlow flow, TcpFlow other) {
        Segment s = segment;
        if (s.span() > 0) {
            if (s.span() == 1 && other.window == 0 && s.sequence == flow.nextSequence) {
                counters.increment(ReassemblyCounter.ZERO_WINDOW_PROBES);
            }
            pace.noteWait(connection, direction, s, flow, other);
            other.receiverSaidNanos = s.timeNanos;
            other.receiverSpoke = true;
            doubtful.accept(connection, direction, s);
        } else if ((s.flags & CONTROL) == 0) {
            if (flow.isKeepAlive(s.sequence)) {
                counters.increment(ReassemblyCounter.KEEP_ALIVES);
                flow.statistics.keepAlives++;
            } else {
                flow.says(s.sequence, s.timeNanos);
            }
        }
    }

    /** A SYN that is sent again after somebody refused it, with data or without, goes on with its connection. */
    private void revive(TcpConnection connection) {
        connection.reset = false;
        if (connection.ended) {
            ended.remove(connection);
            connection.ended = false;
            open.add(connection);
        }
    }

    private void followStates(TcpConnection connection, int direction, TcpFlow flow, TcpFlow other) {
        Segment s = segment;
        if (s.has(TcpFlags.RST)) {
            if (direction == 1 && connection.isRefusedBy(s)) {
                listener.onFailedAttempt(connection, true, s.timeNanos);
            }
            if (!connection.reset) {
                listener.onReset(connection, direction, s.timeNanos);
            }
            connection.reset = true;
            flow.state = TcpState.CLOSED;
            other.state = TcpState.CLOSED;
            return;
        }
        boolean ack = s.has(TcpFlags.ACK);
        if (s.has(TcpFlags.SYN)) {
            if (connection.reset) {
                revive(connection);
            }
            flow.state = flow.state.afterSendingSyn(ack);
            if (ack) {
                other.state = other.state.afterReceivingSynAck();
                other.readings.accepted(s.acknowledgment);
            }
            takeStart(connection, direction, flow);
        } else if (ack) {
            boolean ofFin = other.isFinDelivered() && s.acknowledgment == other.nextSequence;
            flow.state = flow.state.afterSendingAck();
            other.state = other.state.afterReceivingAck(ofFin);
        }
        if (s.has(TcpFlags.FIN)) {
            flow.state = flow.state.afterSendingFin();
            other.state = other.state.afterReceivingFin();
        }
    }

    /** Learns from a SYN where its direction begins. */
    private void takeStart(TcpConnection connection, int direction, TcpFlow flow) {
        if (flow.start == TcpFlow.Start.OPENED) {
            if (flow.firstSequence == segment.sequence) {
                counters.increment(ReassemblyCounter.SYN_RETRANSMISSIONS);
                connection.synRetries++;
            } else if (flow.nextOffset == 0
                    && flow.store.isEmpty()
                    && flow.fin == TcpFlow.Fin.NONE
                    && flow.lacks(flow.firstSequence)) {
                flow.startAt(segment.sequence);
            }
            return;
        }
        if (!flow.isStarted()) {
            flow.openAt(segment.sequence);
            TcpFlow other = connection.flow(1 - direction);
            boolean tells = segment.has(TcpFlags.ACK) && connection.openerKnown && settings.infersStart();
            if (tells && !other.hasPosition()) {
                other.openAt(segment.acknowledgment);
            }
        }
    }

    /** Whether the SYN at hand opens a new connection on the addresses of this one. */
    private boolean isReuse(TcpConnection connection, int direction) {
        TcpFlow flow = connection.flow(direction);
        boolean ack = segment.has(TcpFlags.ACK);
        if (flow.start == TcpFlow.Start.OPENED) {
            return flow.firstSequence == segment.sequence
                    ? connection.ended && !connection.reset && !ack
                    : connection.ended || !ack;
        }
        if (flow.hasPosition()) {
            int before = SequenceNumber.distance(segment.sequence, flow.nextSequence);
            return before < 0 || before > LATE_SYN_BYTES;
        }
        return !ack && connection.midstream;
    }

    /** Whether the payload at hand lies too far from where its stream is. */
    private boolean isStray(TcpConnection connection, int direction) {
        TcpFlow flow = connection.flow(direction);
        return flow.hasPosition() && SequenceNumber.isFar(segment.sequence, flow.nextSequence);
    }

    /** Whether a stray segment shows that a new connection, whose SYN was not captured, uses the addresses. */
    private boolean startsAgain(TcpConnection connection, int direction) {
        TcpFlow flow = connection.flow(direction);
        boolean follows = flow.straySeen && flow.strayEnd == segment.sequence;
        flow.straySeen = true;
        flow.strayEnd = segment.sequence + segment.span();
        return follows || connection.ended;
    }

    private TcpConnection reopen(TcpConnection connection, FlowKey key) {
        close(connection, endOf(connection, CloseReason.REUSED), segment.timeNanos);
        return open(key);
    }

    private @Nullable TcpConnection openFor(FlowKey key) {
        if (segment.span() == 0 && !segment.has(TcpFlags.SYN)) {
            return null;
        }
        return open(key);
    }

    private TcpConnection open(FlowKey key) {
        if (table.size() >= maxConnections) {
            evict();
        }
        Segment s = segment;
        TcpConnection connection = free.isEmpty() ? new TcpConnection(pool) : free.remove(free.size() - 1);
        connection.begin(key, s);
        if (connection.midstream) {
            counters.increment(ReassemblyCounter.MIDSTREAM);
        }
        counters.increment(ReassemblyCounter.CONNECTIONS);
        table.add(connection);
        open.add(connection);
        if (s.has(TcpFlags.SYN) && !s.has(TcpFlags.ACK)) {
            opening.add(connection);
        }
        connection.secondView.remember(connection.directionOf(key), s);
        listener.onOpen(connection, s.timeNanos);
        return connection;
    }

    private void evict() {
        TcpConnection victim = ended.first() != null ? ended.first() : open.first();
        if (victim != null) {
            close(victim, endOf(victim, CloseReason.EVICTED), victim.lastNanos);
        }
    }

    private void noteMirrorCopy(@Nullable TcpConnection connection, FlowKey key) {
        counters.increment(ReassemblyCounter.MIRROR_COPIES);
        counters.add(ReassemblyCounter.MIRROR_COPY_BYTES, segment.length);
        if (connection != null) {
            int direction = connection.directionOf(key);
            connection.statistics(direction).mirrorCopies++;
            listener.onMirrorCopy(connection, direction, segment.timeNanos);
        }
    }

    private boolean isOver(TcpConnection connection, long nowNanos) {
        long limit = connection.ended ? settings.lingerNanos() : settings.idleTimeoutNanos();
        return nowNanos - connection.lastNanos > limit;
    }

    private void closeSilent(TcpConnection connection) {
        close(connection, endOf(connection, CloseReason.IDLE), connection.lastNanos);
    }

    private static CloseReason endOf(TcpConnection connection, CloseReason unlessEnded) {
        if (!connection.ended) {
            return unlessEnded;
        }
        return connection.reset ? CloseReason.RESET : CloseReason.FINISHED;
    }

    private void close(TcpConnection connection, CloseReason reason, long timeNanos) {
        waiting.flush(connection, timeNanos);
        table.remove(connection);
        (connection.ended ? ended : open).remove(connection);
        counters.increment(ReassemblyCounter.of(reason));
        if (connection.ended && !connection.reset) {
            counters.add(
                    ReassemblyCounter.UNACKNOWLEDGED_BYTES,
                    connection.flow0.unacknowledged() + connection.flow1.unacknowledged());
        }
        if (connection.isOneDirection()) {
            counters.increment(ReassemblyCounter.ONE_DIRECTION);
            counters.add(ReassemblyCounter.ONE_DIRECTION_MISSING_BYTES, connection.missingBytes());
        }
        listener.onClose(connection, reason, connection.ended ? connection.endedNanos : timeNanos);
        recycle(connection);
    }

    private void recycle(TcpConnection connection) {
        connection.attachment = null;
        connection.reset = false;
        connection.ended = false;
        connection.flow0.reset();
        connection.flow1.reset();
        free.add(connection);
    }

    /** Bytes of buffers that hold segments back at present. */
    long heldBytes() {
        return pool.heldBytes();
    }

    /** Gives up what is due, and closes what was silent for too long. */
    public void onTime(long nowNanos) {
        waiting.onTime(nowNanos);
        opening.onTime(nowNanos, listener);
        closeSilent(ended, nowNanos);
        closeSilent(open, nowNanos);
    }

    private void closeSilent(ConnectionQueue<TcpConnection> queue, long nowNanos) {
        long slack = ConnectionQueue.GRAIN_NANOS;
        for (TcpConnection first = queue.first();
                first != null && isOver(first, nowNanos - slack);
                first = queue.first()) {
            closeSilent(first);
        }
    }

    /** Closes all connections. */
    public void onEndOfCapture(long nowNanos) {
        opening.onEnd(nowNanos, listener);
        for (TcpConnection first = ended.first(); first != null; first = ended.first()) {
            closeSilent(first);
        }
        for (TcpConnection first = open.first(); first != null; first = open.first()) {
            close(first, CloseReason.END_OF_CAPTURE, nowNanos);
        }
    }
}

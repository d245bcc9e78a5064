package io.wirepath.flows.tcp;

import io.wirepath.flows.ConnectionListener;
import io.wirepath.flows.FlowStatistics;
import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.table.FlowKey;
import io.wirepath.flows.table.TrackedConnection;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A TCP connection: its two flows, and when it next needs attention. Pooled by {@link TcpTracker}. */
final class TcpConnection extends TrackedConnection {

    final TcpFlow flow0;
    final TcpFlow flow1;
    final RebasedView secondView = new RebasedView();

    /** When the earliest of what waits is due; {@link TcpSettings#NEVER} if nothing waits. */
    long deadlineNanos;

    /** Whether it is in the list of those that wait, and its neighbours there. */
    boolean waiting;

    @Nullable
    TcpConnection longerWaiting;

    @Nullable
    TcpConnection shorterWaiting;

    private static final int NOBODY = -1;

    /** The direction whose bytes were handed on last, and when they passed; {@link TcpSettings#NEVER} if none were. */
    private int lastSpeaker = NOBODY;

    private long lastSpokeNanos;

    /** Whether RST was seen. */
    boolean reset;

    /** Whether both FINs or an RST were seen. */
    boolean ended;

    /** When it ended. */
    long endedNanos;

    /** Whether somebody asked to open it anew while it was open, and from where on. */
    private boolean askedAnew;

    private int anewAt;

    TcpConnection(SegmentPool pool) {
        flow0 = new TcpFlow(pool);
        flow1 = new TcpFlow(pool);
        transport = IpProtocol.TCP;
    }

    TcpFlow flow(int direction) {
        return direction == 0 ? flow0 : flow1;
    }

    /** Begins with the segment at hand, which has this key. */
    void begin(FlowKey key, Segment s) {
        boolean syn = s.has(TcpFlags.SYN);
        assign(key, syn && s.has(TcpFlags.ACK));
        id = s.context.frameNumber;
        outerLooked = 0;
        secondView.reset();
        askedAnew = false;
        synNanos = syn ? s.timeNanos : 0;
        establishedNanos = 0;
        Arrays.fill(wayNanos, 0);
        synRetries = 0;
        openerKnown = syn;
        midstream = !syn;
        firstTtl = s.context.ttl;
        firstVlan = s.context.vlan;
        lastNanos = s.timeNanos;
        deadlineNanos = TcpSettings.NEVER;
        lastSpeaker = syn ? 1 : NOBODY; // who opens a connection speaks first
        lastSpokeNanos = TcpSettings.NEVER;
        if (!syn) {
            flow0.state = TcpState.ESTABLISHED;
            flow1.state = TcpState.ESTABLISHED;
        }
    }

    /** Bytes of this direction are handed on, which passed at this time, or nobody captured when. */
    void speaks(int direction, long timeNanos, boolean captured) {
        if (direction != lastSpeaker && lastSpokeNanos != TcpSettings.NEVER && captured) {
            flow(direction).noteTurn(timeNanos - lastSpokeNanos);
        }
        lastSpeaker = direction;
        lastSpokeNanos = timeNanos;
    }

    /**
     * Whether a hole of this direction comes behind one of the other, where both have one: one side had received what
     * the other one said before it said its own, else the sides take turns, and this one spoke last, to the end of a
     * message.
     */
    boolean isOthersTurn(int direction, ConnectionListener listener) {
        TcpFlow own = flow(direction);
        TcpFlow other = flow(1 - direction);
        if (!own.misses() || !other.misses()) {
            return false;
        }
        boolean first = own.isHeardBefore(other);
        boolean last = other.isHeardBefore(own);
        if (first != last) {
            return last;
        }
        return lastSpeaker != NOBODY && (lastSpeaker == direction) != listener.isInside(this, lastSpeaker);
    }

    @Override
    public int firstSequence(int direction) {
        return flow(direction).firstSequence;
    }

    @Override
    public FlowStatistics statistics(int direction) {
        return flow(direction).statistics;
    }

    /** Bytes that acknowledgements tell of and nobody captured. */
    long missingBytes() {
        return flow0.statistics.missingBytes + flow1.statistics.missingBytes;
    }

    @Override
    public boolean isSilent(int direction) {
        return flow(direction).window < 0;
    }

    @Override
    public boolean isPickedUp(int direction) {
        return flow(direction).start == TcpFlow.Start.PICKED_UP;
    }

    /** Whether other bytes came where the segment, which came by the key's way, has its own, as far as is known. */
    boolean holdsOtherBytes(FlowKey key, Segment segment) {
        TcpFlow flow = flow(directionOf(key));
        return flow.store.holdsOther(segment)
                || flow.doubtful.holdsOther(segment)
                || flow.readings.contradicts(segment);
    }

    /** Whether it was opened by a SYN and nothing came back. */
    boolean isUnanswered() {
        return !ended && flow0.state == TcpState.SYN_SENT && flow1.state == TcpState.CLOSED && !flow1.hasPosition();
    }

    /**
     * Whether this SYN, of a connection that is open on both sides, is one that its receiver challenges (RFC 5961
     * §4.2): it opens nothing until it is accepted. Where nothing is captured of the receiver, nobody can tell.
     */
    boolean challenges(int direction, Segment syn) {
        boolean challenged = !syn.has(TcpFlags.ACK)
                && !ended
                && flow0.state == TcpState.ESTABLISHED
                && flow1.state == TcpState.ESTABLISHED
                && !midstream
                && !isSilent(1 - direction);
        if (challenged) {
            askedAnew = true;
            anewAt = syn.sequence;
        }
        return challenged;
    }

    /** Whether this segment accepts that SYN, or goes on from it: then that was none of a stranger. */
    boolean isOpenedAnew(int direction, Segment segment) {
        return askedAnew
                && (segment.has(TcpFlags.SYN)
                        ? segment.has(TcpFlags.ACK) && segment.acknowledgment == anewAt
                        : segment.sequence == anewAt && flow(direction).nextSequence != anewAt);
    }

    /** Whether this RST of the server answers the SYN, and not only has its addresses. */
    boolean isRefusedBy(Segment reset) {
        return isUnanswered() && reset.has(TcpFlags.ACK) && reset.acknowledgment == flow0.firstSequence;
    }

    /** Whether bytes came from one end, and from the other not one packet. */
    boolean isOneDirection() {
        return isSilent(0) && flow1.nextOffset > 0 || isSilent(1) && flow0.nextOffset > 0;
    }
}

package io.wirepath.flows.tcp;

import io.wirepath.flows.ConnectionListener;

/**
 * What the times of segments tell of who sends them: how long the way to it takes, and what it waited for before it
 * went on: its own program, a delayed acknowledgment, a closed window. Keeps what it learns in the connection. Used by
 * one thread.
 */
final class SenderPace {

    /** Every segment may hold so much (RFC 9293 §3.7.1). */
    private static final int MIN_MSS = 536;

    /** Nobody delays an acknowledgment for less; nor does who has something to send pause for longer. */
    private static final long MAX_PROMPT_NANOS = 40_000_000;

    /** Delayed acknowledgments come later than this: the least delay in use is 40 ms, in ticks of 4 or 10 ms. */
    private static final long MIN_DELAYED_NANOS = 25_000_000;

    /** Who waits for an acknowledgment goes on as soon as it comes; a tick of its clock may pass. */
    private static final long MAX_HELD_NANOS = 5_000_000;

    private final ConnectionListener listener;

    SenderPace(ConnectionListener listener) {
        this.listener = listener;
    }

    /**
     * How long the way to who acknowledges here takes, there and back. A handshake is answered at once. Without one,
     * the soonest acknowledgment counts; later than {@link #MAX_PROMPT_NANOS} it may be a delayed one (RFC 1122
     * §4.2.3.2).
     */
    void noteWay(TcpConnection connection, int direction, Segment s, TcpFlow other) {
        long took = s.timeNanos - other.spokeNanos;
        boolean opens = connection.synNanos != 0;
        boolean shakes = s.has(TcpFlags.SYN) || connection.establishedNanos == s.timeNanos;
        boolean tells = opens
                ? shakes && connection.synRetries == 0 && connection.wayNanos[direction] == 0
                : s.acknowledgment == other.nextSequence && other.isStarted() && took < MAX_PROMPT_NANOS;
        if (tells && took >= 0) {
            long known = connection.wayNanos[direction];
            connection.wayNanos[direction] = Math.max(1, known == 0 ? took : Math.min(known, took));
        }
    }

    /**
     * Why the sender goes on only now, where all that it had sent was acknowledged before and it had ended what it
     * wrote, with less than a segment holds. Long after the acknowledgment: it had nothing to send. Right after an
     * acknowledgment that came late: it held the rest back until then.
     */
    void noteWait(TcpConnection connection, int direction, Segment s, TcpFlow flow, TcpFlow other) {
        boolean acknowledged = flow.receiverKnown
                && flow.receiverHas == s.sequence
                && flow.nextSequence == s.sequence
                && !s.doubtful
                && flow.wroteAll
                && other.window != 0;
        if (acknowledged) {
            long gap = s.timeNanos - flow.receiverSaidNanos;
            long way = connection.establishedNanos == 0
                    ? flow.shortestPauseNanos
                    : connection.establishedNanos - connection.synNanos;
            flow.shortestPauseNanos = Math.min(flow.shortestPauseNanos, gap);
            if (gap > Math.max(way, MAX_PROMPT_NANOS)) {
                listener.onPause(connection, direction, gap - way);
            } else if (!flow.receiverSpoke && connection.wayNanos[1 - direction] != 0) {
                noteAcknowledgment(connection, direction, s, flow);
            }
        }
        flow.wroteAll = s.has(TcpFlags.PSH) && s.span() < Math.max(MIN_MSS, flow.longestSpan);
        flow.wroteNanos = s.timeNanos;
        flow.longestSpan = Math.max(flow.longestSpan, s.span());
    }

    /**
     * What an acknowledgment alone did to what its sender wrote next. Where it came at once, and the sender went on
     * long after it, that was the sender's own pause. Of the time up to a delayed one the shortest of these so far is
     * taken off; the rest is told as a wait.
     */
    private void noteAcknowledgment(TcpConnection connection, int direction, Segment s, TcpFlow flow) {
        long waited = s.timeNanos - flow.wroteNanos;
        long way = connection.wayNanos[direction];
        boolean released = s.timeNanos - flow.receiverSaidNanos <= way + MAX_HELD_NANOS;
        long late = flow.receiverSaidNanos - flow.wroteNanos - connection.wayNanos[1 - direction];
        if (late < MIN_DELAYED_NANOS) {
            flow.ownPauseNanos = Math.min(flow.ownPauseNanos, released || way == 0 ? 0 : waited);
        } else if (released) {
            long own = flow.ownPauseNanos == Long.MAX_VALUE ? 0 : flow.ownPauseNanos;
            if (waited > own) {
                listener.onDelayedAcknowledgment(connection, direction, waited - own);
            }
        }
    }

    /** Follows the window that the sender of a segment offers to the other side. */
    void noteWindow(TcpConnection connection, int direction, Segment s, TcpFlow flow) {
        if ((s.flags & (TcpFlags.SYN | TcpFlags.RST)) == 0) {
            if (s.window == 0) {
                flow.zeroWindowNanos = flow.window == 0 ? flow.zeroWindowNanos : s.timeNanos;
            } else if (flow.window == 0) {
                listener.onZeroWindow(connection, 1 - direction, s.timeNanos - flow.zeroWindowNanos);
            }
        }
        flow.window = s.window;
    }
}

package io.wirepath.analyze.request;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.causes.AttemptTimes;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTimes;
import io.wirepath.flows.Protocol;
import java.util.Arrays;

/**
 * Follows what a request waited for, back from its response, and says what each stretch was spent on.
 *
 * <pre>
 *   client ├─ on the way ─┤                                         ├─ on the way ─┤
 *   node                  ├own┤ awaits the call that ended last ├own┤
 *   callee                    ├── its own critical path ────────┤
 * </pre>
 *
 * <p>Of the calls that a node made at once the one that was answered last is on the path; what it waited for before
 * that call was made comes next, and so on. A wait for a retransmission, a closed window or an acknowledgment is cut
 * out of the way of the message where two sniffers saw both ends of it. Where one sniffer saw the message once, the
 * wait lies in the time after it.
 *
 * <p>Reads what it was made of and keeps nothing of a walk: thread-safe.
 */
public final class CriticalPath {

    /** Depth of nested calls that is followed; what lies deeper is own time. */
    private static final int DEEPEST = 256;

    private final MessageTable messages;
    private final CallTable calls;
    private final ServedCalls served;
    private final NodeTimes times;
    private final EarlierCalls earlier;
    private final AttemptTimes attempts;

    /** Prepares to follow these calls. */
    public CriticalPath(MessageTable messages, CallTable calls, ServedCalls served) {
        this.messages = messages;
        this.calls = calls;
        this.served = served;
        times = new NodeTimes(messages);
        earlier = new EarlierCalls(messages, calls);
        attempts = new AttemptTimes(messages);
    }

    /** When the request of this call was sent, as seen nearest to the caller. */
    public long fromNanos(int call) {
        return times.atSenderNanos(calls.request()[call]);
    }

    /**
     * When its response was received; {@link MessageTable#NIL} without one. What nobody called for had it when what was
     * lost behind the only sniffer had been sent again.
     */
    public long toNanos(int call) {
        int response = calls.response()[call];
        return response == MessageTable.NONE || calls.parent()[call] != MessageTable.NONE
                ? seenNanos(response)
                : seenNanos(response) + times.missingNanos(response);
    }

    private long seenNanos(int response) {
        return response == MessageTable.NONE ? MessageTable.NIL : times.atReceiverNanos(response);
    }

    /** Gives the stretches of an answered call, from the last to the first. */
    public void follow(int call, TimeSink sink) {
        long to = toNanos(call);
        if (to != MessageTable.NIL) {
            follow(call, fromNanos(call), Math.max(to, fromNanos(call)), 0, sink);
        }
    }

    private void follow(int call, long from, long to, int depth, TimeSink sink) {
        int request = calls.request()[call];
        int response = calls.response()[call];
        long received = times.receiptSeen(request) ? clamp(messages.receivedNanos(request), from, to) : from;
        long sent = times.sendingSeen(response) ? clamp(messages.sentNanos(response), received, to) : to;
        underWay(call, response, sent, to, sink);
        long late = times.missingNanos(request);
        long begins = Math.min(sent, received + late);
        long mine = queued(call, begins, sent, sink);
        serve(call, mine, sent, depth, sink);
        add(Cause.RETRANSMISSION, call, request, received, begins, sink);
        underWay(call, request, from, received, sink);
    }

    /** A message is on its way: what it waited for comes last. */
    private void underWay(int call, int row, long from, long to, TimeSink sink) {
        long until = waited(Cause.ZERO_WINDOW, messages.zeroWindowNanos(row), call, row, from, to, sink);
        until = waited(
                Cause.DELAYED_ACKNOWLEDGMENT, messages.acknowledgmentWaitNanos(row), call, row, from, until, sink);
        until = waited(Cause.RETRANSMISSION, messages.resentWaitNanos(row), call, row, from, until, sink);
        add(Cause.NETWORK, call, row, from, until, sink);
    }

    /** Gives a wait that ends here, and tells where it began. */
    private static long waited(Cause cause, long nanos, int call, int row, long from, long to, TimeSink sink) {
        long since = Math.max(from, to - nanos);
        add(cause, call, row, since, to, sink);
        return since;
    }

    /** The request stands behind those before it on its connection; answers when its turn comes. */
    private long queued(int call, long from, long to, TimeSink sink) {
        int before = earlier.inOrderBefore(call);
        int answer = before == MessageTable.NONE ? MessageTable.NONE : calls.response()[before];
        if (answer == MessageTable.NONE || !times.sendingSeen(answer)) {
            return from;
        }
        long turn = clamp(messages.sentNanos(answer), from, to);
        add(Cause.QUEUE, call, MessageTable.NONE, from, turn, sink);
        return turn;
    }

    private void serve(int call, long from, long to, int depth, TimeSink sink) {
        int[] made = depth == DEEPEST ? new int[0] : answeredFirstToLast(call);
        long at = to;
        int next = MessageTable.NONE;
        for (int i = made.length - 1; i >= 0; i--) {
            int child = made[i];
            long begin = Math.max(from, fromNanos(child));
            long end = toNanos(child);
            if (end > at || begin > end) {
                continue;
            }
            long late = Math.min(at - end, times.missingNanos(calls.response()[child]));
            own(call, next, end + late, at, sink);
            add(Cause.RETRANSMISSION, child, calls.response()[child], end, end + late, sink);
            await(child, begin, end, depth, sink);
            at = begin;
            next = child;
        }
        own(call, next, from, at, sink);
    }

    private void await(int child, long from, long to, int depth, TimeSink sink) {
        if (messages.protocol(calls.request()[child]) == Protocol.DNS) {
            add(Cause.NAME_RESOLUTION, child, MessageTable.NONE, from, to, sink);
        } else if (isMadeAgain(child)) {
            add(Cause.RETRY, child, MessageTable.NONE, from, to, sink);
        } else {
            follow(child, from, to, depth + 1, sink);
        }
    }

    /** A node is at it: up to the next call it makes, which may need a connection, or was tried before in vain. */
    private void own(int call, int next, long from, long to, TimeSink sink) {
        long until = to;
        if (next != MessageTable.NONE) {
            long setUp = Math.min(until - from, messages.setUpNanos(calls.request()[next]));
            add(Cause.SET_UP, next, MessageTable.NONE, until - setUp, until, sink);
            until -= setUp;
            int tried = earlier.unansweredLike(served, call, next);
            long since = tried == MessageTable.NONE ? until : clamp(fromNanos(tried), from, until);
            if (since < until) {
                add(Cause.RETRY, tried, MessageTable.NONE, since, until, sink);
                until = since;
            }
        }
        long attempt = attempts.firstWithin(messages.destination(calls.request()[call]), from, until);
        long tries = attempt == MessageTable.NIL ? until : attempt;
        add(Cause.RETRY, call, MessageTable.NONE, tries, until, sink);
        add(Cause.OWN, call, MessageTable.NONE, from, tries, sink);
    }

    /** Whether a call failed and one like it was made later for the same cause. */
    private boolean isMadeAgain(int call) {
        return calls.isFailed(messages, call) && earlier.isRepeated(served, calls.parent()[call], call);
    }

    /** The answered calls that were made for this one, in order of their answers. */
    private int[] answeredFirstToLast(int call) {
        int[] made = new int[served.endChild(call) - served.firstChild(call)];
        int count = 0;
        for (int at = served.firstChild(call); at < served.endChild(call); at++) {
            if (calls.response()[served.child(at)] != MessageTable.NONE) {
                made[count++] = served.child(at);
            }
        }
        for (int i = 1; i < count; i++) {
            int child = made[i];
            int at = i;
            while (at > 0 && toNanos(made[at - 1]) > toNanos(child)) {
                made[at] = made[at - 1];
                at--;
            }
            made[at] = child;
        }
        return count == made.length ? made : Arrays.copyOf(made, count);
    }

    private static void add(Cause cause, int call, int row, long from, long to, TimeSink sink) {
        if (to > from) {
            sink.add(cause, call, row, from, to);
        }
    }

    private static long clamp(long nanos, long least, long most) {
        return Math.max(least, Math.min(most, nanos));
    }
}

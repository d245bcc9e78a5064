package io.wirepath.analyze.delay;

import io.wirepath.causes.AttemptTimes;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.Grouped;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTimes;

/**
 * How long each call took at the node that served it, in all and without the calls that it made meanwhile.
 *
 * <pre>
 *  request received ├──own──┤ child 1 ├─own─┤ child 2 ╳ child 3 ├──own──┤ response sent
 *                   └────────────────────── service ────────────────────┘
 * </pre>
 *
 * What was lost behind the only sniffer has come when it was sent again: no node works on what it does not have. At a
 * node that nobody watched the times are the caller's, and so hold the way there and back. Immutable once built;
 * safe to share.
 */
public final class ServedCalls {

    private final CallTable calls;
    private final Grouped children;
    private final long[] serviceNanos;
    private final long[] ownNanos;
    private final long[] roundTripNanos;
    private final double[] weight;

    /** Measures these calls. */
    public ServedCalls(MessageTable messages, CallTable calls) {
        this.calls = calls;
        int size = calls.size();
        children = Grouped.of(size, calls.parent());
        serviceNanos = new long[size];
        ownNanos = new long[size];
        roundTripNanos = new long[size];
        weight = new double[size];
        NodeTimes times = new NodeTimes(messages);
        for (int call = 0; call < size; call++) {
            measure(messages, times, call);
        }
    }

    /** Whether request and response were captured, so that their times are theirs; else all times below are NIL. */
    public boolean isTimed(int call) {
        return serviceNanos[call] != MessageTable.NIL;
    }

    /**
     * From the receipt of the request to the sending of the response; {@link MessageTable#NIL} where it is not timed.
     */
    public long serviceNanos(int call) {
        return serviceNanos[call];
    }

    /** The service time less the time in which a call made for this one was open; NIL where it is not timed. */
    public long ownNanos(int call) {
        return ownNanos[call];
    }

    /** From the sending of the request to the receipt of the response, by the caller; NIL where it is not timed. */
    public long roundTripNanos(int call) {
        return roundTripNanos[call];
    }

    /** Probability of the least certain of the links that the own time rests on; 1 where it rests on none. */
    public double ownWeight(int call) {
        return weight[call];
    }

    /** Index of the first call made for this one. */
    public int firstChild(int call) {
        return children.first(call);
    }

    /** Index after the last call made for this one. */
    public int endChild(int call) {
        return children.end(call);
    }

    /** The call at this index, in order of the requests. */
    public int child(int at) {
        return children.at(at);
    }

    /** Whether a call failed although all calls that were made for it went well: where a failure begins. */
    public boolean beganToFail(MessageTable messages, AttemptTimes attempts, int call) {
        boolean begins = calls.isFailed(messages, call) && !attempts.isWithin(messages, calls, call);
        for (int i = children.first(call); begins && i < children.end(call); i++) {
            int made = children.at(i);
            begins = !calls.isFailed(messages, made) && (calls.isAnswered(made) || calls.isOneWay(messages, made));
        }
        return begins;
    }

    private void measure(MessageTable messages, NodeTimes times, int call) {
        int request = calls.request()[call];
        int response = calls.response()[call];
        weight[call] = 1;
        serviceNanos[call] = MessageTable.NIL;
        ownNanos[call] = MessageTable.NIL;
        roundTripNanos[call] = MessageTable.NIL;
        boolean timed = response != MessageTable.NONE && !messages.isUnseen(request) && !messages.isUnseen(response);
        if (!timed) {
            return;
        }
        boolean inside = times.receiptSeen(request) && times.sendingSeen(response);
        long start = inside ? messages.receivedNanos(request) : times.atSenderNanos(request);
        long end = inside ? messages.sentNanos(response) : times.atReceiverNanos(response);
        long late = times.missingNanos(request);
        start += start + late <= end ? late : 0; // else what was sent again had come before
        long waited = 0;
        long free = start;
        for (int at = children.first(call); at < children.end(call); at++) {
            int made = children.at(at);
            weight[call] = Math.min(weight[call], calls.probability()[made]);
            if (calls.isAnswered(made)) {
                long from = Math.max(free, times.atSenderNanos(calls.request()[made]));
                int answer = calls.response()[made];
                long to = Math.min(end, times.atReceiverNanos(answer) + times.missingNanos(answer));
                waited += Math.max(0, to - from);
                free = Math.max(free, to);
            }
        }
        roundTripNanos[call] = times.atReceiverNanos(response) - times.atSenderNanos(request);
        serviceNanos[call] = end - start;
        ownNanos[call] = end - start - waited;
    }
}

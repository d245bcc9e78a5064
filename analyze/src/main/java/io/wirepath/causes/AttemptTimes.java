package io.wirepath.causes;

import java.util.Arrays;
import org.agrona.collections.LongArrayList;

/** When each node tried in vain to open a connection. Immutable; safe to share. */
public final class AttemptTimes {

    private static final long[] NEVER = {};

    private final long[][] ofNode;

    /** Of the attempts beside these messages. */
    public AttemptTimes(MessageTable messages) {
        LongArrayList[] all = new LongArrayList[messages.nodes().size()];
        for (ConnectionAttempt attempt : messages.attempts()) {
            int node = attempt.source();
            if (node != MessageTable.NONE) {
                if (all[node] == null) {
                    all[node] = new LongArrayList();
                }
                all[node].addLong(attempt.nanos());
            }
        }
        ofNode = new long[all.length][];
        Arrays.setAll(ofNode, node -> all[node] == null ? NEVER : all[node].toLongArray());
    }

    /**
     * Whether the server of a call tried in vain to reach another while it served it: its failure may follow from that.
     */
    public boolean isWithin(MessageTable messages, CallTable calls, int call) {
        int request = calls.request()[call];
        int response = calls.response()[call];
        return response != MessageTable.NONE
                && firstWithin(messages.destination(request), messages.timeNanos(request), messages.timeNanos(response))
                        != MessageTable.NIL;
    }

    /** When a node first tried in vain in this time, both ends included; {@link MessageTable#NIL} where it did not. */
    public long firstWithin(int node, long fromNanos, long toNanos) {
        long[] own = ofNode[node];
        int next = TimeOrder.before(own, fromNanos);
        return next < own.length && own[next] <= toNanos ? own[next] : MessageTable.NIL;
    }
}

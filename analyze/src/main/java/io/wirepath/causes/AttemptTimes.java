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
        long[] its = ofNode[messages.destination(request)];
        if (its.length == 0 || response == MessageTable.NONE) {
            return false;
        }
        int at = Arrays.binarySearch(its, messages.timeNanos(request));
        int next = at < 0 ? -at - 1 : at;
        return next < its.length && its[next] <= messages.timeNanos(response);
    }
}

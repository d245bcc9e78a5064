package io.wirepath.analyze.query.cause;

import io.wirepath.analyze.CallTable;
import io.wirepath.analyze.MessageTable;
import java.util.Arrays;

/**
 * The calls that each node has in hand: what else could have caused a call than what an algorithm names. Immutable once
 * made.
 */
final class CallsInHand {

    /** Others that are named, the latest first. */
    static final int MOST = 4;

    /** Calls that are looked at to find them. */
    private static final int FARTHEST = 16;

    private final MessageTable messages;
    private final CallTable calls;
    /** Calls by who serves them, and of each node in order of time; calls of a table come in that order. */
    private final int[] first;

    private final int[] served;

    CallsInHand(MessageTable messages, CallTable calls) {
        this.messages = messages;
        this.calls = calls;
        int nodes = messages.nodes().size();
        first = new int[nodes + 1];
        for (int call = 0; call < calls.size(); call++) {
            first[messages.destination(calls.request()[call]) + 1]++;
        }
        for (int node = 0; node < nodes; node++) {
            first[node + 1] += first[node];
        }
        served = new int[calls.size()];
        int[] fill = Arrays.copyOf(first, nodes);
        for (int call = 0; call < calls.size(); call++) {
            served[fill[messages.destination(calls.request()[call])]++] = call;
        }
    }

    /** Fills in the calls that the caller of this call had in hand when it made it; says how many. */
    int of(int call, int[] to) {
        int row = calls.request()[call];
        int node = messages.source(row);
        long nanos = messages.timeNanos(row);
        int found = 0;
        int last = lastBefore(node, row);
        for (int at = last; at >= first[node] && last - at < FARTHEST && found < MOST; at--) {
            int other = served[at];
            int response = calls.response()[other];
            if (other != call && response != MessageTable.NONE && messages.timeNanos(response) >= nanos) {
                to[found++] = other;
            }
        }
        return found;
    }

    private int lastBefore(int node, int row) {
        int low = first[node];
        int high = first[node + 1];
        while (low < high) {
            int middle = low + high >>> 1;
            if (calls.request()[served[middle]] < row) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }
}

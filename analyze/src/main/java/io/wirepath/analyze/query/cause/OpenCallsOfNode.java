package io.wirepath.analyze.query.cause;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.Grouped;
import io.wirepath.causes.MessageTable;
import java.util.stream.IntStream;

/**
 * The open calls of each node: what else could have caused a call than what an algorithm names. Asked of call
 * after call, in the order of the table, which is that of time; by one thread.
 */
final class OpenCallsOfNode {

    /** Others that are named, the latest first. */
    static final int MAX = 4;

    /** Calls that are looked at to find them. */
    private static final int FARTHEST = 16;

    private final MessageTable messages;
    private final CallTable calls;
    /** Calls by who serves them, and of each node in order of time. */
    private final Grouped served;

    /** Behind the last of each node that was asked before the call at hand. */
    private final int[] end;

    private int asked;

    OpenCallsOfNode(MessageTable messages, CallTable calls) {
        this.messages = messages;
        this.calls = calls;
        int nodes = messages.nodes().size();
        served = Grouped.of(nodes, calls.size(), call -> messages.destination(calls.request()[call]));
        end = IntStream.range(0, nodes).map(served::first).toArray();
    }

    /** Fills in the calls that the caller of this call had open when it made it; returns how many. */
    int of(int call, int[] to) {
        for (; asked < call; asked++) {
            end[messages.destination(calls.request()[asked])]++;
        }
        int row = calls.request()[call];
        int node = messages.source(row);
        long nanos = messages.timeNanos(row);
        int found = 0;
        int least = Math.max(served.first(node), end[node] - FARTHEST);
        for (int at = end[node] - 1; at >= least && found < MAX; at--) {
            int response = calls.response()[served.at(at)];
            if (response != MessageTable.NONE && messages.timeNanos(response) >= nanos) {
                to[found++] = served.at(at);
            }
        }
        return found;
    }
}

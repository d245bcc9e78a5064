package io.wirepath.analyze.path;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import java.util.BitSet;

/**
 * Nodes that serve others by ways that nobody watched: most of their calls have a cause that another node received.
 *
 * <pre>
 *  lb1 ─► api      seen
 *         api ─► inv      not seen: no capture at their switch
 *                inv ─► db       seen; its cause is lb1 ─► api
 * </pre>
 */
public final class UnseenServers {

    private UnseenServers() {}

    /**
     * Nodes most of whose calls have a cause, wherever that was received: workers, not clients. What is said to who
     * said something on that connection is talk, such as a client's over a WebSocket, and no work for others.
     */
    public static BitSet workers(MessageTable messages, CallTable calls) {
        int[] caused = new int[messages.nodes().size()];
        for (int call = 0; call < calls.size(); call++) {
            int parent = calls.parent()[call];
            int request = calls.request()[call];
            boolean works = parent != MessageTable.NONE
                    && messages.connection(calls.request()[parent]) != messages.connection(request);
            caused[messages.source(request)] += works ? 1 : -1;
        }
        return positive(caused);
    }

    /** The numbers of these nodes. */
    public static BitSet of(MessageTable messages, CallTable calls) {
        int[] elsewhere = new int[messages.nodes().size()];
        for (int call = 0; call < calls.size(); call++) {
            int parent = calls.parent()[call];
            int caller = messages.source(calls.request()[call]);
            boolean isOwn = parent == MessageTable.NONE || messages.destination(calls.request()[parent]) == caller;
            elsewhere[caller] += isOwn ? -1 : 1;
        }
        return positive(elsewhere);
    }

    private static BitSet positive(int[] balance) {
        BitSet nodes = new BitSet();
        for (int node = 0; node < balance.length; node++) {
            nodes.set(node, balance[node] > 0);
        }
        return nodes;
    }
}

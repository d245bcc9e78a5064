package io.wirepath.analyze.delay;

import io.wirepath.analyze.CallTable;
import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.TimeSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/** Sums up what each node did and how long it took (WAP5 §6.3). */
public final class NodeDelays {

    private NodeDelays() {}

    /**
     * One summary per node, in order of the node table.
     *
     * @param asked the calls counted are those whose request began in this time
     * @param role name of the role of a node
     * @param client whether a node is a client
     */
    public static List<NodeSummary> summaries(
            MessageTable messages,
            CallTable calls,
            ServedCalls served,
            TimeSpan asked,
            IntFunction<String> role,
            IntPredicate client) {
        int nodes = messages.nodes().size();
        long[] servedCalls = new long[nodes];
        long[] madeCalls = new long[nodes];
        List<DelayDistribution> own = new ArrayList<>();
        List<DelayDistribution> service = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            own.add(new DelayDistribution());
            service.add(new DelayDistribution());
        }
        for (int call = 0; call < calls.size(); call++) {
            int request = calls.request()[call];
            if (!asked.holds(messages, request)) {
                continue;
            }
            int callee = messages.destination(request);
            madeCalls[messages.source(request)]++;
            servedCalls[callee]++;
            if (served.serviceNanos(call) != MessageTable.NIL) {
                service.get(callee).add(served.serviceNanos(call), 1);
                own.get(callee).add(served.ownNanos(call), served.ownWeight(call));
            }
        }
        List<NodeSummary> summaries = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            summaries.add(new NodeSummary(
                    node,
                    role.apply(node),
                    client.test(node),
                    servedCalls[node],
                    madeCalls[node],
                    own.get(node),
                    service.get(node)));
        }
        return summaries;
    }
}

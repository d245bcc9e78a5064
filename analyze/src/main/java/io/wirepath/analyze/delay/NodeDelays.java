package io.wirepath.analyze.delay;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/** Sums up what each node did and how long it took (WAP5 §6.3). */
public final class NodeDelays {

    private NodeDelays() {}

    /** What is known of one node so far. */
    private static final class Tally {
        long served;
        long made;
        long refused;
        long failed;
        final DelayDistribution own = new DelayDistribution();
        final DelayDistribution service = new DelayDistribution();
    }

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
        Ways ways = new Ways(messages);
        List<Tally> tallies = new ArrayList<>();
        for (int node = 0; node < messages.nodes().size(); node++) {
            tallies.add(new Tally());
        }
        for (int call = 0; call < calls.size(); call++) {
            int request = calls.request()[call];
            if (calls.isOneWay(messages, call) || !asked.holds(messages, request)) {
                continue;
            }
            Tally callee = tallies.get(messages.destination(request));
            tallies.get(messages.source(request)).made++;
            callee.served++;
            switch (calls.verdict(messages, call)) {
                case REFUSED -> callee.refused++;
                case FAILED -> callee.failed++;
                default -> {}
            }
            if (served.isTimed(call)) {
                long way = ways.nanos(request);
                callee.service.add(Math.max(0, served.serviceNanos(call) - way), 1);
                callee.own.add(Math.max(0, served.ownNanos(call) - way), served.ownWeight(call));
            }
        }
        List<NodeSummary> summaries = new ArrayList<>();
        for (int node = 0; node < tallies.size(); node++) {
            Tally own = tallies.get(node);
            summaries.add(new NodeSummary(
                    node,
                    role.apply(node),
                    client.test(node),
                    own.served,
                    own.made,
                    own.refused,
                    own.failed,
                    own.own,
                    own.service));
        }
        return summaries;
    }
}

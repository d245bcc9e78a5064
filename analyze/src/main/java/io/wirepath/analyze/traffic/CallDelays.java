package io.wirepath.analyze.traffic;

import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** How long calls from one node to another took, as the caller's side saw them. */
public final class CallDelays {

    /** Edges that are told apart by port. */
    private static final int MAX_EDGES = 10_000;

    /** The port of an edge that stands for the ports of two nodes beyond that. */
    private static final int OTHER_PORTS = 0;

    /** Operations that are told apart, of all services. */
    public static final int MAX_OPERATIONS = 500;

    /**
     * The calls from one node to a port of another.
     *
     * @param caller number of the calling node
     * @param callee number of the called node
     * @param port the called port
     * @param calls number of calls
     * @param unanswered calls of which no response was seen, though one would have been
     * @param failed calls that were answered with a failure of the callee, or of what it needs
     * @param delay from the request to the last byte of the response; calls without response left out
     */
    public record Edge(
            int caller, int callee, int port, long calls, long unanswered, long failed, DelayDistribution delay) {}

    /**
     * Calls that ask the nodes of a role for the same.
     *
     * @param service name of the role
     * @param operation what they ask for, such as {@code GET /item/*}; {@value #OTHERS} for those not told apart
     * @param calls number of calls
     * @param unanswered calls of which no response was seen, though one would have been
     * @param failed calls that were answered with a failure
     * @param delay from the request to the last byte of the response; calls without response left out
     */
    public record Operation(
            String service, String operation, long calls, long unanswered, long failed, DelayDistribution delay) {

        /** What stands for operations that are not told apart. */
        public static final String OTHERS = "(others)";

        /** Those with most calls first. */
        public static final Comparator<Operation> ORDER = Comparator.comparingLong(Operation::calls)
                .reversed()
                .thenComparing(Operation::service)
                .thenComparing(Operation::operation);

        /** The same operation in this and a later time, or another one with it. */
        public Operation plus(Operation more) {
            return new Operation(
                    service,
                    operation,
                    calls + more.calls,
                    unanswered + more.unanswered,
                    failed + more.failed,
                    delay.plus(more.delay));
        }

        /** The same as one of those that are not told apart. */
        public Operation unnamed() {
            return new Operation(service, OTHERS, calls, unanswered, failed, delay);
        }

        /** So many of them, in order; the others of each service are added up where they are more. */
        public static List<Operation> bounded(List<Operation> all, int most) {
            if (all.size() <= most) {
                return all;
            }
            List<Operation> some = new ArrayList<>(all.subList(0, most));
            Map<String, Operation> others = new TreeMap<>();
            for (Operation each : all.subList(most, all.size())) {
                others.merge(each.service, each.unnamed(), Operation::plus);
            }
            some.addAll(others.values());
            return List.copyOf(some);
        }
    }

    private record Asked(String role, String operation) {}

    private record Key(int caller, int callee, int port) {}

    private static final class Tally {
        final DelayDistribution delay = new DelayDistribution();
        long calls;
        long unanswered;
        long failed;

        void add(MessageTable messages, CallTable table, int call) {
            int request = table.request()[call];
            int response = table.response()[call];
            calls++;
            failed += table.isFailed(messages, call) ? 1 : 0;
            if (response == MessageTable.NONE) {
                unanswered += table.isUnanswered(messages, call) ? 1 : 0;
            } else if (!messages.isUnseen(request) && !messages.isUnseen(response)) {
                delay.add(end(messages, response) - messages.timeNanos(request), 1);
            }
        }

        Operation operation(Asked asked) {
            return new Operation(asked.role, asked.operation, calls, unanswered, failed, delay);
        }

        void add(Tally other) {
            delay.add(other.delay);
            calls += other.calls;
            unanswered += other.unanswered;
            failed += other.failed;
        }
    }

    private CallDelays() {}

    /** The edges of all calls that count, those with the most calls first. */
    public static List<Edge> of(Analysis analysis) {
        MessageTable messages = analysis.messages();
        Map<Key, Tally> tallies = tallies(
                analysis,
                request -> new Key(
                        messages.source(request), messages.destination(request), messages.destinationPort(request)));
        return bounded(tallies).entrySet().stream()
                .map(entry -> edge(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingLong(Edge::calls)
                        .reversed()
                        .thenComparingInt(Edge::caller)
                        .thenComparingInt(Edge::callee)
                        .thenComparingInt(Edge::port))
                .toList();
    }

    /** The calls that count and whose operation is known, by role and operation, those with the most calls first. */
    public static List<Operation> operations(Analysis analysis) {
        MessageTable messages = analysis.messages();
        Map<Integer, String> roles = new HashMap<>();
        analysis.nodes().forEach(node -> roles.put(node.node(), node.role()));
        Map<Asked, Tally> tallies = tallies(
                analysis,
                request -> messages.operationNumber(request) == 0
                        ? null
                        : new Asked(
                                roles.getOrDefault(messages.destination(request), ""), messages.operation(request)));
        List<Operation> all = tallies.entrySet().stream()
                .map(each -> each.getValue().operation(each.getKey()))
                .sorted(Operation.ORDER)
                .toList();
        return Operation.bounded(all, MAX_OPERATIONS);
    }

    /** Adds up what has the same key; what has none is left out. */
    private static <K> Map<K, Tally> tallies(Analysis analysis, IntFunction<@Nullable K> keyOf) {
        Map<K, Tally> tallies = new HashMap<>();
        MessageTable messages = analysis.messages();
        CallTable calls = analysis.calls();
        for (int call = 0; call < calls.size(); call++) {
            int request = calls.request()[call];
            K key = calls.isOneWay(messages, call) || !analysis.counted().holds(messages, request)
                    ? null
                    : keyOf.apply(request);
            if (key != null) {
                tallies.computeIfAbsent(key, k -> new Tally()).add(messages, calls, call);
            }
        }
        return tallies;
    }

    /** Of very many ports, as a scan of them makes, the busiest are told apart, and the others are added up. */
    private static Map<Key, Tally> bounded(Map<Key, Tally> all) {
        if (all.size() <= MAX_EDGES) {
            return all;
        }
        Map<Key, Tally> some = new HashMap<>();
        all.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<Key, Tally> each) -> -each.getValue().calls)
                        .thenComparing(each -> each.getKey().caller())
                        .thenComparing(each -> each.getKey().callee())
                        .thenComparing(each -> each.getKey().port()))
                .forEach(each -> {
                    Key own = each.getKey();
                    Key key = some.size() < MAX_EDGES ? own : new Key(own.caller(), own.callee(), OTHER_PORTS);
                    some.computeIfAbsent(key, k -> new Tally()).add(each.getValue());
                });
        return some;
    }

    private static Edge edge(Key key, Tally tally) {
        return new Edge(
                key.caller(), key.callee(), key.port(), tally.calls, tally.unanswered, tally.failed, tally.delay);
    }

    private static long end(MessageTable messages, int row) {
        long received = messages.receivedNanos(row);
        return received == MessageTable.NIL ? messages.sentNanos(row) : received;
    }
}

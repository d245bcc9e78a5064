package io.wirepath.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.path.RoleAggregation;
import io.wirepath.analyze.row.CallEdgeRow;
import io.wirepath.analyze.row.EdgeRow;
import io.wirepath.analyze.row.NodeRow;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Sums of what went from one box of a map to another. Not thread-safe. */
public final class BoxPairs {

    /** Traffic between two boxes. */
    static final Fields<Told> PAIR = Fields.<Told>of(
                    "BoxPair", "Traffic between two boxes of the map, in the direction of the requests.")
            .text("from", "Who asks.", Told::from)
            .text("to", "Who is asked.", Told::to)
            .count("requests", "Requests.", told -> told.of.requests)
            .count("messages", "Messages.", told -> told.of.messages)
            .bytes("bytes", "Bytes of these.", told -> told.of.bytes)
            .count("calls", "Calls.", told -> told.of.calls)
            .count("unanswered", "Those without an answer.", told -> told.of.unanswered)
            .count("failed", "Those answered with a failure.", told -> told.of.failed)
            .count("notOpened", "Attempts to connect that failed.", told -> told.of.notOpened)
            .count("nanos", "Nanoseconds that all answered calls took.", told -> told.of.nanos)
            .duration("leastP50", "Least median of a pair of nodes in it; 0 without an answered call.", Told::leastP50)
            .duration("mostP50", "Greatest median.", told -> told.of.mostP50)
            .duration("mostP99", "Greatest 99th percentile.", told -> told.of.mostP99);

    /** All of them. */
    public static final Fields<BoxPairs> FIELDS = Fields.<BoxPairs>of(
                    "BoxPairs", "Who asks whom, between boxes of the map.")
            .objects("pairs", PAIR, "The one with most requests first.", BoxPairs::told);

    /** In the order in which they are met. */
    private final Map<String, Integer> boxes = new LinkedHashMap<>();

    private final Map<String, String> boxOf = new HashMap<>();
    private final Map<Ends, Pair> pairs = new HashMap<>();

    private record Ends(int from, int to) {}

    /** Of one direction. */
    private static final class Pair {
        long messages;
        long requests;
        long bytes;
        long calls;
        long unanswered;
        long failed;

        /** Attempts to connect that failed. */
        long notOpened;

        /** That all answered calls took. */
        long nanos;

        /** Of the pairs of nodes in it, each with its port. */
        long leastP50 = Long.MAX_VALUE;

        long mostP50;
        long mostP99;
    }

    private BoxPairs() {}

    /**
     * The traffic between boxes of a map, in the direction of requests. A box is a role, or a node of one of the open
     * roles; answers alone are told with what they answer.
     */
    public static ObjectNode between(
            List<NodeRow> nodes, List<EdgeRow> edges, List<CallEdgeRow> calls, Set<String> open) {
        BoxPairs to = new BoxPairs();
        for (NodeRow node : nodes) {
            String name = node.node().name();
            String role =
                    node.of().client() ? RoleAggregation.CLIENT : node.of().role();
            to.boxOf.putIfAbsent(name, role.isEmpty() || open.contains(role) ? name : role);
            to.box(name);
        }
        edges.forEach(to::add);
        calls.forEach(to::add);
        return FieldJson.of(FIELDS, to);
    }

    private int box(String node) {
        return boxes.computeIfAbsent(boxOf.getOrDefault(node, node), unseen -> boxes.size());
    }

    private Pair of(String from, String to) {
        int first = box(from);
        return pairs.computeIfAbsent(new Ends(first, box(to)), unseen -> new Pair());
    }

    private void add(EdgeRow edge) {
        Pair pair = of(edge.from(), edge.to());
        pair.messages += edge.of().messages();
        pair.requests += edge.of().calls();
        pair.bytes += edge.of().bytes();
        pair.notOpened += edge.of().notOpened();
    }

    private void add(CallEdgeRow edge) {
        Pair pair = of(edge.from(), edge.to());
        long answered = edge.of().calls() - edge.of().unanswered();
        DelayDistribution delay = edge.of().delay();
        pair.calls += edge.of().calls();
        pair.unanswered += edge.of().unanswered();
        pair.failed += edge.of().failed();
        pair.nanos += ((long) delay.meanNanos()) * answered;
        if (answered > 0) {
            pair.leastP50 = Math.min(pair.leastP50, delay.percentileNanos(50));
            pair.mostP50 = Math.max(pair.mostP50, delay.percentileNanos(50));
            pair.mostP99 = Math.max(pair.mostP99, delay.percentileNanos(99));
        }
    }

    private record Told(String from, String to, Pair of) {

        long leastP50() {
            return Math.min(of.leastP50, of.mostP50);
        }
    }

    private List<Told> told() {
        List<String> names = List.copyOf(boxes.keySet());
        return pairs.entrySet().stream()
                .filter(each -> !isAnswer(each.getKey(), each.getValue()))
                .sorted(Comparator.comparingLong((Map.Entry<Ends, Pair> each) -> -each.getValue().requests)
                        .thenComparingInt(each -> each.getKey().from)
                        .thenComparingInt(each -> each.getKey().to))
                .map(each -> new Told(names.get(each.getKey().from), names.get(each.getKey().to), each.getValue()))
                .toList();
    }

    private boolean isAnswer(Ends ends, Pair pair) {
        Pair back = pairs.get(new Ends(ends.to, ends.from));
        return pair.requests == 0 && pair.notOpened == 0 && back != null && back.requests > 0;
    }
}

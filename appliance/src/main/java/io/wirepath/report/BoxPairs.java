package io.wirepath.report;

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

/**
 * Sums of what went from one box of a map to another. Immutable.
 *
 * @param pairs the one with most requests first
 */
public record BoxPairs(List<Pair> pairs) {

    /** Traffic between two boxes. */
    static final Fields<Pair> PAIR = Fields.<Pair>of(
                    "BoxPair", "Traffic between two boxes of the map, in the direction of the requests.")
            .text("from", "Who asks.", Pair::from)
            .text("to", "Who is asked.", Pair::to)
            .count("requests", "Requests.", Pair::requests)
            .count("messages", "Messages.", Pair::messages)
            .bytes("bytes", "Bytes of these.", Pair::bytes)
            .count("calls", "Calls.", Pair::calls)
            .count("unanswered", "Those without an answer.", Pair::unanswered)
            .count("failed", "Those answered with a failure.", Pair::failed)
            .count("notOpened", "Attempts to connect that failed.", Pair::notOpened)
            .count("nanos", "Nanoseconds that all answered calls took.", Pair::nanos)
            .duration("leastP50", "Least median of a pair of nodes in it; 0 without an answered call.", Pair::leastP50)
            .duration("mostP50", "Greatest median.", Pair::mostP50)
            .duration("mostP99", "Greatest 99th percentile.", Pair::mostP99);

    /** All of them. */
    public static final Fields<BoxPairs> FIELDS = Fields.<BoxPairs>of(
                    "BoxPairs", "Who asks whom, between boxes of the map.")
            .objects("pairs", PAIR, "The one with most requests first.", BoxPairs::pairs);

    /** What went from one box to another; in the words of its {@link #PAIR fields}. */
    public record Pair(
            String from,
            String to,
            long requests,
            long messages,
            long bytes,
            long calls,
            long unanswered,
            long failed,
            long notOpened,
            long nanos,
            long leastP50,
            long mostP50,
            long mostP99) {}

    private record Ends(int from, int to) {}

    /** Of one direction. */
    private static final class Tally {
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

        Pair of(String from, String to) {
            long least = Math.min(leastP50, mostP50);
            return new Pair(
                    from,
                    to,
                    requests,
                    messages,
                    bytes,
                    calls,
                    unanswered,
                    failed,
                    notOpened,
                    nanos,
                    least,
                    mostP50,
                    mostP99);
        }
    }

    /**
     * The traffic between boxes of a map, in the direction of requests. A box is a role, or a node of one of the open
     * roles; answers alone are told with what they answer.
     */
    public static BoxPairs of(List<NodeRow> nodes, List<EdgeRow> edges, List<CallEdgeRow> calls, Set<String> open) {
        Addition to = new Addition();
        for (NodeRow node : nodes) {
            String name = node.node().name();
            String role =
                    node.of().client() ? RoleAggregation.CLIENT : node.of().role();
            to.boxOf.putIfAbsent(name, role.isEmpty() || open.contains(role) ? name : role);
            to.box(name);
        }
        edges.forEach(to::add);
        calls.forEach(to::add);
        return new BoxPairs(to.told());
    }

    /** Adds pairs of nodes to pairs of boxes. */
    private static final class Addition {

        /** In the order in which they are met. */
        private final Map<String, Integer> boxes = new LinkedHashMap<>();

        private final Map<String, String> boxOf = new HashMap<>();
        private final Map<Ends, Tally> pairs = new HashMap<>();

        private int box(String node) {
            return boxes.computeIfAbsent(boxOf.getOrDefault(node, node), unseen -> boxes.size());
        }

        private Tally of(String from, String to) {
            int first = box(from);
            return pairs.computeIfAbsent(new Ends(first, box(to)), unseen -> new Tally());
        }

        private void add(EdgeRow edge) {
            Tally pair = of(edge.from(), edge.to());
            pair.messages += edge.of().messages();
            pair.requests += edge.of().calls();
            pair.bytes += edge.of().bytes();
            pair.notOpened += edge.of().notOpened();
        }

        private void add(CallEdgeRow edge) {
            Tally pair = of(edge.from(), edge.to());
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

        private List<Pair> told() {
            List<String> names = List.copyOf(boxes.keySet());
            return pairs.entrySet().stream()
                    .filter(each -> !isAnswer(each.getKey(), each.getValue()))
                    .sorted(Comparator.comparingLong((Map.Entry<Ends, Tally> each) -> -each.getValue().requests)
                            .thenComparingInt(each -> each.getKey().from)
                            .thenComparingInt(each -> each.getKey().to))
                    .map(each -> each.getValue().of(names.get(each.getKey().from), names.get(each.getKey().to)))
                    .toList();
        }

        private boolean isAnswer(Ends ends, Tally pair) {
            Tally back = pairs.get(new Ends(ends.to, ends.from));
            return pair.requests == 0 && pair.notOpened == 0 && back != null && back.requests > 0;
        }
    }
}

package io.wirepath.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.path.RoleAggregation;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which node sent what to which, and called which, by columns of numbers: of very many nodes these are most of a
 * report, and a page shows a few of them, or their sums by role. Immutable.
 */
public final class NodePairs {

    /** Fields of a report that are kept so. */
    static final List<String> FIELDS = List.of("edges", "calls");

    /** What {@link #between} gives. */
    public static final Fields<?> BETWEEN = BoxPairs.FIELDS;

    /** Columns of {@code edges}: nodes by their numbers, then what is summed on the map. */
    private static final List<String> EDGES = List.of("from", "to", "messages", "requests", "bytes", "notOpened");

    /** Columns of {@code calls}. */
    private static final List<String> CALLS = List.of(
            "from",
            "to",
            "port",
            "calls",
            "unanswered",
            "failed",
            "samples",
            "meanNanos",
            "p50Nanos",
            "p90Nanos",
            "p99Nanos",
            "maxNanos");

    /** Columns of these are in {@code delay} of a call. */
    private static final int FIRST_OF_DELAY = CALLS.indexOf("samples");

    private final List<String> names;
    private final List<String> roles;
    private final Map<String, long[]> edges;
    private final Map<String, long[]> calls;

    private NodePairs(List<String> names, List<String> roles, Map<String, long[]> edges, Map<String, long[]> calls) {
        this.names = names;
        this.roles = roles;
        this.edges = edges;
        this.calls = calls;
    }

    /** The same of a report, as it is kept: {@code names[]}, {@code roles[]} of these, and a list for each column. */
    public static ObjectNode json(JsonNode report) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        ArrayNode names = to.putArray("names");
        ArrayNode roles = to.putArray("roles");
        Map<String, Integer> numbers = new HashMap<>();
        for (JsonNode node : report.path("nodes")) {
            String name = node.path("name").asText();
            if (numbers.putIfAbsent(name, numbers.size()) == null) {
                names.add(name);
                roles.add(roleOf(node, name));
            }
        }
        for (String list : FIELDS) {
            for (JsonNode row : report.path(list)) {
                for (String end : List.of("from", "to")) {
                    String name = row.path(end).asText();
                    if (numbers.putIfAbsent(name, numbers.size()) == null) {
                        names.add(name);
                        roles.add(name);
                    }
                }
            }
        }
        columns(report.path("edges"), EDGES, numbers, to.putObject("edges"));
        columns(report.path("calls"), CALLS, numbers, to.putObject("calls"));
        return to;
    }

    private static String roleOf(JsonNode node, String name) {
        String role = node.path("client").asBoolean()
                ? RoleAggregation.CLIENT
                : node.path("role").asText();
        return role.isEmpty() ? name : role;
    }

    private static void columns(JsonNode rows, List<String> columns, Map<String, Integer> numbers, ObjectNode to) {
        for (String column : columns) {
            ArrayNode values = to.putArray(column);
            boolean node = column.equals("from") || column.equals("to");
            for (JsonNode row : rows) {
                JsonNode value =
                        row.has(column) ? row.path(column) : row.path("delay").path(column);
                values.add(node ? numbers.getOrDefault(value.asText(), -1) : value.asLong());
            }
        }
    }

    /** What {@link #json} gave. */
    public static NodePairs read(JsonNode json) {
        return new NodePairs(
                texts(json.path("names")),
                texts(json.path("roles")),
                numbers(json.path("edges"), EDGES),
                numbers(json.path("calls"), CALLS));
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asText).toList();
    }

    private static Map<String, long[]> numbers(JsonNode lists, List<String> columns) {
        Map<String, long[]> to = new LinkedHashMap<>();
        for (String column : columns) {
            to.put(
                    column,
                    lists.path(column).valueStream().mapToLong(JsonNode::asLong).toArray());
        }
        return to;
    }

    /** Calls from a node to a port of another. */
    int calls() {
        return column("port").length;
    }

    /** A column of the calls. */
    long[] column(String name) {
        return column(calls, name);
    }

    private static long[] column(Map<String, long[]> of, String name) {
        return of.getOrDefault(name, new long[0]);
    }

    String name(long number) {
        return names.get((int) number);
    }

    List<String> names() {
        return names;
    }

    /** {@code calls[]} of a report, one of them. */
    ObjectNode call(int row) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        ObjectNode delay = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < CALLS.size(); i++) {
            String column = CALLS.get(i);
            long value = column(column)[row];
            if (i < 2) {
                to.put(column, name(value));
            } else {
                (i < FIRST_OF_DELAY ? to : delay).put(column, value);
            }
        }
        return to.set("delay", delay);
    }

    /**
     * {@code pairs[]}: the traffic between boxes of a map, in the direction of requests. A box is a role, or a node of
     * one of these roles.
     */
    public ObjectNode between(Set<String> open) {
        int[] box = new int[names.size()];
        Map<String, Integer> boxes = new LinkedHashMap<>();
        for (int i = 0; i < box.length; i++) {
            String name = open.contains(roles.get(i)) ? names.get(i) : roles.get(i);
            box[i] = boxes.computeIfAbsent(name, unseen -> boxes.size());
        }
        BoxPairs pairs = new BoxPairs(List.copyOf(boxes.keySet()));
        addEdges(pairs, box);
        addCalls(pairs, box);
        return pairs.json();
    }

    private void addEdges(BoxPairs pairs, int[] box) {
        long[] from = column(edges, "from");
        long[] to = column(edges, "to");
        long[] messages = column(edges, "messages");
        long[] requests = column(edges, "requests");
        long[] bytes = column(edges, "bytes");
        long[] notOpened = column(edges, "notOpened");
        for (int i = 0; i < from.length; i++) {
            BoxPairs.Pair pair = pairs.of(box[(int) from[i]], box[(int) to[i]]);
            pair.messages += messages[i];
            pair.requests += requests[i];
            pair.bytes += bytes[i];
            pair.notOpened += notOpened[i];
        }
    }

    private void addCalls(BoxPairs pairs, int[] box) {
        long[] from = column("from");
        long[] to = column("to");
        long[] own = column("calls");
        long[] unanswered = column("unanswered");
        long[] failed = column("failed");
        long[] mean = column("meanNanos");
        long[] median = column("p50Nanos");
        long[] late = column("p99Nanos");
        for (int i = 0; i < from.length; i++) {
            BoxPairs.Pair pair = pairs.of(box[(int) from[i]], box[(int) to[i]]);
            pair.calls += own[i];
            pair.unanswered += unanswered[i];
            pair.failed += failed[i];
            pair.nanos += mean[i] * (own[i] - unanswered[i]);
            if (own[i] > unanswered[i]) {
                pair.leastP50 = Math.min(pair.leastP50, median[i]);
                pair.mostP50 = Math.max(pair.mostP50, median[i]);
                pair.mostP99 = Math.max(pair.mostP99, late[i]);
            }
        }
    }
}

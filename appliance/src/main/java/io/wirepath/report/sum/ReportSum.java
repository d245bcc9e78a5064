package io.wirepath.report.sum;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.finding.RunFindings;
import io.wirepath.analyze.incident.RunIncidents;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.analyze.whole.LinkMeasure;
import io.wirepath.report.MeasureNames;
import io.wirepath.report.ReportJson;
import io.wirepath.report.SumsJson;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Adds reports in the form of {@link ReportJson}, in order of time. Only patterns that a report describes take part.
 * Findings of several are made again from the sums ({@link RunIncidents}): what single windows tell is not
 * quoted. Not thread-safe.
 */
public final class ReportSum {

    /** Nodes that are told apart; what more there are is added up. */
    private static final int MAX_NODES = 20_000;

    private static final String OTHERS = "others";

    private final Map<String, PatternSum> patterns = new TreeMap<>();
    private final Map<String, Node> nodes = new TreeMap<>();
    private final Map<String, Edge> edges = new TreeMap<>();
    private final RunIncidents incidents = new RunIncidents();
    private final List<Window> notYetCompared = new ArrayList<>();
    private int windows;
    private long messages;
    private long calls;
    private double links;
    private LinkMeasure measure = LinkMeasure.PROBABILITY;

    /** What a window is compared by, and what it tells by itself. */
    private record Window(Sums sums, Map<String, String> roles, JsonNode findings) {}

    private static final class Node {
        private final DelaySum own = new DelaySum();
        private final DelaySum service = new DelaySum();
        private ObjectNode latest = JsonNodeFactory.instance.objectNode();
        private long served;
        private long made;
        private long refused;
        private long failed;

        void add(ObjectNode node) {
            latest = node.deepCopy();
            served += node.path("callsServed").asLong();
            made += node.path("callsMade").asLong();
            refused += node.path("callsRefused").asLong();
            failed += node.path("callsFailed").asLong();
            own.add(node.get("ownDelay"));
            service.add(node.get("serviceDelay"));
        }

        ObjectNode json() {
            ObjectNode to = latest.deepCopy();
            to.put("callsServed", served);
            to.put("callsMade", made);
            to.put("callsRefused", refused);
            to.put("callsFailed", failed);
            to.set("ownDelay", own.json());
            to.set("serviceDelay", service.json());
            return to;
        }
    }

    private static final class Edge {
        private final String from;
        private final String to;
        private long messages;
        private long requests;
        private long bytes;

        Edge(String from, String to) {
            this.from = from;
            this.to = to;
        }

        ObjectNode json() {
            return JsonNodeFactory.instance
                    .objectNode()
                    .put("from", from)
                    .put("to", to)
                    .put("messages", messages)
                    .put("requests", requests)
                    .put("bytes", bytes);
        }
    }

    /** Adds a whole report; false where it holds no results. */
    public boolean add(ObjectNode report) {
        return add(report, SumsJson.ofReport(report));
    }

    /** Adds a report, or as much of it as is added, and what its window is compared by. */
    public boolean add(ObjectNode report, Sums sums) {
        JsonNode totals = report.path("totals");
        if (report.path("format").asInt() != ReportJson.FORMAT || !totals.isObject()) {
            return false;
        }
        long own = totals.path("messages").asLong();
        messages += own;
        calls += totals.path("calls").asLong();
        measure = MeasureNames.of(totals) == LinkMeasure.SCORE ? LinkMeasure.SCORE : measure;
        links += (double) own * MeasureNames.read(totals, "meanLinkProbability").asDouble();
        for (JsonNode pattern : report.path("patterns")) {
            patterns.computeIfAbsent(pattern.path("id").asText(), unseen -> new PatternSum())
                    .add(pattern);
        }
        for (JsonNode node : report.path("nodes")) {
            if (node instanceof ObjectNode object) {
                String address = node.path("address").asText();
                nodes.computeIfAbsent(
                                nodes.size() < MAX_NODES || nodes.containsKey(address) ? address : OTHERS,
                                unseen -> new Node())
                        .add(object);
            }
        }
        report.path("edges").forEach(this::addEdge);
        windows++;
        notYetCompared.add(new Window(sums, SumsJson.roles(report), report.path("findings")));
        return true;
    }

    private void addEdge(JsonNode row) {
        String from = row.path("from").asText();
        String to = row.path("to").asText();
        Edge edge = edges.computeIfAbsent(from + '\n' + to, unseen -> new Edge(from, to));
        edge.messages += row.path("messages").asLong();
        edge.requests += row.path("requests").asLong();
        edge.bytes += row.path("bytes").asLong();
    }

    /** The sum: {@code totals}, {@code findings}, {@code patterns}, {@code nodes}, {@code edges}, as in a report. */
    public ObjectNode json() {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("format", ReportJson.FORMAT);
        to.set("totals", totals());
        to.set("findings", findings());
        PatternSum.put(patterns.values(), to.putArray("patterns"));
        to.set("nodes", nodes(0, Integer.MAX_VALUE));
        to.set("edges", edges(0, Integer.MAX_VALUE));
        MeasureNames.name(to, measure);
        return to;
    }

    /** The same without a list. */
    public ObjectNode totals() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("messages", messages)
                .put("calls", calls)
                .put("nodes", nodes.size())
                .put("edges", edges.size())
                .put("patterns", patterns.size())
                .put("meanLinkProbability", messages == 0 ? 1 : links / messages);
    }

    /** What the sums tell; a single window tells it better, of its single requests. */
    public ArrayNode findings() {
        ArrayNode findings = JsonNodeFactory.instance.arrayNode();
        if (windows == 1) {
            notYetCompared.get(0).findings().forEach(findings::add);
            return findings;
        }
        notYetCompared.stream()
                .filter(window -> !window.sums().isEmpty())
                .forEach(window -> incidents.add(window.sums(), window.roles()));
        notYetCompared.clear();
        RunFindings.of(incidents).forEach(finding -> findings.add(ReportJson.finding(finding)));
        return findings;
    }

    /** Names what links are measured by, as a report of it does. */
    public void nameMeasure(ObjectNode report) {
        MeasureNames.name(report, measure);
    }

    /** Some nodes, those with most calls first. */
    public ArrayNode nodes(int skip, int most) {
        return some(
                nodes.values(), Comparator.comparingLong(node -> -(node.served + node.made)), skip, most, Node::json);
    }

    /** Some edges, those with most messages first. */
    public ArrayNode edges(int skip, int most) {
        return some(edges.values(), Comparator.comparingLong(edge -> -edge.messages), skip, most, Edge::json);
    }

    private static <T> ArrayNode some(
            Collection<T> all, Comparator<T> order, int skip, int most, Function<T, ObjectNode> json) {
        ArrayNode to = JsonNodeFactory.instance.arrayNode();
        all.stream().sorted(order).skip(skip).limit(most).forEach(each -> to.add(json.apply(each)));
        return to;
    }
}

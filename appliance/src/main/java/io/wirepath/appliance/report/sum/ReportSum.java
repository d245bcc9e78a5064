package io.wirepath.appliance.report.sum;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.finding.RunFindings;
import io.wirepath.analyze.incident.RunIncidents;
import io.wirepath.analyze.whole.LinkMeasure;
import io.wirepath.appliance.report.BaselineJson;
import io.wirepath.appliance.report.MeasureNames;
import io.wirepath.appliance.report.ReportJson;
import java.util.Map;
import java.util.TreeMap;

/**
 * Adds reports in the form of {@link ReportJson}, in order of time. Only patterns that a report describes take part.
 * Findings are made anew from the sums ({@link RunIncidents}): what single windows tell is not
 * quoted. Not thread-safe.
 */
public final class ReportSum {

    /** Nodes that are told apart; what more there are is added up. */
    private static final int MOST_NODES = 20_000;

    private static final String OTHERS = "others";

    private final Map<String, PatternSum> patterns = new TreeMap<>();
    private final Map<String, Node> nodes = new TreeMap<>();
    private final Map<String, ObjectNode> edges = new TreeMap<>();
    private final RunIncidents incidents = new RunIncidents();
    private long messages;
    private long calls;
    private double links;
    private LinkMeasure measure = LinkMeasure.PROBABILITY;

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
            latest.put("callsServed", served);
            latest.put("callsMade", made);
            latest.put("callsRefused", refused);
            latest.put("callsFailed", failed);
            latest.set("ownDelay", own.json());
            latest.set("serviceDelay", service.json());
            return latest;
        }
    }

    /** Adds a report; false where it holds no results. */
    public boolean add(ObjectNode report) {
        JsonNode totals = report.path("totals");
        if (report.path("format").asInt() != ReportJson.FORMAT || !totals.isObject()) {
            return false;
        }
        long its = totals.path("messages").asLong();
        messages += its;
        calls += totals.path("calls").asLong();
        measure = MeasureNames.of(totals) == LinkMeasure.SCORE ? LinkMeasure.SCORE : measure;
        links += (double) its * MeasureNames.read(totals, "meanLinkProbability").asDouble();
        for (JsonNode pattern : report.path("patterns")) {
            patterns.computeIfAbsent(pattern.path("id").asText(), unseen -> new PatternSum())
                    .add(pattern);
        }
        for (JsonNode node : report.path("nodes")) {
            if (node instanceof ObjectNode object) {
                String address = node.path("address").asText();
                nodes.computeIfAbsent(
                                nodes.size() < MOST_NODES || nodes.containsKey(address) ? address : OTHERS,
                                unseen -> new Node())
                        .add(object);
            }
        }
        report.path("edges").forEach(this::addEdge);
        addBaseline(report);
        return true;
    }

    private void addEdge(JsonNode edge) {
        String key = edge.path("from").asText() + '\n' + edge.path("to").asText();
        ObjectNode sum = edges.computeIfAbsent(
                key,
                unseen -> JsonNodeFactory.instance
                        .objectNode()
                        .put("from", edge.path("from").asText())
                        .put("to", edge.path("to").asText()));
        for (String field : new String[] {"messages", "requests", "bytes"}) {
            sum.put(field, sum.path(field).asLong() + edge.path(field).asLong());
        }
    }

    private void addBaseline(ObjectNode report) {
        Map<String, String> roleOf = new TreeMap<>();
        for (JsonNode node : report.path("nodes")) {
            roleOf.put(node.path("name").asText(), node.path("role").asText());
        }
        if (report.has(BaselineJson.FIELD)) {
            incidents.add(BaselineJson.read(report.path(BaselineJson.FIELD)), roleOf);
        }
    }

    /** The sum: {@code totals}, {@code findings}, {@code patterns}, {@code nodes}, {@code edges}, as in a report. */
    public ObjectNode json() {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("format", ReportJson.FORMAT);
        to.putObject("totals")
                .put("messages", messages)
                .put("calls", calls)
                .put("nodes", nodes.size())
                .put("patterns", patterns.size())
                .put("meanLinkProbability", messages == 0 ? 1 : links / messages);
        ArrayNode told = to.putArray("findings");
        RunFindings.of(incidents).forEach(finding -> told.add(ReportJson.finding(finding)));
        PatternSum.put(patterns.values(), to.putArray("patterns"));
        ArrayNode all = to.putArray("nodes");
        nodes.values().forEach(node -> all.add(node.json()));
        ArrayNode traffic = to.putArray("edges");
        edges.values().forEach(traffic::add);
        MeasureNames.name(to, measure);
        return to;
    }
}

package io.wirepath.report.sum;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.report.MeasureNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A message of a pattern, added over reports. Siblings correspond where what hangs below them looks the same; among
 * equal ones, in the order of time.
 */
final class StepSum {

    private static final List<String> LOOKS = List.of("from", "to", "port", "role", "operation");

    private final ObjectNode latest = JsonNodeFactory.instance.objectNode();
    private final DelaySum nodeDelay = new DelaySum();
    private final Map<String, DelaySum> byNode = new HashMap<>();
    private final DelaySum networkDelay = new DelaySum();
    private final Map<String, StepSum> children = new HashMap<>();
    private double weight;
    private double probability;
    private double start;

    /** Adds the same step of another report, in which its pattern was expected so often. */
    void add(JsonNode step, double expected) {
        for (String field : List.of("from", "to", "fromTraced", "toTraced", "port", "role", "protocol")) {
            latest.set(field, step.path(field));
        }
        if (step.has("operation")) {
            latest.set("operation", step.path("operation"));
        }
        weight += expected;
        probability += expected * MeasureNames.read(step, "probability").asDouble();
        start += expected * step.path("startNanos").asDouble();
        nodeDelay.add(step.get("nodeDelay"));
        for (JsonNode of : step.path("byNode")) {
            byNode.computeIfAbsent(of.path("node").asText(), unseen -> new DelaySum())
                    .add(of.get("delay"));
        }
        networkDelay.add(step.get("networkDelay"));
        Map<String, Integer> alike = new HashMap<>();
        for (JsonNode child : step.path("children")) {
            String looks = looks(child);
            int number = alike.merge(looks, 1, Integer::sum);
            children.computeIfAbsent(looks + '#' + number, unseen -> new StepSum())
                    .add(child, expected);
        }
    }

    ObjectNode json() {
        ObjectNode to = latest.deepCopy();
        to.put("probability", weight == 0 ? 0 : probability / weight);
        to.put("startNanos", startNanos());
        to.set("nodeDelay", nodeDelay.json());
        putByNode(to);
        to.set("networkDelay", networkDelay.json());
        ArrayNode all = to.putArray("children");
        List<Map.Entry<String, StepSum>> order = new ArrayList<>(children.entrySet());
        order.sort(Comparator.comparingDouble(
                        (Map.Entry<String, StepSum> child) -> child.getValue().startNanos())
                .thenComparing(Map.Entry::getKey));
        order.forEach(child -> all.add(child.getValue().json()));
        return to;
    }

    /** The delays of the nodes of a role, the most frequent first. */
    private void putByNode(ObjectNode to) {
        if (byNode.isEmpty()) {
            return;
        }
        ArrayNode all = to.putArray("byNode");
        byNode.entrySet().stream()
                .sorted(Comparator.comparingDouble((Map.Entry<String, DelaySum> of) ->
                                -of.getValue().weight())
                        .thenComparing(Map.Entry::getKey))
                .forEach(of -> all.addObject()
                        .put("node", of.getKey())
                        .set("delay", of.getValue().json()));
    }

    private double startNanos() {
        return weight == 0 ? 0 : start / weight;
    }

    /** What a step and all below it look like, without figures. */
    private static String looks(JsonNode step) {
        StringBuilder looks = new StringBuilder("(");
        LOOKS.forEach(field -> looks.append(step.path(field).asText()).append('|'));
        List<String> below = new ArrayList<>();
        step.path("children").forEach(child -> below.add(looks(child)));
        below.sort(null);
        below.forEach(looks::append);
        return looks.append(')').toString();
    }
}

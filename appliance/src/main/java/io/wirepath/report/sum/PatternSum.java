package io.wirepath.report.sum;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.report.MeasureNames;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/** A path pattern, added over reports by its id. */
final class PatternSum {

    private final DelaySum duration = new DelaySum();
    private final StepSum root = new StepSum();
    private final Map<String, PatternSum> members = new HashMap<>();
    private String id = "";
    private String title = "";
    private String aggregation = "";
    private long count;
    private double expected;
    private double most;

    /** Adds the same pattern of another report. */
    void add(JsonNode pattern) {
        id = pattern.path("id").asText();
        String own = pattern.path("title").asText();
        // what tells it from its like is there only where there are some
        title = own.length() > title.length() ? own : title;
        aggregation = pattern.path("aggregation").asText();
        double more = pattern.path("expectedCount").asDouble();
        count += pattern.path("count").asLong();
        expected += more;
        most = Math.max(most, MeasureNames.read(pattern, "maxProbability").asDouble());
        duration.add(pattern.get("duration"));
        root.add(pattern.path("root"), more);
        for (JsonNode member : pattern.path("members")) {
            members.computeIfAbsent(member.path("id").asText(), unseen -> new PatternSum())
                    .add(member);
        }
    }

    /** Patterns in the order of reports: the highest expected count first. */
    static void put(Collection<PatternSum> patterns, ArrayNode to) {
        patterns.stream()
                .sorted(Comparator.comparingDouble((PatternSum pattern) -> -pattern.expected)
                        .thenComparing(pattern -> pattern.id))
                .forEach(pattern -> to.add(pattern.json()));
    }

    private ObjectNode json() {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("id", id);
        to.put("title", title);
        to.put("aggregation", aggregation);
        to.put("count", count);
        to.put("expectedCount", expected);
        to.put("maxProbability", most);
        to.put("expectedPerCount", count == 0 ? 0 : Math.min(1, expected / count));
        to.put("expectedPerRootCount", count == 0 ? 0 : expected / Math.sqrt((double) count));
        to.set("duration", duration.json());
        to.set("root", root.json());
        put(members.values(), to.putArray("members"));
        return to;
    }
}

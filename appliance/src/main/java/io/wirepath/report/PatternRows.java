package io.wirepath.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Patterns as rows of a table, and those that most of the time goes into. */
public final class PatternRows {

    /** Field of a row with what a pattern is found by besides its title. */
    public static final String WORDS = "words";

    /** Patterns that most of the time goes into. */
    private static final int TOP = 5;

    private PatternRows() {}

    /** {@code top}: the time in all paths, and rows of those that most of it goes into. */
    static ObjectNode top(JsonNode patterns) {
        List<JsonNode> order = new ArrayList<>();
        patterns.forEach(order::add);
        order.sort(Comparator.comparingDouble(PatternRows::timeInAll).reversed());
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("nanos", order.stream().mapToDouble(PatternRows::timeInAll).sum());
        ArrayNode rows = to.putArray(PageReport.PATTERNS);
        order.stream().limit(TOP).forEach(pattern -> rows.add(row(pattern)));
        return to;
    }

    private static double timeInAll(JsonNode pattern) {
        return pattern.path("expectedCount").asDouble()
                * pattern.path("duration").path("meanNanos").asDouble();
    }

    /** {@code patterns[]}: what a table shows of each pattern, and by what it is found. */
    public static ObjectNode of(ObjectNode report) {
        Map<Long, Set<String>> outcomes = new HashMap<>();
        for (JsonNode request : report.path("requests")) {
            Set<String> set = outcomes.computeIfAbsent(request.path("call").asLong(), unseen -> new TreeSet<>());
            for (JsonNode call : request.path("calls")) {
                set.add(call.path("outcome").asText());
                set.add(call.path("verdict").asText());
            }
        }
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        ArrayNode rows = to.putArray(PageReport.PATTERNS);
        for (JsonNode pattern : report.path(PageReport.PATTERNS)) {
            rows.add(row(pattern).put(WORDS, words(pattern, outcomes)));
        }
        return to;
    }

    private static ObjectNode row(JsonNode pattern) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        for (String field : new String[] {"id", "title", "count", "expectedCount", "expectedPerCount"}) {
            to.set(field, pattern.get(field));
        }
        ObjectNode duration = to.putObject("duration");
        for (String field : new String[] {"meanNanos", "p50Nanos", "p99Nanos"}) {
            duration.set(field, pattern.path("duration").get(field));
        }
        return to;
    }

    private static String words(JsonNode pattern, Map<Long, Set<String>> outcomes) {
        Set<String> words = new TreeSet<>();
        words(pattern.path("root"), words);
        pattern.path("members").forEach(member -> words.add(member.path("title").asText()));
        pattern.path("examples")
                .forEach(example ->
                        words.addAll(outcomes.getOrDefault(example.path("call").asLong(), Set.of())));
        return String.join("\n", words);
    }

    private static void words(JsonNode step, Set<String> to) {
        for (String field : new String[] {"protocol", "operation"}) {
            if (!step.path(field).asText().isEmpty()) {
                to.add(step.path(field).asText());
            }
        }
        step.path("children").forEach(child -> words(child, to));
    }
}

package io.wirepath.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;

/**
 * What a page shows of a report: everything but patterns beyond the first ones, and figures that nothing shows. Says
 * what it left out. A file holds all of it; a service sends the beginning, and each {@link PagePart} when it is asked.
 */
public final class PageReport {

    /** Patterns by role that the page holds, the first ones. */
    public static final int MAX_PATTERNS = 150;

    /** Field of a report with its patterns. */
    public static final String PATTERNS = "patterns";

    private static final String MEMBERS = "members";

    /** What is shown of a delay that is no path's. */
    private static final List<String> DELAY =
            List.of("samples", "meanNanos", "p50Nanos", "p90Nanos", "p99Nanos", "maxNanos");

    /** What is drawn of an edge; its delays are told with its calls. */
    private static final List<String> EDGE = List.of("from", "to", "messages", "requests", "bytes", "notOpened");

    private static final List<String> ROW = List.of("id", "title", "count", "expectedCount", "expectedPerCount");
    private static final List<String> DURATION = List.of("meanNanos", "p50Nanos", "p99Nanos");

    /** Paths that most of the time goes into. */
    private static final int TOP = 5;

    private PageReport() {}

    /**
     * What is shown of this report, which is left as it is; they share what is the same.
     *
     * @param members patterns by node that it holds of each pattern by role
     */
    public static ObjectNode of(ObjectNode report, int members) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        report.properties().forEach(field -> {
            switch (field.getKey()) {
                case PATTERNS, "joins" -> {}
                case SumsJson.FIELD -> to.set(PagePart.SUMS.key(), field.getValue());
                case "edges" -> to.set(field.getKey(), rows(field.getValue(), EDGE));
                case "nodes", "calls" -> to.set(field.getKey(), withFewFigures(field.getValue()));
                case "series" -> to.set(field.getKey(), PageSeries.of(field.getValue()));
                default -> to.set(field.getKey(), field.getValue());
            }
        });
        JsonNode patterns = report.path(PATTERNS);
        ArrayNode some = to.putArray(PATTERNS);
        for (int i = 0; i < Math.min(MAX_PATTERNS, patterns.size()); i++) {
            some.add(pattern(patterns.get(i), members));
        }
        to.put("patternsLeftOut", patterns.size() - some.size());
        to.set("top", top(patterns));
        return to;
    }

    /** The time in all paths, and rows of those that most of it goes into. */
    private static ObjectNode top(JsonNode patterns) {
        List<JsonNode> order = patterns.valueStream()
                .sorted(Comparator.comparingDouble(PageReport::timeInAll).reversed())
                .toList();
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("nanos", order.stream().mapToDouble(PageReport::timeInAll).sum());
        ArrayNode rows = to.putArray(PATTERNS);
        order.stream().limit(TOP).forEach(pattern -> rows.add(row(pattern)));
        return to;
    }

    /** The time in all requests of a path. */
    public static double timeInAll(JsonNode pattern) {
        return pattern.path("expectedCount").asDouble()
                * pattern.path("duration").path("meanNanos").asDouble();
    }

    /** What a table shows of a path. */
    public static ObjectNode row(JsonNode pattern) {
        ObjectNode row = some(pattern, ROW);
        row.set("duration", some(pattern.path("duration"), DURATION));
        return row;
    }

    /** What is left of it when all parts are taken, and the traffic between nodes: what the first view shows. */
    public static ObjectNode beginning(ObjectNode page) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.setAll(page);
        for (PagePart part : PagePart.values()) {
            to.remove(part.fields());
        }
        to.remove(List.of("edges", "calls"));
        to.set("series", PageSeries.beginning(page.path("series")));
        return to;
    }

    /** The same rows with delays of few figures: a histogram is drawn of paths alone. */
    private static ArrayNode withFewFigures(JsonNode rows) {
        ArrayNode to = JsonNodeFactory.instance.arrayNode();
        for (JsonNode row : rows) {
            ObjectNode copy = to.addObject();
            row.properties()
                    .forEach(field -> copy.set(
                            field.getKey(),
                            field.getValue().isObject() ? some(field.getValue(), DELAY) : field.getValue()));
        }
        return to;
    }

    private static ArrayNode rows(JsonNode rows, List<String> fields) {
        ArrayNode to = JsonNodeFactory.instance.arrayNode();
        rows.forEach(row -> to.add(some(row, fields)));
        return to;
    }

    private static ObjectNode some(JsonNode of, List<String> fields) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        for (String field : fields) {
            if (of.has(field)) {
                to.set(field, of.get(field));
            }
        }
        return to;
    }

    private static JsonNode pattern(JsonNode pattern, int most) {
        JsonNode members = pattern.path(MEMBERS);
        if (!(pattern instanceof ObjectNode object) || members.size() <= most) {
            return pattern;
        }
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.setAll(object);
        ArrayNode some = to.putArray(MEMBERS);
        for (int i = 0; i < most; i++) {
            some.add(members.get(i));
        }
        return to.put("membersLeftOut", members.size() - most);
    }
}

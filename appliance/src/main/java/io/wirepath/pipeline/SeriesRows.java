package io.wirepath.pipeline;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The series of a JSON report as rows of the source {@code series}: one for each interval in which there was anything.
 */
final class SeriesRows {

    private static final Map<String, String> KINDS =
            Map.of("nodes", "node", "roles", "role", "edges", "edge", "patterns", "pattern", "sniffers", "sniffer");

    private static final List<String> LISTS = List.of("nodes", "roles", "edges", "patterns", "sniffers");

    private final JsonNode series;
    private final JsonNode captures;
    private final double width;
    private final List<Map<String, Object>> rows = new ArrayList<>();

    SeriesRows(JsonNode report) {
        series = report.path("series");
        captures = report.path("captures");
        width = series.path("intervalNanos").asDouble();
    }

    List<Map<String, Object>> all() {
        for (String list : LISTS) {
            for (JsonNode one : series.path(list)) {
                int intervals = Math.min(series.path("count").asInt(), longest(one));
                for (int interval = 0; interval < intervals; interval++) {
                    row(String.valueOf(KINDS.get(list)), one, interval);
                }
            }
        }
        return rows;
    }

    /** No more intervals than something is told of, whatever the report says of their number. */
    private static int longest(JsonNode one) {
        int longest = 0;
        for (JsonNode list : one) {
            longest = Math.max(longest, list.size());
        }
        return longest;
    }

    private void row(String kind, JsonNode one, int interval) {
        Map<String, Object> row = new LinkedHashMap<>();
        boolean sniffer = kind.equals("sniffer");
        put(row, "requests", one, "requests", interval);
        put(row, "unanswered", one, "unanswered", interval);
        put(row, "refused", one, "refused", interval);
        put(row, "failed", one, "failed", interval);
        put(row, "resent", one, "resentSegments", interval);
        put(row, "zeroWindow", one, "zeroWindowNanos", interval);
        put(row, "resets", one, "resets", interval);
        put(row, "opened", one, "connectionsOpened", interval);
        put(row, "notOpened", one, "connectionsRefused", interval);
        row.merge(
                "notOpened",
                one.path("connectionsUnanswered").path(interval).asDouble(),
                (x, y) -> (Double) x + (Double) y);
        put(row, "busy", one, "inFlight", interval);
        row.computeIfPresent("busy", (name, inFlight) -> (Double) inFlight * width);
        put(row, "ownP50", one, "ownP50Nanos", interval);
        put(row, "ownP99", one, "ownP99Nanos", interval);
        put(row, "serviceP50", one, "serviceP50Nanos", interval);
        put(row, "serviceP99", one, "serviceP99Nanos", interval);
        if (row.values().stream().allMatch(value -> (Double) value == 0)) {
            return;
        }
        row.put(
                "time",
                series.path("firstNanos").asLong()
                        + interval * series.path("intervalNanos").asLong());
        row.put("width", width);
        row.put("kind", kind);
        String name = one.path(kind.equals("edge") ? "from" : "name").asText();
        row.put("name", sniffer ? number(name) : name);
        row.put("peer", one.path("to").asText());
        rows.add(row);
    }

    /** Sniffers go by their numbers, as in an analysis. */
    private String number(String sniffer) {
        for (int number = 0; number < captures.size(); number++) {
            if (captures.get(number).path("sniffer").asText().equals(sniffer)) {
                return Integer.toString(number);
            }
        }
        return sniffer;
    }

    private static void put(Map<String, Object> row, String name, JsonNode one, String list, int interval) {
        JsonNode value = one.path(list).path(interval);
        if (value.isNumber()) {
            row.put(name, value.asDouble());
        } else if (!one.has(list) && !list.endsWith("Nanos")) {
            row.put(name, 0.0);
        }
    }
}

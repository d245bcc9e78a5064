package io.wirepath.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Field;
import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.row.SeriesRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The series of a JSON report as rows of the source {@code series}: one for each interval in which there was anything.
 */
final class SeriesOfReport {

    private static final List<String> KINDS = List.of("node", "role", "edge", "pattern", "sniffer");

    private final JsonNode series;
    private final JsonNode captures;
    private final long width;
    private final List<Map<String, Object>> rows = new ArrayList<>();

    SeriesOfReport(JsonNode report) {
        series = report.path("series");
        captures = report.path("captures");
        width = series.path("intervalNanos").asLong();
    }

    List<Map<String, Object>> rows() {
        for (String kind : KINDS) {
            for (JsonNode one : series.path(kind + "s")) {
                int intervals = Math.min(series.path("count").asInt(), longest(one));
                for (int interval = 0; interval < intervals; interval++) {
                    row(kind, one, interval);
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
        for (Field<SeriesRow> field : SeriesRow.FIELDS.of(Family.QUERY)) {
            String list = ReportEvents.nameInJson(SeriesRow.FIELDS, field);
            JsonNode value = one.path(list).path(interval);
            if (value.isNumber()) {
                row.put(field.name(), value.asDouble());
            } else if (field.type() == ValueType.NUMBER && !one.has(list)) {
                row.put(field.name(), 0.0);
            }
        }
        row.put("notOpened", at(one, "connectionsRefused", interval) + at(one, "connectionsUnanswered", interval));
        row.put("busy", at(one, "inFlight", interval) * width);
        if (row.values().stream().allMatch(value -> (Double) value == 0)) {
            return;
        }
        row.put("time", series.path("firstNanos").asLong() + interval * width);
        row.put("width", (double) width);
        row.put("kind", kind);
        String name = one.path(kind.equals("edge") ? "from" : "name").asText();
        row.put("name", kind.equals("sniffer") ? number(name) : name);
        row.put("peer", one.path("to").asText());
        rows.add(row);
    }

    private static double at(JsonNode one, String list, int interval) {
        return one.path(list).path(interval).asDouble();
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
}

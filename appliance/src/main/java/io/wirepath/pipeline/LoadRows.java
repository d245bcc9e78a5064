package io.wirepath.pipeline;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What hosts and applications logged, of a JSON report: loads by interval, their mean; events on the likeliest of their
 * calls.
 */
final class LoadRows {

    private LoadRows() {}

    static List<Map<String, Object>> of(JsonNode report) {
        List<Map<String, Object>> rows = new ArrayList<>();
        long first = report.path("series").path("firstNanos").asLong();
        long width = report.path("series").path("intervalNanos").asLong();
        for (JsonNode load : report.path("hosts").path("loads")) {
            for (int interval = 0; interval < load.path("mean").size(); interval++) {
                if (load.path("mean").get(interval).isNumber()) {
                    Map<String, Object> row = named(load);
                    row.put("time", first + interval * width);
                    row.put("value", load.path("mean").get(interval).asDouble());
                    rows.add(row);
                }
            }
        }
        return rows;
    }

    static List<Map<String, Object>> events(JsonNode events) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (JsonNode event : events) {
            Map<String, Object> row = named(event);
            row.put("time", event.path("nanos").asLong());
            for (String text : List.of("level", "id", "detail")) {
                row.put(text, event.path(text).asText());
            }
            JsonNode likeliest = event.path("calls").path(0);
            if (likeliest.isObject()) {
                row.put("call", likeliest.path("call").asDouble());
                row.put("probability", likeliest.path("probability").asDouble());
            }
            rows.add(row);
        }
        return rows;
    }

    private static Map<String, Object> named(JsonNode of) {
        Map<String, Object> row = new LinkedHashMap<>();
        for (String text : List.of("host", "program", "name")) {
            row.put(text, of.path(text).asText());
        }
        row.put("uncertainty", of.path("uncertaintyNanos").asDouble());
        return row;
    }
}

package io.wirepath.bench.accuracy;

import io.wirepath.analyze.query.operator.AnswerRow;
import io.wirepath.analyze.query.plan.QueryAnswer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The example queries of Pivot Tracing (SOSP 2015) that have a meaning here, asked of what was inferred and of the true
 * causes: each estimate beside the expected value. Rows that only one of the two has are there, too.
 */
final class PaperQueries {

    static final String HEADING = "set,query,row,value,expected,found,low,high\n";

    private static final String LATENCY = "Q8 = From response In responses Join request In MostRecent(requests)"
            + " On request -> response Select response.time - request.time; ";

    private static final Map<String, String> QUERIES = new LinkedHashMap<>();

    static {
        QUERIES.put("Q1", "From r In responses GroupBy r.server Select r.server, SUM(r.bytes)");
        QUERIES.put(
                "Q2",
                "From r In responses Join c In First(requests) On c -> r"
                        + " GroupBy r.server, c.client Select r.server, c.client, SUM(r.bytes)");
        QUERIES.put("Q3", "From r In requests GroupBy r.server Select r.server, COUNT");
        QUERIES.put(
                "Q6",
                "From r In requests Join c In First(requests) On c -> r"
                        + " GroupBy c.client, r.server Select c.client, r.server, COUNT");
        QUERIES.put("Q8", LATENCY + "From l In Q8 Select COUNT, AVG(l)");
        QUERIES.put(
                "Q9",
                LATENCY + "From job In responses Where job.clientRole = 'CLIENT' Join latency In Q8 On latency -> job"
                        + " GroupBy job.server Select job.server, AVG(latency), COUNT");
        QUERIES.put(
                "tiers",
                "From j In responses Where j.clientRole = 'CLIENT' Join l In responses On l -> j"
                        + " GroupBy l.server Select l.server, SUM(l.own), COUNT");
    }

    private PaperQueries() {}

    /** The rows of the table for a set. */
    static String measure(RecordedSet set, long seed) throws IOException {
        AskedSet asked = AskedSet.of(set, seed);
        StringBuilder rows = new StringBuilder();
        QUERIES.forEach((name, query) ->
                compare(set.name() + ',' + name + ',', asked.found(query), asked.expected(query), rows));
        return rows.toString();
    }

    private static void compare(String start, QueryAnswer found, QueryAnswer truth, StringBuilder to) {
        Map<String, AnswerRow> expected = new LinkedHashMap<>();
        truth.rows().forEach(row -> expected.put(key(row), row));
        Map<String, AnswerRow> all = new LinkedHashMap<>(expected);
        Map<String, AnswerRow> answered = new LinkedHashMap<>();
        found.rows().forEach(row -> answered.put(key(row), row));
        answered.forEach(all::putIfAbsent);
        all.forEach((key, row) -> {
            for (int at = 0; at < row.values().length; at++) {
                if (row.values()[at] instanceof Double) {
                    to.append(start)
                            .append(key)
                            .append(',')
                            .append(found.columns().get(at).name());
                    to.append(number(expected.get(key), at)).append(interval(answered.get(key), at));
                    to.append('\n');
                }
            }
        });
    }

    private static String key(AnswerRow row) {
        List<String> texts = new ArrayList<>();
        for (Object value : row.values()) {
            if (value instanceof String text) {
                texts.add(text);
            }
        }
        return String.join(" ", texts);
    }

    private static String number(@Nullable AnswerRow row, int at) {
        return row == null ? "," : String.format(Locale.ROOT, ",%.6g", (Double) row.values()[at]);
    }

    private static String interval(@Nullable AnswerRow row, int at) {
        if (row == null) {
            return ",,,";
        }
        boolean isSure = Double.isNaN(row.low()[at]);
        double value = (Double) row.values()[at];
        return String.format(
                Locale.ROOT, ",%.6g,%.6g,%.6g", value, isSure ? value : row.low()[at], isSure ? value : row.high()[at]);
    }
}

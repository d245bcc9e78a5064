package io.wirepath.bench.accuracy;

import io.wirepath.analyze.query.operator.AnswerRow;
import io.wirepath.analyze.query.plan.QueryAnswer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How often the 95 % intervals of queries hold what the same query gives where every cause is the true one. A value is
 * one estimate of one row; those that are the same in all worlds count apart.
 */
final class IntervalCoverage {

    static final String HEADING =
            "| set | query | values | held | in doubt | held | half-width, mean | median |\n|---|---|--:|--:|--:|--:|--:|--:|\n";

    private static final List<String> QUERIES = List.of(
            "From r In responses Join c In First(requests) On c -> r"
                    + " GroupBy r.server, c.client Select r.server, c.client, SUM(r.bytes), COUNT",
            "From q In requests Join p In MostRecent(requests) On p -> q"
                    + " GroupBy p.server, q.server Select p.server, q.server, SUM(q.bytes), COUNT",
            "From q In responses Join p In calls On p -> q"
                    + " GroupBy p.client, p.server, q.server Select p.client, p.server, q.server, COUNT, AVG(q.service)",
            "From j In responses Join l In responses On l -> j"
                    + " GroupBy j.server, l.server Select j.server, l.server, SUM(l.latency), COUNT",
            "From q In requests Join p In MostRecent(requests) On p -> q"
                    + " GroupBy p.client, p.server, q.server, bucket(q.time, 1s)"
                    + " Select p.client, p.server, q.server, bucket(q.time, 1s), COUNT",
            "From r In responses Join c In First(requests) On c -> r"
                    + " GroupBy r.client, r.server Select r.client, r.server, AVG(c.bytes < r.bytes), AVG(c.server < r.client)");

    private int values;
    private int held;
    private int doubtfulHeld;
    private final List<Double> halfWidths = new ArrayList<>();

    private IntervalCoverage() {}

    /** Rows of the table for a set. */
    static String measure(RecordedSet set, long seed) throws IOException {
        AskedSet asked = AskedSet.of(set, seed);
        StringBuilder rows = new StringBuilder();
        IntervalCoverage all = new IntervalCoverage();
        for (int query = 0; query < QUERIES.size(); query++) {
            String text = QUERIES.get(query);
            IntervalCoverage coverage = new IntervalCoverage();
            coverage.compare(asked.found(text), asked.expected(text));
            rows.append(coverage.row(set.name(), String.valueOf(query + 1)));
            all.add(coverage);
        }
        return rows + all.row(set.name(), "all");
    }

    private void add(IntervalCoverage other) {
        values += other.values;
        held += other.held;
        doubtfulHeld += other.doubtfulHeld;
        halfWidths.addAll(other.halfWidths);
    }

    private String row(String set, String query) {
        int doubtful = halfWidths.size();
        List<Double> sorted = halfWidths.stream().sorted().toList();
        return String.format(
                Locale.ROOT,
                "| %s | %s | %d | %.1f %% | %d | %.1f %% | %.1f %% | %.1f %% |%n",
                set,
                query,
                values,
                100.0 * held / Math.max(1, values),
                doubtful,
                100.0 * doubtfulHeld / Math.max(1, doubtful),
                100 * sorted.stream().mapToDouble(each -> each).average().orElse(0),
                100 * (sorted.isEmpty() ? 0 : sorted.get(doubtful / 2)));
    }

    private void compare(QueryAnswer found, QueryAnswer truth) {
        int estimates = (int)
                found.columns().stream().filter(column -> column.isEstimate()).count();
        int keys = found.columns().size() - estimates;
        Map<List<Object>, AnswerRow> rows = new HashMap<>();
        found.rows().forEach(row -> rows.put(key(row, keys), row));
        for (AnswerRow row : truth.rows()) {
            AnswerRow own = rows.remove(key(row, keys));
            for (int i = keys; i < found.columns().size(); i++) {
                count(own, i, (Double) row.values()[i]);
            }
        }
        for (AnswerRow row : rows.values()) {
            for (int i = keys; i < found.columns().size(); i++) {
                if (!found.columns().get(i).name().startsWith("avg")) {
                    count(row, i, 0.0);
                }
            }
        }
    }

    private void count(@Nullable AnswerRow row, int column, double truth) {
        values++;
        double slack = 1e-9 * Math.abs(truth);
        double value = row == null ? 0 : (Double) row.values()[column];
        double low = row == null || Double.isNaN(row.low()[column]) ? value : row.low()[column];
        double high = row == null || Double.isNaN(row.high()[column]) ? value : row.high()[column];
        boolean isHeld = truth >= low - slack && truth <= high + slack;
        held += isHeld ? 1 : 0;
        if (high > low) {
            doubtfulHeld += isHeld ? 1 : 0;
            halfWidths.add((high - low) / 2 / Math.max(1, value));
        }
    }

    private static List<Object> key(AnswerRow row, int keys) {
        return Arrays.asList(Arrays.copyOf(row.values(), keys));
    }
}

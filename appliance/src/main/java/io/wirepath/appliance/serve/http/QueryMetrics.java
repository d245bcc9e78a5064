package io.wirepath.appliance.serve.http;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.wirepath.analyze.query.operator.AnswerRow;
import io.wirepath.analyze.query.plan.AnswerColumn;
import io.wirepath.analyze.query.plan.QueryAnswer;
import io.wirepath.appliance.serve.query.IntervalResult;
import io.wirepath.appliance.serve.query.StandingQueries;
import io.wirepath.appliance.serve.query.StandingStatus;
import io.wirepath.report.text.AnswerTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The latest result of each standing query as gauges: {@code wirepath_query_result} with the query, the column and the
 * columns that are no quantities as labels. At most {@value #MAX_SERIES} series of a query, whatever it groups by.
 * Rows that go beyond, or that no label tells from one before them, are left out and counted. Thread-safe.
 */
final class QueryMetrics implements MultiCollector {

    static final int MAX_SERIES = 1000;

    private static final int LONGEST_VALUE = 200;
    private static final String QUERY = "query";
    private static final String COLUMN = "column";

    private final StandingQueries queries;

    QueryMetrics(StandingQueries queries) {
        this.queries = queries;
    }

    @Override
    public MetricSnapshots collect() {
        Points points = new Points();
        for (StandingStatus status : queries.list()) {
            List<IntervalResult> results =
                    queries.results(status.query().name()).orElse(List.of());
            if (!results.isEmpty()) {
                points.add(
                        status.query().name(), results.get(results.size() - 1).answer());
            }
        }
        return new MetricSnapshots(Stream.<MetricSnapshot>of(
                        gauge("result", "Latest result of a standing query.", points.values),
                        gauge("result_low", "Where the 95 % interval of a result begins.", points.lows),
                        gauge("result_high", "Where the 95 % interval of a result ends.", points.highs),
                        gauge(
                                "rows_left_out",
                                "Rows of the latest result that are not among the series.",
                                points.leftOut))
                .filter(gauge -> !gauge.getDataPoints().isEmpty())
                .toList());
    }

    private static GaugeSnapshot gauge(String name, String help, List<GaugeDataPointSnapshot> points) {
        return new GaugeSnapshot(new MetricMetadata("wirepath_query_" + name, help), points);
    }

    /** The series of all queries. */
    private static final class Points {
        private final List<GaugeDataPointSnapshot> values = new ArrayList<>();
        private final List<GaugeDataPointSnapshot> lows = new ArrayList<>();
        private final List<GaugeDataPointSnapshot> highs = new ArrayList<>();
        private final List<GaugeDataPointSnapshot> leftOut = new ArrayList<>();

        void add(String query, QueryAnswer answer) {
            List<@Nullable String> names = labelNames(answer.columns());
            Set<Labels> written = new HashSet<>();
            int series = 0;
            int out = 0;
            for (AnswerRow row : answer.rows()) {
                Labels labels = labels(query, names, answer.columns(), row);
                int more = series(row);
                if (series + more > MAX_SERIES || !written.add(labels)) {
                    out++;
                    continue;
                }
                series += more;
                add(labels, answer.columns(), row);
            }
            leftOut.add(new GaugeDataPointSnapshot(out, Labels.of(QUERY, query), null));
        }

        private void add(Labels labels, List<AnswerColumn> columns, AnswerRow row) {
            for (int i = 0; i < columns.size(); i++) {
                if (columns.get(i).type().isQuantity() && row.values()[i] instanceof Double value) {
                    Labels own = labels.add(COLUMN, columns.get(i).name());
                    values.add(new GaugeDataPointSnapshot(value, own, null));
                    if (!Double.isNaN(row.low()[i])) {
                        lows.add(new GaugeDataPointSnapshot(row.low()[i], own, null));
                        highs.add(new GaugeDataPointSnapshot(row.high()[i], own, null));
                    }
                }
            }
        }
    }

    private static int series(AnswerRow row) {
        int series = 0;
        for (int i = 0; i < row.values().length; i++) {
            series += row.values()[i] instanceof Double ? Double.isNaN(row.low()[i]) ? 1 : 3 : 0;
        }
        return series;
    }

    private static Labels labels(
            String query, List<@Nullable String> names, List<AnswerColumn> columns, AnswerRow row) {
        Labels labels = Labels.of(QUERY, query);
        for (int i = 0; i < columns.size(); i++) {
            String name = names.get(i);
            if (name != null) {
                String value = AnswerTable.cell(row.values()[i], columns.get(i).type());
                labels = labels.add(name, cut(value));
            }
        }
        return labels;
    }

    private static String cut(String value) {
        int length = Math.min(LONGEST_VALUE, value.codePointCount(0, value.length()));
        return value.substring(0, value.offsetByCodePoints(0, length));
    }

    /** A label for each column that is no quantity, each with a name of its own. */
    private static List<@Nullable String> labelNames(List<AnswerColumn> columns) {
        Set<String> taken = new HashSet<>(Set.of(QUERY, COLUMN));
        List<@Nullable String> names = new ArrayList<>();
        for (AnswerColumn column : columns) {
            String word = word(column.name());
            String name = word;
            for (int number = 2; !column.type().isQuantity() && !taken.add(name); number++) {
                name = word + '_' + number;
            }
            names.add(column.type().isQuantity() ? null : name);
        }
        return names;
    }

    /** What may be the name of a label. */
    private static String word(String name) {
        String word =
                name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_").replaceAll("^_+|_+$", "");
        return word.isEmpty() || Character.isDigit(word.charAt(0)) ? "c" + word : word;
    }
}

package io.wirepath.appliance.serve.http;

import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.wirepath.analyze.query.operator.AnswerRow;
import io.wirepath.analyze.query.plan.AnswerColumn;
import io.wirepath.analyze.query.plan.QueryAnswer;
import io.wirepath.appliance.report.text.AnswerTable;
import io.wirepath.appliance.serve.query.IntervalResult;
import io.wirepath.appliance.serve.query.StandingQueries;
import io.wirepath.appliance.serve.query.StandingStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The latest result of each standing query as gauges: {@code wirepath_query_NAME_COLUMN}, with the columns that are no
 * quantities as labels. At most {@value #MOST_ROWS} rows of a query: their number is bounded whatever the query groups
 * by. Thread-safe.
 */
final class QueryMetrics {

    private static final int MOST_ROWS = 100;

    private final StandingQueries queries;
    private final PrometheusMeterRegistry registry;
    private final Map<String, MultiGauge> gauges = new HashMap<>();

    QueryMetrics(StandingQueries queries, PrometheusMeterRegistry registry) {
        this.queries = queries;
        this.registry = registry;
    }

    /** Tells the figures as they are now. */
    synchronized void refresh() {
        Map<String, List<MultiGauge.Row<?>>> rows = new HashMap<>();
        for (StandingStatus status : queries.list()) {
            List<IntervalResult> results =
                    queries.results(status.query().name()).orElse(List.of());
            if (!results.isEmpty()) {
                add(status.query().name(), results.get(results.size() - 1).answer(), rows);
            }
        }
        gauges.forEach((name, gauge) -> gauge.register(rows.getOrDefault(name, List.of()), true));
        rows.forEach((name, its) -> {
            if (!gauges.containsKey(name)) {
                MultiGauge gauge = MultiGauge.builder("wirepath.query." + name)
                        .description("Latest result of a standing query.")
                        .register(registry);
                gauges.put(name, gauge);
                gauge.register(its, true);
            }
        });
        gauges.keySet().retainAll(rows.keySet());
    }

    private static void add(String query, QueryAnswer answer, Map<String, List<MultiGauge.Row<?>>> to) {
        List<AnswerRow> rows =
                answer.rows().subList(0, Math.min(MOST_ROWS, answer.rows().size()));
        for (AnswerRow row : rows) {
            Tags labels = Tags.empty();
            for (int i = 0; i < row.values().length; i++) {
                AnswerColumn column = answer.columns().get(i);
                if (!column.type().isQuantity()) {
                    labels = labels.and(word(column.name()), AnswerTable.cell(row.values()[i], column.type()));
                }
            }
            for (int i = 0; i < row.values().length; i++) {
                AnswerColumn column = answer.columns().get(i);
                if (column.type().isQuantity() && row.values()[i] instanceof Double value) {
                    String name = query + "." + word(column.name());
                    to.computeIfAbsent(name, unseen -> new ArrayList<>()).add(MultiGauge.Row.of(labels, value));
                    if (!Double.isNaN(row.low()[i])) {
                        to.computeIfAbsent(name + ".low", unseen -> new ArrayList<>())
                                .add(MultiGauge.Row.of(labels, row.low()[i]));
                        to.computeIfAbsent(name + ".high", unseen -> new ArrayList<>())
                                .add(MultiGauge.Row.of(labels, row.high()[i]));
                    }
                }
            }
        }
    }

    /** What may stand in the name of a metric. */
    private static String word(String name) {
        String word =
                name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_").replaceAll("^_+|_+$", "");
        return word.isEmpty() || Character.isDigit(word.charAt(0)) ? "c" + word : word;
    }
}

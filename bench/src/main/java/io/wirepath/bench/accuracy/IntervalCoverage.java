package io.wirepath.bench.accuracy;

import io.wirepath.analyze.AnalysisSettings;
import io.wirepath.analyze.CallTable;
import io.wirepath.analyze.LinkTable;
import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.fanin.Joins;
import io.wirepath.analyze.query.event.AnalysisEvents;
import io.wirepath.analyze.query.language.QueryText;
import io.wirepath.analyze.query.operator.AnswerRow;
import io.wirepath.analyze.query.operator.QueryBounds;
import io.wirepath.analyze.query.plan.CompiledQuery;
import io.wirepath.analyze.query.plan.QueryAnswer;
import io.wirepath.analyze.query.plan.QueryCompiler;
import io.wirepath.analyze.truth.PathForest;
import io.wirepath.analyze.whole.Algorithms;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.appliance.run.LoadedMessages;
import java.io.IOException;
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
            "| set | query | values | held | in doubt | held | mean half-width |\n|---|---|--:|--:|--:|--:|--:|\n";

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
                    + " Select p.client, p.server, q.server, bucket(q.time, 1s), COUNT");

    private int values;
    private int held;
    private int doubtful;
    private int doubtfulHeld;
    private double halfWidths;

    private IntervalCoverage() {}

    /** Rows of the table for a set. */
    static String measure(RecordedSet set, long seed) throws IOException {
        LoadedMessages loaded = set.load(seed);
        Analysis inferred = Analyzer.analyze(
                loaded.table(), Algorithms.choose(loaded.table()).algorithm(), AnalysisSettings.defaults());
        Analysis truth =
                withTruth(inferred, TruthMatch.forest(set.truth(), loaded.table(), inferred.calls()), set.truth());
        StringBuilder rows = new StringBuilder();
        for (int query = 0; query < QUERIES.size(); query++) {
            IntervalCoverage coverage = new IntervalCoverage();
            coverage.compare(
                    answer(QUERIES.get(query), new AnalysisEvents(inferred, List.of())),
                    answer(QUERIES.get(query), new AnalysisEvents(truth, List.of()).withStatedLinks()));
            rows.append(String.format(
                    Locale.ROOT,
                    "| %s | %d | %d | %.1f %% | %d | %.1f %% | %.2f %% |%n",
                    set.name(),
                    query + 1,
                    coverage.values,
                    100.0 * coverage.held / Math.max(1, coverage.values),
                    coverage.doubtful,
                    100.0 * coverage.doubtfulHeld / Math.max(1, coverage.doubtful),
                    100.0 * coverage.halfWidths / Math.max(1, coverage.doubtful)));
        }
        return rows.toString();
    }

    private static QueryAnswer answer(String text, AnalysisEvents events) {
        CompiledQuery query = new QueryCompiler(events, QueryBounds.defaults()).compile(QueryText.parse(text), null);
        query.feed();
        return query.answer();
    }

    /** The same analysis with true causes; a call that is not in the truth keeps the one that was found. */
    private static Analysis withTruth(Analysis of, PathForest found, List<TrueCallLine> truth) {
        PathForest forest = TrueCallLine.forest(truth);
        CallTable calls = of.calls();
        Map<Long, Integer> callOf = new HashMap<>();
        for (int call = 0; call < calls.size(); call++) {
            callOf.put(found.id()[call], call);
        }
        int[] parent = calls.parent().clone();
        for (int call = 0; call < calls.size(); call++) {
            long id = found.id()[call];
            if (id >= 0) {
                int above = forest.parent()[(int) id];
                parent[call] = above == MessageTable.NONE
                        ? MessageTable.NONE
                        : callOf.getOrDefault((long) above, MessageTable.NONE);
            }
        }
        double[] sure = new double[calls.size()];
        Arrays.fill(sure, 1);
        CallTable known = new CallTable(calls.request(), calls.response(), parent, sure, calls.root());
        return new Analysis(
                of.algorithm(),
                of.messages(),
                of.counted(),
                links(of.messages(), known),
                known,
                of.patterns(),
                of.nodes(),
                of.roles(),
                Joins.none(of.messages().nodes().size()),
                of.series(),
                of.findings(),
                of.explanations());
    }

    private static LinkTable links(MessageTable messages, CallTable calls) {
        int[] callOf = new int[messages.size()];
        Arrays.fill(callOf, MessageTable.NONE);
        for (int call = 0; call < calls.size(); call++) {
            callOf[calls.request()[call]] = call;
        }
        LinkTable.Builder links = new LinkTable.Builder(messages.size()).ofOwners();
        for (int row = 0; row < messages.size(); row++) {
            int parent = callOf[row] == MessageTable.NONE ? MessageTable.NONE : calls.parent()[callOf[row]];
            if (parent != MessageTable.NONE) {
                links.add(calls.request()[parent], 1);
            }
            links.endChild(parent == MessageTable.NONE ? 1 : 0);
        }
        return links.build();
    }

    private void compare(QueryAnswer found, QueryAnswer truth) {
        int estimates = (int)
                found.columns().stream().filter(column -> column.isEstimate()).count();
        int keys = found.columns().size() - estimates;
        Map<List<Object>, AnswerRow> rows = new HashMap<>();
        found.rows().forEach(row -> rows.put(key(row, keys), row));
        for (AnswerRow row : truth.rows()) {
            AnswerRow its = rows.remove(key(row, keys));
            for (int i = keys; i < found.columns().size(); i++) {
                count(its, i, (Double) row.values()[i]);
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
            doubtful++;
            doubtfulHeld += isHeld ? 1 : 0;
            halfWidths += (high - low) / 2 / Math.max(1, value);
        }
    }

    private static List<Object> key(AnswerRow row, int keys) {
        return Arrays.asList(Arrays.copyOf(row.values(), keys));
    }
}

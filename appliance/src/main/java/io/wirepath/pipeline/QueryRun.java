package io.wirepath.pipeline;

import io.wirepath.analyze.query.event.AnalysisEvents;
import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.language.QueryText;
import io.wirepath.analyze.query.operator.QueryBounds;
import io.wirepath.analyze.query.plan.CompiledQuery;
import io.wirepath.analyze.query.plan.QueryAnswer;
import io.wirepath.analyze.query.plan.QueryCompiler;
import io.wirepath.analyze.whole.Algorithms;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.report.Report;
import java.util.List;

/** Asks queries of reports. Pure. */
public final class QueryRun {

    private QueryRun() {}

    /** The events of a report. */
    public static EventSet events(Report report) {
        return new AnalysisEvents(
                report.analysis(),
                report.merge() == null ? List.of() : report.merge().translations(),
                report.hosts());
    }

    /** No events, of which queries are checked: sources and fields are those of any report. */
    public static EventSet noEvents() {
        return new AnalysisEvents(
                Analyzer.analyze(
                        new MessageTableBuilder(new NodeTable()).build(),
                        Algorithms.byName("linking"),
                        AnalysisSettings.defaults()),
                List.of());
    }

    /**
     * Checks a query, and says how it is done.
     *
     * @throws io.wirepath.analyze.query.language.QueryException where it has a mistake
     */
    public static CompiledQuery check(String text) {
        return new QueryCompiler(noEvents(), QueryBounds.standing()).compile(QueryText.parse(text), null);
    }

    /** The answer of a query. */
    public static QueryAnswer answer(String text, EventSet events) {
        return answer(text, events, QueryBounds.defaults());
    }

    /** The same within bounds. */
    public static QueryAnswer answer(String text, EventSet events, QueryBounds bounds) {
        CompiledQuery query = new QueryCompiler(events, bounds).compile(QueryText.parse(text), null);
        query.feed();
        return query.answer();
    }
}

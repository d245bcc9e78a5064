package io.wirepath.appliance.serve.query;

import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.analyze.query.language.QueryText;
import io.wirepath.analyze.query.language.QueryText.Script;
import io.wirepath.analyze.query.operator.AnswerRow;
import io.wirepath.analyze.query.operator.GroupTable;
import io.wirepath.analyze.query.operator.QueryBounds;
import io.wirepath.analyze.query.plan.CompiledQuery;
import io.wirepath.analyze.query.plan.QueryAnswer;
import io.wirepath.analyze.query.plan.QueryCompiler;
import io.wirepath.causes.TimeSpan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A standing query at work: the groups of the open interval, and the results of those before. Not thread-safe. */
final class RunningQuery {

    /** Values that are kept over all results of a query; older results go first. */
    static final int MAX_KEPT_VALUES = 200_000;

    private static final int MAX_RESULTS = 1_000;

    private final StandingQuery query;
    private final Script script;
    private final QueryBounds bounds = QueryBounds.standing();
    private final Deque<IntervalResult> results = new ArrayDeque<>();
    private GroupTable table = new GroupTable(bounds);
    private @Nullable IntervalResult open;
    private int keptValues;
    private long windows;
    private long nanos;
    private String problem = "";

    RunningQuery(StandingQuery query) {
        this.query = query;
        script = QueryText.parse(query.text());
    }

    StandingQuery query() {
        return query;
    }

    /** Its results, the oldest first. */
    List<IntervalResult> results() {
        return List.copyOf(results);
    }

    /** Its state: windows seen, time that they took, and the error of the last; empty for none. */
    StandingStatus status() {
        return new StandingStatus(query, windows, nanos, results.size(), problem);
    }

    /** Takes a window; gives the results that are complete by that. */
    void window(EventSet events, TimeSpan core, Consumer<IntervalResult> to) {
        if (open != null && interval(core.fromNanos()) != interval(open.fromNanos())) {
            close(to);
        }
        try {
            CompiledQuery compiled = new QueryCompiler(events, bounds).compile(script, table);
            compiled.feed();
            add(compiled, core);
            problem = "";
        } catch (QueryException e) {
            problem = String.valueOf(e.getMessage());
            open = null;
            table = new GroupTable(bounds);
        }
        windows++;
        if (open != null && (query.everyNanos() == 0 || core.toNanos() >= endOfInterval(open.fromNanos()))) {
            close(to);
        }
    }

    void took(long more) {
        nanos += more;
    }

    private void add(CompiledQuery compiled, TimeSpan core) {
        QueryAnswer answer = compiled.answer();
        long from = core.fromNanos();
        if (open != null) {
            from = open.fromNanos();
            if (!compiled.isSummary()) {
                List<AnswerRow> rows = new ArrayList<>(open.answer().rows());
                rows.addAll(answer.rows());
                answer = new QueryAnswer(
                        answer.columns(),
                        List.copyOf(rows.subList(0, Math.min(rows.size(), bounds.rows()))),
                        answer.rowsAreUncertain(),
                        answer.measure());
            }
        }
        open = new IntervalResult(query.name(), from, core.toNanos(), answer);
    }

    private void close(Consumer<IntervalResult> to) {
        IntervalResult done = open;
        if (done == null) {
            return;
        }
        open = null;
        table = new GroupTable(bounds);
        results.add(done);
        keptValues += values(done);
        while (results.size() > MAX_RESULTS || keptValues > MAX_KEPT_VALUES && results.size() > 1) {
            keptValues -= values(results.remove());
        }
        to.accept(done);
    }

    private static int values(IntervalResult result) {
        return result.answer().rows().size() * result.answer().columns().size();
    }

    private long interval(long atNanos) {
        return query.everyNanos() == 0 ? atNanos : Math.floorDiv(atNanos, query.everyNanos());
    }

    private long endOfInterval(long atNanos) {
        return (interval(atNanos) + 1) * query.everyNanos();
    }
}

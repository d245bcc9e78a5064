package io.wirepath.analyze.query.plan;

import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.event.EventSource;
import io.wirepath.analyze.query.operator.AggregateFunction;
import io.wirepath.analyze.query.operator.AnswerRow;
import io.wirepath.analyze.query.operator.AnswerSink;
import io.wirepath.analyze.query.operator.EqualJoin;
import io.wirepath.analyze.query.operator.EventScan;
import io.wirepath.analyze.query.operator.GroupTable;
import io.wirepath.analyze.query.operator.Grouping;
import io.wirepath.analyze.query.operator.HappenedBeforeJoin;
import io.wirepath.analyze.query.operator.QueryBounds;
import io.wirepath.analyze.query.operator.RowCollector;
import io.wirepath.analyze.query.operator.StepCount;
import io.wirepath.analyze.query.operator.Tuple;
import io.wirepath.analyze.query.operator.TupleFilter;
import io.wirepath.analyze.query.operator.TupleSink;
import io.wirepath.analyze.query.operator.TypedValue;
import io.wirepath.analyze.query.plan.QueryCompiler.Joined;
import io.wirepath.causes.TimeSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query that is bound to events: {@link #feed} goes through them, {@link #answer} tells what came of it. Not
 * thread-safe.
 */
public final class CompiledQuery {

    private final Parts parts;
    private final QueryCompiler.Output output;
    private final AnswerSink sink;
    private final StepCount steps;
    private final PlanText plan;

    /** What is gone through. */
    record Parts(
            EventSet events,
            EventSource from,
            TimeSpan counted,
            int variables,
            List<Joined> joins,
            List<TypedValue> atScan,
            List<List<TypedValue>> afterJoin) {}

    CompiledQuery(
            Parts parts,
            QueryCompiler.Output output,
            GroupTable table,
            QueryBounds bounds,
            StepCount steps,
            PlanText plan) {
        this.parts = parts;
        this.output = output;
        this.steps = steps;
        this.plan = plan;
        boolean ordered = output.query.order() != null;
        int limit = output.query.limit();
        sink = output.isSummary
                ? new Grouping(output.keys, output.groups.aggregates(), output.values, table)
                : new RowCollector(
                        parts.from(),
                        output.values,
                        ordered ? bounds.rows() : Math.min(limit, bounds.rows()),
                        !ordered && limit <= bounds.rows());
    }

    /** Whether it sums tuples up; otherwise each tuple is a row. */
    public boolean isSummary() {
        return output.isSummary;
    }

    /** Whether rows are of events that belong to calls. */
    boolean isOfCalls() {
        return !output.isSummary && parts.from().isCausal();
    }

    /** How it is done, a line for each step. */
    public List<String> plan() {
        return plan.lines();
    }

    PlanText planText() {
        return plan;
    }

    /** Goes through all events, once. */
    public void feed() {
        TupleSink next = sink;
        for (int i = parts.joins().size() - 1; i >= 0; i--) {
            next = TupleFilter.before(parts.afterJoin().get(i), next);
            Joined join = parts.joins().get(i);
            next = join.equal().isEmpty()
                    ? new HappenedBeforeJoin(shape(join), parts.events().order(), parts.variables(), steps, next)
                    : new EqualJoin(shape(join), join.equal(), parts.variables(), steps, next);
        }
        new EventScan(parts.from(), parts.counted(), steps)
                .run(new Tuple(parts.variables()), TupleFilter.before(parts.atScan(), next));
    }

    private HappenedBeforeJoin.Shape shape(Joined join) {
        return new HappenedBeforeJoin.Shape(
                join.known(),
                source(join.known()),
                join.added(),
                source(join.added()),
                join.addedIsBefore(),
                join.text().which(),
                join.text().number(),
                join.text().atLeast(),
                join.packed());
    }

    private EventSource source(int variable) {
        return output.source(variable);
    }

    /** Steps that it took so far, with those of nested queries. */
    public long steps() {
        return steps.steps();
    }

    /** What came of the events so far. */
    public QueryAnswer answer() {
        return answer(sink.rows());
    }

    /** The aggregates of a group; none where each tuple is a row. */
    public List<AggregateFunction> aggregates() {
        return output.isSummary ? output.groups.aggregates() : List.of();
    }

    /** The answer that has these rows: in the order and up to the number that the query asks for. */
    public QueryAnswer answer(List<AnswerRow> found) {
        List<AnswerRow> rows = new ArrayList<>(found);
        int order = output.order();
        if (order >= 0 && output.query.order() != null) {
            Comparator<AnswerRow> by = (one, other) -> compare(one.values()[order], other.values()[order]);
            Comparator<AnswerRow> sorted = output.query.order().falling() ? by.reversed() : by;
            Comparator<AnswerRow> then = CompiledQuery::inOrder;
            rows.sort(output.isSummary ? sorted.thenComparing(then) : sorted);
        } else if (output.isSummary) {
            rows.sort(CompiledQuery::inOrder);
        }
        int limit = Math.min(rows.size(), output.query.limit());
        return new QueryAnswer(
                List.copyOf(output.columns),
                List.copyOf(rows.subList(0, limit)),
                output.isUncertain && !output.isSummary,
                parts.events().measure());
    }

    private static int inOrder(AnswerRow one, AnswerRow other) {
        for (int i = 0; i < one.values().length; i++) {
            int order = compare(one.values()[i], other.values()[i]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** What is not known comes last. */
    private static int compare(@Nullable Object one, @Nullable Object other) {
        if (one == null || other == null) {
            return one == other ? 0 : one == null ? 1 : -1;
        }
        if (one instanceof String text && other instanceof String own) {
            return text.compareTo(own);
        } else if (one instanceof Double number && other instanceof Double own) {
            return Double.compare(number, own);
        } else if (one instanceof Long nanos && other instanceof Long own) {
            return Long.compare(nanos, own);
        }
        return Boolean.compare(Boolean.TRUE.equals(one), Boolean.TRUE.equals(other));
    }
}

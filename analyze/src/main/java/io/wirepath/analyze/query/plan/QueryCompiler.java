package io.wirepath.analyze.query.plan;

import io.wirepath.analyze.query.event.EventColumn;
import io.wirepath.analyze.query.event.EventField;
import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.event.EventSource;
import io.wirepath.analyze.query.event.TableSource;
import io.wirepath.analyze.query.language.Expression;
import io.wirepath.analyze.query.language.Expression.Binary;
import io.wirepath.analyze.query.language.Expression.FieldOf;
import io.wirepath.analyze.query.language.ParsedQuery;
import io.wirepath.analyze.query.language.ParsedQuery.Column;
import io.wirepath.analyze.query.language.ParsedQuery.Joining;
import io.wirepath.analyze.query.language.ParsedQuery.Named;
import io.wirepath.analyze.query.language.ParsedQuery.Nested;
import io.wirepath.analyze.query.language.ParsedQuery.Scan;
import io.wirepath.analyze.query.language.ParsedQuery.SourceTerm;
import io.wirepath.analyze.query.language.ParsedQuery.Which;
import io.wirepath.analyze.query.language.Position;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.analyze.query.language.QueryText.Script;
import io.wirepath.analyze.query.operator.AnswerRow;
import io.wirepath.analyze.query.operator.GroupTable;
import io.wirepath.analyze.query.operator.QueryBounds;
import io.wirepath.analyze.query.operator.RowCount;
import io.wirepath.analyze.query.operator.StepCount;
import io.wirepath.analyze.query.operator.TypedValue;
import io.wirepath.causes.TimeSpan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Binds queries to events: checks names and types, moves conditions to where their events are seen first, and keeps
 * only the fields that are used. Serves one set of events and one thread.
 */
public final class QueryCompiler {

    private final EventSet events;
    private final QueryBounds bounds;
    private final StepCount steps;
    private final RowCount kept;
    private final Map<String, ParsedQuery> definitions = new LinkedHashMap<>();
    private final Map<String, Source> defined = new HashMap<>();
    private final IdentityHashMap<ParsedQuery, QueryAnswer> answered = new IdentityHashMap<>();

    /** What a scan goes through, and the plan of what it is made of. */
    private record Source(
            String name,
            EventSource events,
            boolean isUncertain,
            boolean isSummary,
            @Nullable PlanText plan) {}

    /** Binds to these events. */
    public QueryCompiler(EventSet events, QueryBounds bounds) {
        this.events = events;
        this.bounds = bounds;
        steps = new StepCount(bounds.steps());
        kept = new RowCount(Math.max(bounds.rows(), bounds.groups()));
    }

    /** Takes this for the answer of a nested query; gives itself. */
    public QueryCompiler withAnswers(IdentityHashMap<ParsedQuery, QueryAnswer> answers) {
        answered.putAll(answers);
        return this;
    }

    /**
     * Compiles a query; nested ones are answered at once.
     *
     * @param table groups to go on with, or null to begin with none
     * @throws QueryException where a name or a type does not fit, or a bound is passed
     */
    public CompiledQuery compile(Script script, @Nullable GroupTable table) {
        script.definitions().forEach((name, query) -> {
            if (events.source(name) != null) {
                throw new QueryException(
                        query.from().position(), "the name " + name + " is that of a source; choose another");
            }
            definitions.put(name, query);
        });
        return compile(script.query(), true, table);
    }

    private CompiledQuery compile(ParsedQuery query, boolean isCounted, @Nullable GroupTable table) {
        StepCount weighed = steps.weighing(ExpandedSize.check(query));
        PlanText plan = new PlanText();
        Scope scope = new Scope(query.lets());
        Source from = source(query.from(), isCounted, plan);
        scope.add(query.from().position(), query.from().variable(), from.events());
        boolean isUncertain = from.isUncertain() || !query.joins().isEmpty();
        List<Joined> joins = new ArrayList<>();
        for (Joining joining : query.joins()) {
            Source added = source(joining.scan(), false, plan);
            int known = scope.size();
            scope.add(joining.scan().position(), joining.scan().variable(), added.events());
            joins.add(joining.equal().isEmpty() ? joined(joining, scope, known) : equal(joining, scope, known));
        }
        ExpressionCompiler compiler = new ExpressionCompiler(scope);
        query.lets().values().forEach(scope::variablesOf);
        Conditions conditions = new Conditions(scope, compiler, joins);
        query.where().forEach(conditions::add);
        TimeSpan counted = isCounted && !from.isSummary() ? events.counted() : TimeSpan.ALWAYS;
        Output output = new Output(query, scope, compiler, from.events(), isUncertain);
        output.describe(plan, joins, conditions);
        return new CompiledQuery(
                new CompiledQuery.Parts(
                        events,
                        from.events(),
                        counted,
                        scope.size(),
                        joins,
                        conditions.atScan(),
                        conditions.afterJoin()),
                output,
                table != null ? table : new GroupTable(bounds),
                bounds,
                weighed,
                plan);
    }

    private static Joined equal(Joining joining, Scope scope, int added) {
        Joined join = between(joining, scope, added);
        ExpressionCompiler compiler = new ExpressionCompiler(scope);
        TypedValue left = compiler.compile(joining.equal().get(0));
        TypedValue right = compiler.compile(joining.equal().get(1));
        if (left.type() != right.type()) {
            throw new QueryException(
                    joining.leftPosition(),
                    ExpressionCompiler.name(left.type()) + " cannot be compared with "
                            + ExpressionCompiler.name(right.type()));
        }
        return join.addedIsBefore() ? join.onEqual(right, left) : join.onEqual(left, right);
    }

    private static Joined between(Joining joining, Scope scope, int added) {
        int left = scope.variable(joining.leftPosition(), joining.left());
        int right = scope.variable(joining.rightPosition(), joining.right());
        if ((left == added) == (right == added)) {
            throw new QueryException(
                    joining.leftPosition(),
                    "On compares " + joining.scan().variable() + ", which is joined, with a variable before it");
        }
        return new Joined(left == added ? right : left, added, left == added, joining, new ArrayList<>(), List.of());
    }

    private static Joined joined(Joining joining, Scope scope, int added) {
        Joined join = between(joining, scope, added);
        for (int variable : new int[] {join.known(), added}) {
            if (!scope.get(variable).source().isCausal()) {
                boolean isLeft = (variable == added) == join.addedIsBefore();
                throw new QueryException(
                        isLeft ? joining.leftPosition() : joining.rightPosition(),
                        scope.get(variable).source().name()
                                + " belong to no call, so nothing happened before or after them in the causal order");
            }
        }
        return join;
    }

    /**
     * A join with the variables it compares.
     *
     * @param addedIsBefore whether the joined variable stands on the left: it happened before the other
     * @param packed conditions on the joined events alone, which are checked before the join
     * @param equal what of the known and of the joined event is equal; empty where they are joined by causes
     */
    record Joined(
            int known,
            int added,
            boolean addedIsBefore,
            Joining text,
            List<TypedValue> packed,
            List<TypedValue> equal) {

        Joined onEqual(TypedValue ofKnown, TypedValue ofAdded) {
            return new Joined(known, added, addedIsBefore, text, packed, List.of(ofKnown, ofAdded));
        }
    }

    private Source source(Scan scan, boolean isCounted, PlanText plan) {
        List<Source> parts = new ArrayList<>();
        for (SourceTerm term : scan.sources()) {
            parts.add(
                    term instanceof Nested nested
                            ? nested("(…)", nested.query(), isCounted)
                            : named((Named) term, isCounted));
        }
        for (Source part : parts) {
            if (part.plan() != null) {
                plan.nested(scan.variable(), part.name(), part.plan());
            }
        }
        if (parts.size() == 1) {
            return parts.get(0);
        }
        return new Source(
                "",
                new UnionSource(parts.stream().map(Source::events).toList()),
                parts.stream().anyMatch(Source::isUncertain),
                parts.stream().anyMatch(Source::isSummary),
                null);
    }

    private Source named(Named named, boolean isCounted) {
        ParsedQuery query = definitions.get(named.name());
        if (query != null) {
            String key = named.name() + isCounted;
            Source known = defined.get(key);
            if (known == null) {
                definitions.remove(named.name());
                known = nested(named.name(), query, isCounted);
                definitions.put(named.name(), query);
                defined.put(key, known);
            }
            return known;
        }
        EventSource source = events.source(named.name());
        if (source == null) {
            List<String> names = new ArrayList<>(events.names());
            names.addAll(definitions.keySet());
            throw QueryException.unknown(named.position(), "there is no source " + named.name(), named.name(), names);
        }
        return new Source(named.name(), source, false, false, null);
    }

    private Source nested(String name, ParsedQuery query, boolean isCounted) {
        QueryAnswer known = answered.get(query);
        if (known != null) {
            return new Source(name, rows(name, known, false), known.isEstimate(), true, null);
        }
        CompiledQuery compiled = compile(query, isCounted, null);
        compiled.feed();
        QueryAnswer answer = compiled.answer();
        kept.add(answer.rows().size());
        return new Source(
                name,
                rows(name, answer, compiled.isOfCalls()),
                answer.isEstimate(),
                compiled.isSummary(),
                compiled.planText());
    }

    /** The rows of an answer as events. */
    private static EventSource rows(String name, QueryAnswer answer, boolean causal) {
        List<AnswerRow> rows = answer.rows();
        List<EventField> fields = new ArrayList<>();
        for (AnswerColumn column : answer.columns()) {
            int at = fields.size();
            fields.add(new EventField(
                    column.name(),
                    column.type(),
                    "Column of the nested query.",
                    EventColumn.of(column.type(), event -> rows.get(event).values()[at])));
        }
        return new TableSource(
                name,
                "Rows of a nested query.",
                fields,
                rows.size(),
                event -> rows.get(event).nanos(),
                causal,
                event -> rows.get(event).call(),
                event -> rows.get(event).place(),
                new TableSource.Doubt(
                        event -> rows.get(event).worlds(),
                        event -> rows.get(event).probability()));
    }

    /** The conditions of a query, each at the first operator that can check it. */
    static final class Conditions {

        private final Scope scope;
        private final ExpressionCompiler compiler;
        private final List<Joined> joins;
        private final List<TypedValue> atScan = new ArrayList<>();
        private final List<List<TypedValue>> afterJoin = new ArrayList<>();
        private final Map<Integer, List<String>> texts = new HashMap<>();

        Conditions(Scope scope, ExpressionCompiler compiler, List<Joined> joins) {
            this.scope = scope;
            this.compiler = compiler;
            this.joins = joins;
            joins.forEach(join -> afterJoin.add(new ArrayList<>()));
        }

        List<TypedValue> atScan() {
            return atScan;
        }

        List<List<TypedValue>> afterJoin() {
            return afterJoin;
        }

        /** Texts of the conditions at the scan (0), packed with join n (2n - 1), and after join n (2n). */
        List<String> texts(int place) {
            return texts.getOrDefault(place, List.of());
        }

        void add(Expression condition) {
            if (condition instanceof Binary both && both.operator().equals("and")) {
                add(both.left());
                add(both.right());
                return;
            }
            if (Aggregates.isIn(condition, scope)) {
                compiler.condition(condition);
            }
            var test = compiler.condition(condition);
            TypedValue compiled = TypedValue.truth(test);
            Set<Integer> variables = scope.variablesOf(condition);
            int last = variables.stream().mapToInt(each -> each).max().orElse(0);
            if (last == 0) {
                put(0, atScan, compiled, condition);
            } else if (variables.size() == 1 && joins.get(last - 1).text().which() == Which.EVERY) {
                put(2 * last - 1, joins.get(last - 1).packed(), compiled, condition);
            } else {
                put(2 * last, afterJoin.get(last - 1), compiled, condition);
            }
        }

        private void put(int place, Collection<TypedValue> to, TypedValue compiled, Expression condition) {
            to.add(compiled);
            texts.computeIfAbsent(place, unseen -> new ArrayList<>()).add(condition.text());
        }
    }

    /** What a query tells: its columns, of groups or of tuples. */
    static final class Output {

        private static final int MAX_COLUMNS = 50;

        final boolean isSummary;
        final List<TypedValue> values = new ArrayList<>();
        final List<AnswerColumn> columns = new ArrayList<>();
        final List<TypedValue> keys;
        final GroupCompiler groups;
        final ParsedQuery query;
        final boolean isUncertain;
        final List<Column> selected;
        private final Scope scope;

        Output(ParsedQuery query, Scope scope, ExpressionCompiler compiler, EventSource from, boolean isUncertain) {
            this.query = query;
            this.scope = scope;
            this.isUncertain = isUncertain;
            selected = query.select().isEmpty() ? all(query, from) : query.select();
            if (selected.size() > MAX_COLUMNS) {
                throw new QueryException(
                        query.from().position(),
                        "it selects " + selected.size() + " columns, and may have " + MAX_COLUMNS);
            }
            boolean aggregates = selected.stream().anyMatch(each -> Aggregates.isIn(each.expression(), scope));
            isSummary = aggregates || !query.groupBy().isEmpty();
            List<Expression> groupBy = new ArrayList<>(query.groupBy());
            if (aggregates && groupBy.isEmpty()) {
                selected.stream()
                        .map(Column::expression)
                        .filter(each -> !Aggregates.isIn(each, scope))
                        .forEach(groupBy::add);
            }
            groups = new GroupCompiler(scope, compiler, groupBy);
            keys = groups.keys();
            for (Column column : selected) {
                TypedValue value =
                        isSummary ? groups.compile(column.expression()) : compiler.compile(column.expression());
                boolean isEstimate = isUncertain
                        && Aggregates.isIn(column.expression(), scope)
                        && value.type().isQuantity();
                values.add(value);
                columns.add(new AnswerColumn(heading(column), value.type(), isEstimate));
            }
        }

        private static List<Column> all(ParsedQuery query, EventSource from) {
            if (!query.groupBy().isEmpty()) {
                return query.groupBy().stream()
                        .map(each -> new Column(each, null))
                        .toList();
            }
            return from.fields().stream()
                    .map(EventField::name)
                    .map(name ->
                            new Column(new FieldOf(Position.START, query.from().variable(), name), null))
                    .toList();
        }

        private String heading(Column column) {
            long same = selected.stream()
                    .filter(each -> each.heading().equals(column.heading()))
                    .count();
            return same > 1 && column.name() == null ? column.expression().text() : column.heading();
        }

        EventSource source(int variable) {
            return scope.get(variable).source();
        }

        /** Index of the column by which rows are sorted; -1 for none. */
        int order() {
            if (query.order() == null) {
                return -1;
            }
            Expression by = query.order().by();
            for (int i = 0; i < selected.size(); i++) {
                Column column = selected.get(i);
                if (column.expression().text().equalsIgnoreCase(by.text())
                        || columns.get(i).name().equalsIgnoreCase(by.text())) {
                    return i;
                }
            }
            throw QueryException.unknown(
                    by.position(),
                    "OrderBy takes a column of Select",
                    by.text(),
                    columns.stream().map(AnswerColumn::name).toList());
        }

        void describe(PlanText plan, List<Joined> joins, Conditions conditions) {
            order();
            plan.describe(query, scope, joins, conditions, this);
        }
    }
}

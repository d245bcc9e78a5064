package io.wirepath.analyze.query.plan;

import io.wirepath.analyze.query.language.ParsedQuery;
import io.wirepath.analyze.query.language.ParsedQuery.Joining;
import io.wirepath.analyze.query.language.ParsedQuery.Which;
import io.wirepath.analyze.query.plan.QueryCompiler.Conditions;
import io.wirepath.analyze.query.plan.QueryCompiler.Joined;
import io.wirepath.analyze.query.plan.QueryCompiler.Output;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The plan of a query in the words of Pivot Tracing's advice: OBSERVE, FILTER, PACK, UNPACK, EMIT (SOSP 2015, Table 2).
 *
 * <p>Plans are a graph: one that several places use is held by each, and is written out where it is met first. Spelled
 * out at each place, thirty names that use the one before twice are 2³⁰ plans.
 */
final class PlanText {

    private static final String INDENT = "  ";

    /** A plan of which this one uses the answer. */
    private record Nested(String variable, String name, PlanText plan) {}

    private final List<Nested> nested = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();

    /** Its lines, below those of the plans that it uses; one that was written above is named alone. */
    List<String> lines() {
        List<String> all = new ArrayList<>();
        write("", Collections.newSetFromMap(new IdentityHashMap<>()), all);
        return all;
    }

    private void write(String indent, Set<PlanText> written, List<String> to) {
        for (Nested each : nested) {
            boolean isFirst = written.add(each.plan);
            to.add(indent + "nested query for " + each.variable + (isFirst ? "" : ": " + each.name + ", as above"));
            if (isFirst) {
                each.plan.write(indent + INDENT, written, to);
            }
        }
        lines.forEach(line -> to.add(indent + line));
    }

    /** The plan of a query that a variable is made of. */
    void nested(String variable, String name, PlanText plan) {
        nested.add(new Nested(variable, name, plan));
    }

    void describe(ParsedQuery query, Scope scope, List<Joined> joins, Conditions conditions, Output output) {
        for (Joined join : joins) {
            lines.add("at each of " + scope.get(join.added()).source().name());
            observe(scope, join.added());
            filter(conditions.texts(2 * join.added() - 1));
            lines.add(INDENT + "PACK " + chosen(join.text()) + fields(scope, join.added()));
        }
        lines.add("at each of " + scope.get(0).source().name());
        observe(scope, 0);
        filter(conditions.texts(0));
        for (Joined join : joins) {
            Joining text = join.text();
            lines.add(INDENT + "UNPACK " + scope.get(join.added()).name() + " where " + condition(text)
                    + (text.atLeast() > 0 ? " with probability of at least " + text.atLeast() : ""));
            filter(conditions.texts(2 * join.added()));
        }
        emit(query, output);
    }

    private void observe(Scope scope, int variable) {
        lines.add(INDENT + "OBSERVE " + scope.get(variable).name() + fields(scope, variable));
    }

    private static String fields(Scope scope, int variable) {
        List<String> used = scope.usedOf(variable);
        return used.isEmpty() ? " (no field)" : " (" + String.join(", ", used) + ")";
    }

    private void filter(List<String> conditions) {
        conditions.forEach(each -> lines.add(INDENT + "FILTER " + each));
    }

    private static String condition(Joining join) {
        return join.equal().isEmpty()
                ? join.left() + " -> " + join.right()
                : join.equal().get(0).text() + " = " + join.equal().get(1).text();
    }

    private static String chosen(Joining join) {
        if (join.which() == Which.EVERY) {
            return join.scan().variable();
        }
        String which = join.which() == Which.FIRST ? "the first" : "the most recent";
        return which
                + (join.number() == 1 ? " " : " " + join.number() + " ")
                + join.scan().variable();
    }

    private void emit(ParsedQuery query, Output output) {
        String columns = String.join(
                ", ", output.columns.stream().map(AnswerColumn::name).toList());
        if (output.isSummary) {
            lines.add(INDENT + "AGGREGATE where it is seen"
                    + (output.keys.isEmpty()
                            ? ""
                            : ", by " + output.keys.size() + (output.keys.size() == 1 ? " key" : " keys"))
                    + ": "
                    + String.join(
                            ", ",
                            output.groups.aggregates().stream()
                                    .map(each -> each.kind().name().toLowerCase(Locale.ROOT))
                                    .toList()));
        }
        lines.add(INDENT + "EMIT " + columns);
        if (query.limit() != Integer.MAX_VALUE) {
            lines.add(INDENT + "LIMIT " + query.limit());
        }
    }
}

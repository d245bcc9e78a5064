package io.wirepath.analyze.query.plan;

import io.wirepath.analyze.query.language.Expression;
import io.wirepath.analyze.query.language.Expression.FieldOf;
import io.wirepath.analyze.query.language.Expression.Invocation;
import io.wirepath.analyze.query.language.Expression.Reference;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.analyze.query.operator.AggregateFunction;
import io.wirepath.analyze.query.operator.TypedValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Compiles what is told of a group: of its keys and of aggregates, which it collects. */
final class GroupCompiler extends ExpressionCompiler {

    private final ExpressionCompiler ofTuples;
    private final List<Expression> groupBy;
    private final List<TypedValue> keys = new ArrayList<>();
    private final List<String> aggregateTexts = new ArrayList<>();
    private final List<AggregateFunction> aggregates = new ArrayList<>();

    GroupCompiler(Scope scope, ExpressionCompiler ofTuples, List<Expression> groupBy) {
        super(scope);
        this.ofTuples = ofTuples;
        this.groupBy = groupBy;
        groupBy.forEach(each -> keys.add(ofTuples.compile(each)));
    }

    List<TypedValue> keys() {
        return keys;
    }

    List<AggregateFunction> aggregates() {
        return aggregates;
    }

    @Override
    TypedValue compile(Expression expression) {
        for (int i = 0; i < groupBy.size(); i++) {
            if (groupBy.get(i).text().equals(expression.text())) {
                return TypedValue.key(keys.get(i).type(), i);
            }
        }
        return super.compile(expression);
    }

    @Override
    TypedValue field(FieldOf field) {
        scope.field(field);
        throw outside(field);
    }

    @Override
    TypedValue reference(Reference reference) {
        boolean named = scope.let(reference.name()) != null || scope.find(reference.name()) >= 0;
        if (!named && Aggregates.isAggregate(reference.name())) {
            return invocation(
                    new Invocation(reference.position(), reference.name().toLowerCase(Locale.ROOT), false, List.of()));
        }
        if (scope.find(reference.name()) >= 0) {
            throw outside(reference);
        }
        return super.reference(reference);
    }

    private static QueryException outside(Expression expression) {
        return new QueryException(
                expression.position(),
                expression.text() + " differs within a group; put it into GroupBy, or into an aggregate");
    }

    @Override
    TypedValue invocation(Invocation invocation) {
        if (!Aggregates.isAggregate(invocation.function())) {
            return super.invocation(invocation);
        }
        int index = aggregateTexts.indexOf(invocation.text());
        if (index < 0) {
            index = aggregates.size();
            aggregates.add(Aggregates.compile(invocation, ofTuples));
            aggregateTexts.add(invocation.text());
        }
        return TypedValue.aggregate(aggregates.get(index), index);
    }
}

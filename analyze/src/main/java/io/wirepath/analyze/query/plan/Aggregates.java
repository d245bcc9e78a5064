package io.wirepath.analyze.query.plan;

import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.query.language.Expression;
import io.wirepath.analyze.query.language.Expression.Constant;
import io.wirepath.analyze.query.language.Expression.Invocation;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.analyze.query.operator.AggregateFunction;
import io.wirepath.analyze.query.operator.AggregateFunction.Kind;
import io.wirepath.analyze.query.operator.TypedValue;
import java.util.List;
import java.util.Locale;

/** The aggregates by name. */
final class Aggregates {

    /** Their names; besides, p and digits: p99 is QUANTILE(x, 0.99). */
    static final List<String> NAMES =
            List.of("count", "sum", "avg", "min", "max", "quantile", "median", "distinct", "p50", "p95", "p99");

    private static final String PERCENTILE = "p[0-9]{1,4}";
    private static final double PERCENT = 100;

    private Aggregates() {}

    static boolean isAggregate(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return NAMES.contains(lower) || lower.matches(PERCENTILE);
    }

    /** Whether there is an aggregate in it. */
    static boolean isIn(Expression expression, Scope scope) {
        if (expression instanceof Expression.Reference reference) {
            Expression let = scope.let(reference.name());
            boolean named = scope.find(reference.name()) >= 0;
            return let != null ? isIn(let, scope) : !named && isAggregate(reference.name());
        }
        return expression instanceof Invocation invocation && isAggregate(invocation.function())
                || expression.parts().stream().anyMatch(part -> isIn(part, scope));
    }

    static AggregateFunction compile(Invocation at, ExpressionCompiler compiler) {
        String name = at.function();
        List<Expression> arguments = at.arguments();
        boolean isQuantile = name.equals("quantile");
        if (name.equals("count") && arguments.isEmpty()) {
            return new AggregateFunction(Kind.COUNT, null, 0);
        }
        if (arguments.size() != (isQuantile ? 2 : 1)) {
            throw new QueryException(at.position(), isQuantile ? "write QUANTILE(x, 0.99)" : name + " takes one value");
        }
        if (at.distinct() && !name.equals("count")) {
            throw new QueryException(at.position(), "Distinct is allowed in COUNT(Distinct x) only");
        }
        TypedValue of = compiler.compile(arguments.get(0));
        return switch (name) {
            case "count" -> new AggregateFunction(at.distinct() ? Kind.DISTINCT : Kind.COUNT, of, 0);
            case "distinct" -> new AggregateFunction(Kind.DISTINCT, of, 0);
            case "min", "max" -> {
                if (of.type() != ValueType.TIME) {
                    requireQuantity(at, of);
                }
                yield new AggregateFunction(name.equals("min") ? Kind.MIN : Kind.MAX, of, 0);
            }
            case "sum", "avg" -> {
                boolean isCondition = of.type() == ValueType.BOOLEAN;
                TypedValue summed =
                        isCondition ? TypedValue.number(ValueType.NUMBER, tuple -> of.truth(tuple) ? 1 : 0) : of;
                requireQuantity(at, summed);
                Kind mean = isCondition ? Kind.SHARE : Kind.AVG;
                yield new AggregateFunction(name.equals("sum") ? Kind.SUM : mean, summed, 0);
            }
            default -> {
                requireQuantity(at, of);
                yield new AggregateFunction(Kind.QUANTILE, of, quantile(at));
            }
        };
    }

    private static double quantile(Invocation at) {
        if (at.function().equals("quantile")) {
            boolean isShare = at.arguments().get(1) instanceof Constant q
                    && q.value() instanceof Double value
                    && value >= 0
                    && value <= 1;
            if (!isShare) {
                throw new QueryException(at.position(), "the second value of QUANTILE is a constant from 0 to 1");
            }
            return (Double) ((Constant) at.arguments().get(1)).value();
        }
        if (at.function().equals("median")) {
            return 1 / 2.0;
        }
        String digits = at.function().substring(1);
        return digits.length() <= 2 ? Integer.parseInt(digits) / PERCENT : Double.parseDouble("0." + digits);
    }

    private static void requireQuantity(Invocation at, TypedValue of) {
        if (!of.type().isQuantity()) {
            throw new QueryException(
                    at.position(), at.function() + " takes a quantity, not " + ExpressionCompiler.name(of.type()));
        }
    }
}

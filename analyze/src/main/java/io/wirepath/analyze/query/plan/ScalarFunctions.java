package io.wirepath.analyze.query.plan;

import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.query.event.EventColumn;
import io.wirepath.analyze.query.language.Expression.Constant;
import io.wirepath.analyze.query.language.Expression.Invocation;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.analyze.query.operator.TypedValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The functions of one value: {@code bucket}, {@code seconds}, {@code abs}, {@code floor}, {@code round},
 * {@code lower}, {@code part}.
 */
final class ScalarFunctions {

    private static final double SECOND = 1e9;

    /** Their names. */
    static final List<String> NAMES = List.of("bucket", "seconds", "abs", "floor", "round", "lower", "part");

    private ScalarFunctions() {}

    static TypedValue compile(Invocation at, List<TypedValue> arguments) {
        String second = switch (at.function()) {
            case "bucket" -> "a width";
            case "part" -> "a pattern";
            default -> "";
        };
        if (!NAMES.contains(at.function())) {
            List<String> all = new ArrayList<>(NAMES);
            all.addAll(Aggregates.NAMES);
            throw QueryException.unknown(at.position(), "there is no function " + at.function(), at.function(), all);
        }
        if (arguments.size() != (second.isEmpty() ? 1 : 2) || at.distinct()) {
            throw new QueryException(
                    at.position(),
                    at.function() + " takes " + (second.isEmpty() ? "one value" : "a value and " + second));
        }
        TypedValue of = arguments.get(0);
        return switch (at.function()) {
            case "bucket" -> bucket(at, of);
            case "seconds" -> {
                require(at, of, ValueType.DURATION);
                yield TypedValue.number(ValueType.NUMBER, tuple -> of.number(tuple) / SECOND);
            }
            case "lower" -> {
                require(at, of, ValueType.TEXT);
                yield TypedValue.text(tuple -> {
                    String text = of.text(tuple);
                    return text == null ? null : text.toLowerCase(Locale.ROOT);
                });
            }
            case "part" -> {
                require(at, of, ValueType.TEXT);
                TextPattern pattern = ExpressionCompiler.pattern(at.arguments().get(1));
                yield TypedValue.text(tuple -> pattern.part(of.text(tuple)));
            }
            case "abs" -> TypedValue.number(quantity(at, of), tuple -> Math.abs(of.number(tuple)));
            case "floor" -> TypedValue.number(quantity(at, of), tuple -> Math.floor(of.number(tuple)));
            default -> TypedValue.number(quantity(at, of), tuple -> Math.rint(of.number(tuple)));
        };
    }

    /** The beginning of the stretch of this width that holds the value. */
    private static TypedValue bucket(Invocation at, TypedValue of) {
        boolean isPositive =
                at.arguments().get(1) instanceof Constant width && width.value() instanceof Double value && value >= 1;
        if (!isPositive) {
            throw new QueryException(at.position(), "the width of bucket is a positive constant, such as 10s");
        }
        double width = (Double) ((Constant) at.arguments().get(1)).value();
        if (of.type() == ValueType.TIME) {
            long nanos = (long) width;
            return TypedValue.time(tuple -> {
                long time = of.time(tuple);
                return time == EventColumn.NO_TIME ? time : Math.floorDiv(time, nanos) * nanos;
            });
        }
        return TypedValue.number(quantity(at, of), tuple -> Math.floor(of.number(tuple) / width) * width);
    }

    private static ValueType quantity(Invocation at, TypedValue of) {
        if (!of.type().isQuantity()) {
            throw new QueryException(
                    at.position(), at.function() + " takes a quantity, not " + ExpressionCompiler.name(of.type()));
        }
        return of.type();
    }

    private static void require(Invocation at, TypedValue of, ValueType type) {
        if (of.type() != type) {
            throw new QueryException(
                    at.position(),
                    at.function() + " takes " + ExpressionCompiler.name(type) + ", not "
                            + ExpressionCompiler.name(of.type()));
        }
    }
}

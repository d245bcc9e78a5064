package io.wirepath.analyze.query.plan;

import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.query.event.EventColumn;
import io.wirepath.analyze.query.language.Expression.Binary;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.analyze.query.operator.TypedValue;
import java.util.function.DoubleBinaryOperator;

/**
 * Sums, differences, products and ratios with their types: a moment less a moment is a duration, and what is divided by
 * a duration is per second.
 */
final class Arithmetic {

    private static final double SECOND = 1e9;

    private Arithmetic() {}

    /** Whether two quantities can be told larger or smaller: of one type, or one without a unit. */
    static boolean areComparable(ValueType one, ValueType other) {
        return one.isQuantity()
                && other.isQuantity()
                && (one == other || one == ValueType.NUMBER || other == ValueType.NUMBER);
    }

    static TypedValue compile(Binary at, TypedValue left, TypedValue right) {
        if (left.type() == ValueType.TIME || right.type() == ValueType.TIME) {
            return ofMoments(at, left, right);
        }
        if (!left.type().isQuantity() || !right.type().isQuantity()) {
            ValueType wrong = left.type().isQuantity() ? right.type() : left.type();
            throw new QueryException(
                    at.position(), at.operator() + " takes quantities, not " + ExpressionCompiler.name(wrong));
        }
        return switch (at.operator()) {
            case "+", "-", "%" -> ofAlike(at, left, right);
            case "*" -> product(at, left, right);
            default -> ratio(left, right);
        };
    }

    private static TypedValue ofMoments(Binary at, TypedValue left, TypedValue right) {
        boolean both = left.type() == ValueType.TIME && right.type() == ValueType.TIME;
        if (both && at.operator().equals("-")) {
            return TypedValue.number(ValueType.DURATION, tuple -> {
                long one = left.time(tuple);
                long other = right.time(tuple);
                boolean known = one != EventColumn.NO_TIME && other != EventColumn.NO_TIME;
                return known ? one - other : Double.NaN;
            });
        }
        boolean moved = left.type() == ValueType.TIME && right.type() == ValueType.DURATION;
        if (moved && (at.operator().equals("+") || at.operator().equals("-"))) {
            int sign = at.operator().equals("+") ? 1 : -1;
            return TypedValue.time(tuple -> {
                long nanos = left.time(tuple);
                double by = right.number(tuple);
                boolean known = nanos != EventColumn.NO_TIME && !Double.isNaN(by);
                return known ? nanos + sign * Math.round(by) : EventColumn.NO_TIME;
            });
        }
        throw new QueryException(
                at.position(),
                "moments can be subtracted from each other, and a duration added to or " + "subtracted from one");
    }

    private static TypedValue ofAlike(Binary at, TypedValue left, TypedValue right) {
        if (!areComparable(left.type(), right.type())) {
            throw new QueryException(
                    at.position(),
                    ExpressionCompiler.name(left.type()) + " and " + ExpressionCompiler.name(right.type())
                            + " cannot be put together");
        }
        ValueType type = left.type() == ValueType.NUMBER ? right.type() : left.type();
        return switch (at.operator()) {
            case "+" -> reckoned(type, left, right, Double::sum);
            case "-" -> reckoned(type, left, right, (one, other) -> one - other);
            default -> TypedValue.number(type, tuple -> left.number(tuple) % right.number(tuple));
        };
    }

    private static TypedValue product(Binary at, TypedValue left, TypedValue right) {
        if (left.type() != ValueType.NUMBER && right.type() != ValueType.NUMBER) {
            throw new QueryException(at.position(), "one of the two must be a number without a unit");
        }
        ValueType type = left.type() == ValueType.NUMBER ? right.type() : left.type();
        return reckoned(type, left, right, (one, other) -> one * other);
    }

    private static TypedValue ratio(TypedValue left, TypedValue right) {
        boolean isRate = left.type() != right.type() && right.type() == ValueType.DURATION;
        boolean isOfLeft = isRate || right.type() == ValueType.NUMBER;
        double unit = isRate ? SECOND : 1;
        return reckoned(isOfLeft ? left.type() : ValueType.NUMBER, left, right, (one, other) -> one / (other / unit));
    }

    private static TypedValue reckoned(
            ValueType type, TypedValue left, TypedValue right, DoubleBinaryOperator operator) {
        return TypedValue.number(
                type,
                left.range().with(right.range(), operator),
                tuple -> operator.applyAsDouble(left.number(tuple), right.number(tuple)));
    }
}

package io.wirepath.analyze.query.plan;

import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.query.event.EventColumn;
import io.wirepath.analyze.query.language.Expression;
import io.wirepath.analyze.query.language.Expression.Binary;
import io.wirepath.analyze.query.language.Expression.Constant;
import io.wirepath.analyze.query.language.Expression.FieldOf;
import io.wirepath.analyze.query.language.Expression.Invocation;
import io.wirepath.analyze.query.language.Expression.OneOf;
import io.wirepath.analyze.query.language.Expression.Reference;
import io.wirepath.analyze.query.language.Expression.Unary;
import io.wirepath.analyze.query.language.Position;
import io.wirepath.analyze.query.language.QueryException;
import io.wirepath.analyze.query.operator.QuantityRange;
import io.wirepath.analyze.query.operator.Tuple;
import io.wirepath.analyze.query.operator.TypedValue;
import io.wirepath.causes.TimeSpan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Makes of an expression something that can be computed, and refuses types that do not fit. */
class ExpressionCompiler {

    final Scope scope;

    ExpressionCompiler(Scope scope) {
        this.scope = scope;
    }

    /** Compiles. */
    TypedValue compile(Expression expression) {
        if (expression instanceof Constant constant) {
            return constant(constant);
        } else if (expression instanceof FieldOf field) {
            return field(field);
        } else if (expression instanceof Reference reference) {
            return reference(reference);
        } else if (expression instanceof Unary unary) {
            return unary(unary);
        } else if (expression instanceof Binary binary) {
            return binary(binary);
        } else if (expression instanceof OneOf oneOf) {
            return oneOf(oneOf);
        }
        return invocation((Invocation) expression);
    }

    /** A condition. */
    Predicate<Tuple> condition(Expression expression) {
        TypedValue value = compile(expression);
        require(value, ValueType.BOOLEAN, expression, "a condition, such as a comparison,");
        return value::truth;
    }

    TypedValue field(FieldOf field) {
        var own = scope.field(field);
        return TypedValue.field(own.type(), own.column().opened(), scope.variable(field.position(), field.variable()));
    }

    TypedValue reference(Reference reference) {
        Expression let = scope.let(reference.name());
        if (let != null) {
            scope.variablesOf(reference);
            return compile(let);
        }
        int variable = scope.find(reference.name());
        if (variable >= 0) {
            var own = scope.only(reference);
            return TypedValue.field(own.type(), own.column().opened(), variable);
        }
        if (Aggregates.isAggregate(reference.name())) {
            throw misplaced(reference.position());
        }
        throw new QueryException(
                reference.position(),
                "nothing is called " + reference.name() + "; a field is named with its variable, a text is in quotes");
    }

    TypedValue invocation(Invocation invocation) {
        if (Aggregates.isAggregate(invocation.function())) {
            throw misplaced(invocation.position());
        }
        return ScalarFunctions.compile(
                invocation, invocation.arguments().stream().map(this::compile).toList());
    }

    private static QueryException misplaced(Position position) {
        return new QueryException(
                position,
                "an aggregate stands in Select; to filter by one, nest the query: From x In (From …) Where …");
    }

    private static TypedValue constant(Constant constant) {
        Object value = constant.value();
        return switch (constant.unit()) {
            case TEXT -> TypedValue.text(tuple -> (String) value);
            case BOOLEAN -> TypedValue.truth(tuple -> (Boolean) value);
            case NONE -> number(ValueType.NUMBER, (Double) value);
            case NANOSECONDS -> number(ValueType.DURATION, (Double) value);
            case BYTES -> number(ValueType.BYTES, (Double) value);
        };
    }

    private static TypedValue number(ValueType type, double value) {
        return TypedValue.number(type, new QuantityRange(value, value), tuple -> value);
    }

    private TypedValue unary(Unary unary) {
        if (unary.operator().equals("not")) {
            Predicate<Tuple> of = condition(unary.of());
            return TypedValue.truth(tuple -> !of.test(tuple));
        }
        TypedValue of = quantity(unary.of());
        QuantityRange range = of.range();
        return TypedValue.number(
                of.type(), new QuantityRange(-range.most(), -range.least()), tuple -> -of.number(tuple));
    }

    private TypedValue binary(Binary binary) {
        return switch (binary.operator()) {
            case "and" -> {
                Predicate<Tuple> left = condition(binary.left());
                Predicate<Tuple> right = condition(binary.right());
                yield TypedValue.truth(tuple -> left.test(tuple) && right.test(tuple));
            }
            case "or" -> {
                Predicate<Tuple> left = condition(binary.left());
                Predicate<Tuple> right = condition(binary.right());
                yield TypedValue.truth(tuple -> left.test(tuple) || right.test(tuple));
            }
            case "~", "!~" -> matches(binary);
            case "+", "-", "*", "/", "%" -> Arithmetic.compile(binary, compile(binary.left()), compile(binary.right()));
            default -> comparison(binary);
        };
    }

    private TypedValue matches(Binary binary) {
        TypedValue of = compile(binary.left());
        require(of, ValueType.TEXT, binary.left(), "a text");
        TextPattern compiled = pattern(binary.right());
        boolean wanted = binary.operator().equals("~");
        return TypedValue.truth(tuple -> {
            String own = of.text(tuple);
            return own != null && compiled.isIn(own) == wanted;
        });
    }

    /** The regular expression that stands here. */
    static TextPattern pattern(Expression at) {
        if (!(at instanceof Constant pattern && pattern.value() instanceof String text)) {
            throw new QueryException(at.position(), "expected a pattern in quotes");
        }
        try {
            return new TextPattern(text);
        } catch (IllegalArgumentException e) {
            throw new QueryException(at.position(), String.valueOf(e.getMessage()));
        }
    }

    private TypedValue comparison(Binary binary) {
        TypedValue left = compile(binary.left());
        TypedValue right = compile(binary.right());
        if (left.type() == ValueType.TIME && right.type() == ValueType.TEXT) {
            right = moment(binary.right());
        } else if (right.type() == ValueType.TIME && left.type() == ValueType.TEXT) {
            left = moment(binary.left());
        }
        boolean fits = left.type() == right.type() || Arithmetic.areComparable(left.type(), right.type());
        if (!fits) {
            throw new QueryException(
                    binary.position(), name(left.type()) + " cannot be compared with " + name(right.type()));
        }
        String operator = binary.operator();
        return switch (left.type()) {
            case TEXT -> texts(operator, left, right);
            case BOOLEAN -> truths(binary, operator, left, right);
            case TIME -> times(operator, left, right);
            default -> numbers(operator, left, right);
        };
    }

    private static TypedValue texts(String operator, TypedValue left, TypedValue right) {
        return TypedValue.truth(tuple -> {
            String one = left.text(tuple);
            String other = right.text(tuple);
            return one != null && (other == null ? operator.equals("!=") : holds(operator, one.compareTo(other)));
        });
    }

    private static TypedValue truths(Binary at, String operator, TypedValue left, TypedValue right) {
        if (!operator.equals("=") && !operator.equals("!=")) {
            throw new QueryException(at.position(), "yes and no are compared with = or !=");
        }
        boolean wanted = operator.equals("=");
        return TypedValue.truth(tuple -> left.truth(tuple) == right.truth(tuple) == wanted);
    }

    private static TypedValue times(String operator, TypedValue left, TypedValue right) {
        return TypedValue.truth(tuple -> {
            long one = left.time(tuple);
            long other = right.time(tuple);
            return one != EventColumn.NO_TIME
                    && other != EventColumn.NO_TIME
                    && holds(operator, Long.compare(one, other));
        });
    }

    private static TypedValue numbers(String operator, TypedValue left, TypedValue right) {
        return TypedValue.truth(tuple -> {
            double one = left.number(tuple);
            double other = right.number(tuple);
            return !Double.isNaN(one)
                    && !Double.isNaN(other)
                    && holds(operator, Double.compare(one + 0.0, other + 0.0));
        });
    }

    private static boolean holds(String operator, int order) {
        return switch (operator) {
            case "=" -> order == 0;
            case "!=" -> order != 0;
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            default -> order >= 0;
        };
    }

    /** A moment, written as a text. */
    private static TypedValue moment(Expression expression) {
        if (expression instanceof Constant constant && constant.value() instanceof String text) {
            try {
                long nanos = TimeSpan.moment(text);
                return TypedValue.time(tuple -> nanos);
            } catch (IllegalArgumentException e) {
                throw new QueryException(
                        constant.position(), "this is not a moment; write it as '2026-01-31T12:00:01.5Z'");
            }
        }
        throw new QueryException(expression.position(), "expected a moment, such as '2026-01-31T12:00:01.5Z'");
    }

    private TypedValue oneOf(OneOf oneOf) {
        TypedValue of = compile(oneOf.of());
        if (of.type() == ValueType.TIME) {
            List<TypedValue> moments = new ArrayList<>();
            oneOf.values().forEach(value -> moments.add(moment(value)));
            return TypedValue.truth(tuple -> moments.stream().anyMatch(each -> each.time(tuple) == of.time(tuple)));
        }
        Set<Object> values = new HashSet<>();
        for (Constant constant : oneOf.values()) {
            ValueType type = constant(constant).type();
            if (type != of.type() && !Arithmetic.areComparable(of.type(), type)) {
                throw new QueryException(constant.position(), name(of.type()) + " cannot be " + name(type));
            }
            values.add(constant.value());
        }
        return TypedValue.truth(tuple -> {
            Object value = of.boxed(tuple);
            return value != null && values.contains(value);
        });
    }

    TypedValue quantity(Expression expression) {
        TypedValue value = compile(expression);
        if (!value.type().isQuantity()) {
            throw new QueryException(expression.position(), "expected a quantity, not " + name(value.type()));
        }
        return value;
    }

    private static void require(TypedValue value, ValueType type, Expression at, String what) {
        if (value.type() != type) {
            throw new QueryException(at.position(), "expected " + what + " not " + name(value.type()));
        }
    }

    /** Such as {@code a duration}. */
    static String name(@Nullable ValueType type) {
        return switch (Objects.requireNonNull(type)) {
            case TEXT -> "a text";
            case BOOLEAN -> "yes or no";
            case TIME -> "a moment";
            case BYTES -> "bytes";
            default -> "a " + type.name().toLowerCase(Locale.ROOT);
        };
    }
}

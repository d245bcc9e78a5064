package io.wirepath.analyze.query.language;

import java.util.List;

/** An expression of a query, as it was written. Immutable. */
public sealed interface Expression {

    /** Its place in the text. */
    Position position();

    /** It in one way of writing: two expressions with the same text are the same. */
    String text();

    /** How a literal is meant. */
    enum Unit {
        TEXT,
        BOOLEAN,
        NONE,
        NANOSECONDS,
        BYTES
    }

    /**
     * A literal.
     *
     * @param value String, Boolean or Double
     * @param unit what the number counts
     */
    record Constant(Position position, Object value, Unit unit) implements Expression {
        @Override
        public String text() {
            return unit == Unit.TEXT ? "'" + value + "'" : value + (unit == Unit.NANOSECONDS ? "ns" : "");
        }
    }

    /** A field of an event: {@code request.client}. */
    record FieldOf(Position position, String variable, String field) implements Expression {
        @Override
        public String text() {
            return variable + "." + field;
        }
    }

    /** A word alone: what Let named, the one column of a nested query, or COUNT. */
    record Reference(Position position, String name) implements Expression {
        @Override
        public String text() {
            return name;
        }
    }

    /** Two operands; the operator is one of {@code + - * / % = != < <= > >= ~ !~ and or}. */
    record Binary(Position position, String operator, Expression left, Expression right) implements Expression {
        @Override
        public String text() {
            return "(" + left.text() + " " + operator + " " + right.text() + ")";
        }
    }

    /** {@code -} or {@code not}. */
    record Unary(Position position, String operator, Expression of) implements Expression {
        @Override
        public String text() {
            return operator + "(" + of.text() + ")";
        }
    }

    /** Whether it is one of these. */
    record OneOf(Position position, Expression of, List<Constant> values) implements Expression {
        @Override
        public String text() {
            return of.text() + " in ("
                    + String.join(", ", values.stream().map(Constant::text).toList()) + ")";
        }
    }

    /** A function or an aggregate; {@code distinct} for {@code COUNT(DISTINCT x)}. */
    record Invocation(Position position, String function, boolean distinct, List<Expression> arguments)
            implements Expression {
        @Override
        public String text() {
            return function + "(" + (distinct ? "distinct " : "")
                    + String.join(
                            ", ",
                            arguments.stream().map(each -> bare(each.text())).toList())
                    + ")";
        }

        private static String bare(String text) {
            return text.startsWith("(") && text.endsWith(")") ? text.substring(1, text.length() - 1) : text;
        }
    }

    /** The expressions within this one. */
    default List<Expression> parts() {
        if (this instanceof Binary binary) {
            return List.of(binary.left(), binary.right());
        } else if (this instanceof Unary unary) {
            return List.of(unary.of());
        } else if (this instanceof OneOf oneOf) {
            return List.of(oneOf.of());
        }
        return this instanceof Invocation invocation ? invocation.arguments() : List.of();
    }
}

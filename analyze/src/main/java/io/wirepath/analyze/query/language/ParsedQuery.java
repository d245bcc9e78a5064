package io.wirepath.analyze.query.language;

import io.wirepath.analyze.query.language.Expression.FieldOf;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A query as it was written.
 *
 * @param from the events that it goes through
 * @param joins happened-before joins, in order
 * @param lets named expressions, in order
 * @param where conditions, all of which must hold
 * @param groupBy what makes a group; empty for none
 * @param select the columns; empty for all fields
 * @param order by what rows are sorted; null for their groups
 * @param limit most rows
 */
public record ParsedQuery(
        Scan from,
        List<Joining> joins,
        Map<String, Expression> lets,
        List<Expression> where,
        List<Expression> groupBy,
        List<Column> select,
        @Nullable Order order,
        int limit) {

    /**
     * Events of one or several sources.
     *
     * @param variable what one of them is called
     */
    public record Scan(Position position, String variable, List<SourceTerm> sources) {}

    /** What events come from. */
    public sealed interface SourceTerm {

        /** Its place in the text. */
        Position position();
    }

    /** A source, or a query defined before, by its name. */
    public record Named(Position position, String name) implements SourceTerm {}

    /** A query in parentheses. */
    public record Nested(Position position, ParsedQuery query) implements SourceTerm {}

    /** Which of the events that are joined count. */
    public enum Which {
        EVERY,
        FIRST,
        MAX_RECENT
    }

    /**
     * A join, of which one side is the scanned variable and the other was there before: {@code left -> right}, by
     * causes, or {@code left.a = right.b}.
     *
     * @param which which of the joined events count
     * @param number how many of them
     * @param atLeast probability that a pair has at least
     * @param equal the two fields that are equal, the left one first; empty where they are joined by causes
     */
    public record Joining(
            Scan scan,
            Which which,
            int number,
            String left,
            Position leftPosition,
            String right,
            Position rightPosition,
            double atLeast,
            List<FieldOf> equal) {}

    /**
     * A column of the answer.
     *
     * @param name its heading; null for its text
     */
    public record Column(Expression expression, @Nullable String name) {

        /** Its heading. */
        public String heading() {
            if (name != null) {
                return name;
            }
            return expression instanceof Expression.FieldOf field ? field.field() : trimmed(expression.text());
        }

        private static String trimmed(String text) {
            return text.startsWith("(") && text.endsWith(")") ? text.substring(1, text.length() - 1) : text;
        }
    }

    /** By what rows are sorted. */
    public record Order(Expression by, boolean falling) {}
}

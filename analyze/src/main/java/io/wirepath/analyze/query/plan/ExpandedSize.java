package io.wirepath.analyze.query.plan;

import io.wirepath.analyze.query.language.Expression;
import io.wirepath.analyze.query.language.Expression.Reference;
import io.wirepath.analyze.query.language.ParsedQuery;
import io.wirepath.analyze.query.language.QueryException;
import java.util.HashMap;
import java.util.Map;

/**
 * How large the expressions of a query are with what Let named put in. A few names that use each other many times make
 * an expression without end, though each is short. Used once.
 */
final class ExpandedSize {

    /** Most operators and values of a query. */
    static final int MAX = 10_000;

    private static final long OPEN = -1;

    private final Map<String, Expression> lets;
    private final Map<String, Long> sizes = new HashMap<>();

    private ExpandedSize(Map<String, Expression> lets) {
        this.lets = lets;
    }

    /**
     * Refuses a query that is too large, or whose names lead in a circle.
     *
     * @return its operators and values
     * @throws QueryException with what is wrong
     */
    static int check(ParsedQuery query) {
        ExpandedSize sizes = new ExpandedSize(query.lets());
        long sum = 0;
        for (Expression let : query.lets().values()) {
            sum += sizes.of(let);
        }
        for (Expression condition : query.where()) {
            sum += sizes.of(condition);
        }
        for (Expression key : query.groupBy()) {
            sum += sizes.of(key);
        }
        for (ParsedQuery.Column column : query.select()) {
            sum += sizes.of(column.expression());
        }
        if (sum > MAX) {
            throw new QueryException(
                    query.from().position(),
                    "with what Let names put in, it has " + (sum > Integer.MAX_VALUE ? "far " : "") + "more than " + MAX
                            + " operators and values; write less");
        }
        return (int) sum;
    }

    private long of(Expression expression) {
        Expression let = expression instanceof Reference reference ? lets.get(reference.name()) : null;
        if (let != null) {
            return ofLet((Reference) expression, let);
        }
        long sum = 1;
        for (Expression part : expression.parts()) {
            sum = Math.min(Integer.MAX_VALUE + 1L, sum + of(part));
        }
        return sum;
    }

    private long ofLet(Reference reference, Expression let) {
        Long known = sizes.get(reference.name());
        if (known == null) {
            sizes.put(reference.name(), OPEN);
            known = of(let);
            sizes.put(reference.name(), known);
        } else if (known == OPEN) {
            throw new QueryException(reference.position(), "Let names refer to each other in a circle");
        }
        return known;
    }
}

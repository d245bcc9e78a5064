package io.wirepath.analyze.query.operator;

import java.util.List;

/** Hands on the tuples of which all conditions hold. */
public final class TupleFilter implements TupleSink {

    private final TypedValue[] conditions;
    private final TupleSink next;

    private TupleFilter(List<TypedValue> conditions, TupleSink next) {
        this.conditions = conditions.toArray(TypedValue[]::new);
        this.next = next;
    }

    /** A filter, or what comes after it where there is no condition. */
    public static TupleSink before(List<TypedValue> conditions, TupleSink next) {
        return conditions.isEmpty() ? next : new TupleFilter(conditions, next);
    }

    @Override
    public void accept(Tuple tuple) {
        for (TypedValue condition : conditions) {
            if (!condition.truth(tuple)) {
                return;
            }
        }
        next.accept(tuple);
    }
}

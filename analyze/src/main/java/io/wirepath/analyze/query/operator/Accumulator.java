package io.wirepath.analyze.query.operator;

import io.wirepath.analyze.query.event.EventColumn;
import org.jspecify.annotations.Nullable;

/** What an aggregate has seen of one group, in all worlds. Grows by adding alone. Not thread-safe. */
abstract class Accumulator {

    /**
     * Adds a tuple in its worlds.
     *
     * @param of what the aggregate is of; null for COUNT of all
     */
    abstract void add(Tuple tuple, @Nullable TypedValue of);

    /** Adds what another of the same aggregate has seen. */
    abstract void addAll(Accumulator other);

    /** The aggregate in a world; NaN where there is none. */
    double number(int world) {
        return Double.NaN;
    }

    /** The aggregate where it is a moment. */
    long time(int world) {
        return EventColumn.NO_TIME;
    }

    /** Whether it is the same in all worlds. */
    abstract boolean isSure();
}

package io.wirepath.analyze.query.event;

import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Events that are rows of some table.
 *
 * @param callOf number of the call of an event; null where events belong to none
 * @param placeOf place at its call
 */
record TableSource(
        String name,
        String sentence,
        List<EventField> fields,
        int size,
        IntToLongFunction time,
        @Nullable IntUnaryOperator callOf,
        IntUnaryOperator placeOf)
        implements EventSource {

    @Override
    public long timeNanos(int event) {
        return time.applyAsLong(event);
    }

    @Override
    public int call(int event) {
        return callOf == null ? NO_CALL : callOf.applyAsInt(event);
    }

    @Override
    public int place(int event) {
        return placeOf.applyAsInt(event);
    }

    @Override
    public boolean isCausal() {
        return callOf != null;
    }
}

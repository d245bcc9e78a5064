package io.wirepath.analyze.query.event;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Events that are rows of some table.
 *
 * @param isCausal whether they belong to calls
 * @param callOf number of the call of an event
 * @param placeOf place at its call
 * @param doubt of what is not sure; null where all is
 */
public record TableSource(
        String name,
        String sentence,
        List<EventField> fields,
        int size,
        IntToLongFunction time,
        boolean isCausal,
        IntUnaryOperator callOf,
        IntUnaryOperator placeOf,
        @Nullable Doubt doubt)
        implements EventSource {

    /**
     * In which possible worlds events happened.
     *
     * @param worlds a bit each
     * @param probability that it happened
     */
    public record Doubt(IntToLongFunction worlds, IntToDoubleFunction probability) {}

    /** Events that are sure; they belong to calls where {@code callOf} is not null. */
    public TableSource(
            String name,
            String sentence,
            List<EventField> fields,
            int size,
            IntToLongFunction time,
            @Nullable IntUnaryOperator callOf,
            IntUnaryOperator placeOf) {
        this(
                name,
                sentence,
                fields,
                size,
                time,
                callOf != null,
                callOf == null ? event -> NO_CALL : callOf,
                placeOf,
                null);
    }

    @Override
    public long timeNanos(int event) {
        return time.applyAsLong(event);
    }

    @Override
    public int call(int event) {
        return callOf.applyAsInt(event);
    }

    @Override
    public int place(int event) {
        return placeOf.applyAsInt(event);
    }

    @Override
    public boolean isSure() {
        return doubt == null;
    }

    @Override
    public long worlds(int event) {
        return doubt == null ? ALL_WORLDS : doubt.worlds.applyAsLong(event);
    }

    @Override
    public double probability(int event) {
        return doubt == null ? 1 : doubt.probability.applyAsDouble(event);
    }
}

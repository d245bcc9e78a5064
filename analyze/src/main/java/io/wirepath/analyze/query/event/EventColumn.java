package io.wirepath.analyze.query.event;

import io.wirepath.analyze.field.ValueType;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** The values of one field, by the number of the event. What it does not hold it says it does not know. */
public interface EventColumn {

    /** A moment that is not known. */
    long NO_TIME = Long.MIN_VALUE;

    /**
     * The column, ready to be read; called before its first value is asked for. One of a file checks itself here.
     *
     * @throws java.io.UncheckedIOException where it is damaged
     */
    default EventColumn opened() {
        return this;
    }

    /** A quantity; NaN where it is not known. */
    default double number(int event) {
        return Double.NaN;
    }

    /** A moment; {@link #NO_TIME} where it is not known. */
    default long time(int event) {
        return NO_TIME;
    }

    /** A text; null where it is not known. */
    default @Nullable String text(int event) {
        return null;
    }

    /** Yes or no. */
    default boolean truth(int event) {
        return false;
    }

    /** What rows hold in one column: text, a truth, a moment as a long, or a quantity as a double. */
    static EventColumn of(ValueType type, IntFunction<@Nullable Object> value) {
        return switch (type) {
            case TEXT -> texts(event -> (String) value.apply(event));
            case BOOLEAN -> truths(event -> Boolean.TRUE.equals(value.apply(event)));
            case TIME -> times(event -> value.apply(event) instanceof Long nanos ? nanos : NO_TIME);
            default -> numbers(event -> value.apply(event) instanceof Double number ? number : Double.NaN);
        };
    }

    /** Quantities. */
    static EventColumn numbers(IntToDoubleFunction of) {
        return new EventColumn() {
            @Override
            public double number(int event) {
                return of.applyAsDouble(event);
            }
        };
    }

    /** Moments. */
    static EventColumn times(IntToLongFunction of) {
        return new EventColumn() {
            @Override
            public long time(int event) {
                return of.applyAsLong(event);
            }
        };
    }

    /** Texts. */
    static EventColumn texts(IntFunction<@Nullable String> of) {
        return new EventColumn() {
            @Override
            public @Nullable String text(int event) {
                return of.apply(event);
            }
        };
    }

    /** Yes or no. */
    static EventColumn truths(IntPredicate of) {
        return new EventColumn() {
            @Override
            public boolean truth(int event) {
                return of.test(event);
            }
        };
    }
}

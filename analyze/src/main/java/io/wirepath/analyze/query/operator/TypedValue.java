package io.wirepath.analyze.query.operator;

import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.query.event.EventColumn;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** An expression, ready to be computed of tuples. What is not of its type it does not know. */
public abstract class TypedValue {

    private final ValueType type;

    /** A value of this type. */
    protected TypedValue(ValueType type) {
        this.type = type;
    }

    /** What it is. */
    public final ValueType type() {
        return type;
    }

    /** A quantity; NaN where it is not known. */
    public double number(Tuple tuple) {
        return Double.NaN;
    }

    /** Between what a quantity lies. */
    public QuantityRange range() {
        return QuantityRange.ANY;
    }

    /** A moment, ns since the epoch; {@link EventColumn#NO_TIME} where it is not known. */
    public long time(Tuple tuple) {
        return EventColumn.NO_TIME;
    }

    /** A text; null where it is not known. */
    public @Nullable String text(Tuple tuple) {
        return null;
    }

    /** Yes or no. */
    public boolean truth(Tuple tuple) {
        return false;
    }

    /** The value as an object of its own: String, Boolean, Long (a moment) or Double; null where it is not known. */
    public final @Nullable Object boxed(Tuple tuple) {
        return switch (type) {
            case TEXT -> text(tuple);
            case BOOLEAN -> truth(tuple);
            case TIME -> {
                long nanos = time(tuple);
                yield nanos == EventColumn.NO_TIME ? null : nanos;
            }
            default -> {
                double number = number(tuple);
                yield Double.isNaN(number) ? null : number;
            }
        };
    }

    /** A quantity of which nobody says between what it lies. */
    public static TypedValue number(ValueType type, ToDoubleFunction<Tuple> of) {
        return number(type, QuantityRange.ANY, of);
    }

    /** A quantity. */
    public static TypedValue number(ValueType type, QuantityRange range, ToDoubleFunction<Tuple> of) {
        return new TypedValue(type) {
            @Override
            public double number(Tuple tuple) {
                return of.applyAsDouble(tuple);
            }

            @Override
            public QuantityRange range() {
                return range;
            }
        };
    }

    /** A moment. */
    public static TypedValue time(ToLongFunction<Tuple> of) {
        return new TypedValue(ValueType.TIME) {
            @Override
            public long time(Tuple tuple) {
                return of.applyAsLong(tuple);
            }
        };
    }

    /** A text. */
    public static TypedValue text(Function<Tuple, @Nullable String> of) {
        return new TypedValue(ValueType.TEXT) {
            @Override
            public @Nullable String text(Tuple tuple) {
                return of.apply(tuple);
            }
        };
    }

    /** Yes or no. */
    public static TypedValue truth(Predicate<Tuple> of) {
        return new TypedValue(ValueType.BOOLEAN) {
            @Override
            public boolean truth(Tuple tuple) {
                return of.test(tuple);
            }
        };
    }

    /** A field of the event of a variable. */
    public static TypedValue field(ValueType type, EventColumn column, int variable) {
        return new FieldValue(type, column, variable);
    }

    /** Asks its column without a step between: most of what a query does is this. */
    private static final class FieldValue extends TypedValue {
        private final EventColumn column;
        private final int variable;

        FieldValue(ValueType type, EventColumn column, int variable) {
            super(type);
            this.column = column;
            this.variable = variable;
        }

        @Override
        public double number(Tuple tuple) {
            return column.number(tuple.event[variable]);
        }

        @Override
        public long time(Tuple tuple) {
            return column.time(tuple.event[variable]);
        }

        @Override
        public @Nullable String text(Tuple tuple) {
            return column.text(tuple.event[variable]);
        }

        @Override
        public boolean truth(Tuple tuple) {
            return column.truth(tuple.event[variable]);
        }
    }

    /** What a group is told apart by. */
    public static TypedValue key(ValueType type, int index) {
        return switch (type) {
            case TEXT -> text(tuple -> (String) key(tuple, index));
            case BOOLEAN -> truth(tuple -> Boolean.TRUE.equals(key(tuple, index)));
            case TIME -> time(tuple -> key(tuple, index) instanceof Long nanos ? nanos : EventColumn.NO_TIME);
            default -> number(type, tuple -> key(tuple, index) instanceof Double number ? number : Double.NaN);
        };
    }

    /** What an aggregate of a group says in the world of the tuple. */
    public static TypedValue aggregate(AggregateFunction function, int index) {
        if (function.type() == ValueType.TIME) {
            return time(tuple -> tuple.group == null ? EventColumn.NO_TIME : tuple.group.sums[index].time(tuple.world));
        }
        return number(
                function.type(),
                function.range(),
                tuple -> tuple.group == null ? Double.NaN : tuple.group.sums[index].number(tuple.world));
    }

    private static @Nullable Object key(Tuple tuple, int index) {
        return tuple.group == null ? null : tuple.group.key.values[index];
    }
}

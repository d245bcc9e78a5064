package io.wirepath.analyze.query.operator;

import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.query.cause.Worlds;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate of a query.
 *
 * @param kind which
 * @param of what it is of; null for COUNT
 * @param quantile from 0 to 1, of a quantile
 */
public record AggregateFunction(Kind kind, @Nullable TypedValue of, double quantile) {

    /** Which aggregate. */
    public enum Kind {
        COUNT,
        SUM,
        AVG,
        /** How often a condition holds. */
        SHARE,
        MIN,
        MAX,
        QUANTILE,
        DISTINCT
    }

    /** What it gives. */
    public ValueType type() {
        return kind == Kind.COUNT || kind == Kind.DISTINCT || of == null ? ValueType.NUMBER : of.type();
    }

    /** Between what it lies. */
    QuantityRange range() {
        return kind == Kind.SHARE ? new QuantityRange(0, 1) : QuantityRange.ANY;
    }

    /** An empty one for a new group. */
    Accumulator start(StateRoom room) {
        return switch (kind) {
            case COUNT, SUM, AVG -> new Total(kind, room);
            case SHARE -> new Share(room);
            case MIN, MAX -> new Extreme(kind == Kind.MAX, room);
            case QUANTILE -> new Quantile(quantile, room);
            case DISTINCT -> new Distinct(room);
        };
    }

    private static final class Total extends Accumulator {
        private final Kind kind;
        private final WorldSum count;
        private final WorldSum sum;

        Total(Kind kind, StateRoom room) {
            this.kind = kind;
            count = new WorldSum(room);
            sum = new WorldSum(room);
        }

        @Override
        void add(Tuple tuple, @Nullable TypedValue of) {
            if (of == null) {
                count.add(1, tuple.worlds);
                return;
            }
            if (kind == Kind.COUNT) {
                if (of.boxed(tuple) != null) {
                    count.add(1, tuple.worlds);
                }
                return;
            }
            double value = of.number(tuple);
            if (!Double.isNaN(value)) {
                count.add(1, tuple.worlds);
                sum.add(value, tuple.worlds);
            }
        }

        @Override
        void addAll(Accumulator other) {
            count.addAll(((Total) other).count);
            sum.addAll(((Total) other).sum);
        }

        @Override
        double number(int world) {
            return switch (kind) {
                case COUNT -> count.in(world);
                case SUM -> sum.in(world);
                default -> count.in(world) == 0 ? Double.NaN : sum.in(world) / count.in(world);
            };
        }

        @Override
        boolean isSure() {
            return count.isSure() && sum.isSure();
        }
    }

    private static final class Quantile extends Accumulator {
        private final double q;
        private final WorldHistogram values;

        Quantile(double q, StateRoom room) {
            this.q = q;
            values = new WorldHistogram(room);
        }

        @Override
        void add(Tuple tuple, @Nullable TypedValue of) {
            double value = of == null ? Double.NaN : of.number(tuple);
            if (!Double.isNaN(value)) {
                values.add(value, tuple.worlds);
            }
        }

        @Override
        void addAll(Accumulator other) {
            values.addAll(((Quantile) other).values);
        }

        @Override
        double number(int world) {
            return values.quantile(q, world);
        }

        @Override
        boolean isSure() {
            return values.isSure();
        }
    }

    private static final class Distinct extends Accumulator {
        private final StateRoom room;
        private final Map<Object, Long> worldsOf = new HashMap<>();

        Distinct(StateRoom room) {
            this.room = room;
        }

        @Override
        void add(Tuple tuple, @Nullable TypedValue of) {
            Object value = of == null ? null : of.boxed(tuple);
            if (value == null) {
                return;
            }
            add(value, tuple.worlds);
        }

        private void add(Object value, long worlds) {
            Long known = worldsOf.get(value);
            if (known == null) {
                room.take(StateRoom.ENTRY_BYTES);
                worldsOf.put(value, worlds);
            } else if ((worlds & ~known) != 0) {
                worldsOf.put(value, known | worlds);
            }
        }

        @Override
        void addAll(Accumulator other) {
            ((Distinct) other).worldsOf.forEach(this::add);
        }

        @Override
        double number(int world) {
            return worldsOf.values().stream()
                    .filter(worlds -> (worlds & 1L << world) != 0)
                    .count();
        }

        @Override
        boolean isSure() {
            return worldsOf.values().stream().allMatch(worlds -> worlds == Worlds.ALL);
        }
    }
}

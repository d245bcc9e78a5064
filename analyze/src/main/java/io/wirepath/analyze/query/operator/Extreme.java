package io.wirepath.analyze.query.operator;

import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.query.cause.Worlds;
import io.wirepath.analyze.query.event.EventColumn;
import org.jspecify.annotations.Nullable;

/** The largest, or the smallest; of moments too. What is sure is kept once. Not thread-safe. */
final class Extreme extends Accumulator {

    /** The best so far; a quantity or a moment, the other is the same for all. */
    private static final class Best {
        private boolean seen;
        private double number = Double.NaN;
        private long nanos = EventColumn.NO_TIME;

        private void take(boolean largest, double ofNumber, long atNanos) {
            int ahead = atNanos != nanos ? Long.compare(atNanos, nanos) : Double.compare(ofNumber, number);
            if (!seen || (largest ? ahead > 0 : ahead < 0)) {
                seen = true;
                number = ofNumber;
                nanos = atNanos;
            }
        }

        private void take(boolean largest, Best other) {
            if (other.seen) {
                take(largest, other.number, other.nanos);
            }
        }
    }

    private static final int BYTES = Worlds.COUNT * (Long.BYTES + 32);

    private final boolean largest;
    private final StateRoom room;
    private final Best sure = new Best();
    private @Nullable Best @Nullable [] beyond;

    Extreme(boolean largest, StateRoom room) {
        this.largest = largest;
        this.room = room;
    }

    @Override
    void add(Tuple tuple, @Nullable TypedValue of) {
        if (of == null) {
            return;
        }
        boolean isTime = of.type() == ValueType.TIME;
        double value = isTime ? 0 : of.number(tuple);
        long nanos = isTime ? of.time(tuple) : 0;
        if (Double.isNaN(value) || nanos == EventColumn.NO_TIME) {
            return;
        }
        if (tuple.worlds == Worlds.ALL) {
            sure.take(largest, value, nanos);
            return;
        }
        for (long left = tuple.worlds; left != 0; left &= left - 1) {
            in(Long.numberOfTrailingZeros(left)).take(largest, value, nanos);
        }
    }

    private Best in(int world) {
        if (beyond == null) {
            room.take(BYTES);
            beyond = new Best[Worlds.COUNT];
        }
        Best own = beyond[world];
        if (own == null) {
            own = new Best();
            beyond[world] = own;
        }
        return own;
    }

    private Best best(int world) {
        Best own = beyond == null ? null : beyond[world];
        if (own == null) {
            return sure;
        }
        Best both = new Best();
        both.take(largest, sure);
        both.take(largest, own);
        return both;
    }

    @Override
    void addAll(Accumulator of) {
        Extreme other = (Extreme) of;
        sure.take(largest, other.sure);
        for (int world = 0; other.beyond != null && world < Worlds.COUNT; world++) {
            Best own = other.beyond[world];
            if (own != null) {
                in(world).take(largest, own);
            }
        }
    }

    @Override
    double number(int world) {
        return best(world).number;
    }

    @Override
    long time(int world) {
        return best(world).nanos;
    }

    @Override
    boolean isSure() {
        return beyond == null;
    }
}

package io.wirepath.sniffer;

import java.util.ArrayList;
import java.util.List;

/**
 * The counters of one stage: a long for each constant of its enum. A monoid: {@link #add(CounterSet)}. Written by one
 * thread; read by others after the stage has handed it over.
 *
 * @param <E> the stage's enum of counters
 */
@SuppressWarnings("EnumOrdinal") // an array by ordinal is what makes counting cheap; no ordinal leaves this class
public final class CounterSet<E extends Enum<E> & Counter> {

    private final E[] constants;
    private final long[] values;

    /** Starts all counters of this enum at zero. */
    public CounterSet(Class<E> type) {
        constants = type.getEnumConstants();
        values = new long[constants.length];
    }

    /** Adds one. */
    public void increment(E counter) {
        values[counter.ordinal()]++;
    }

    /** Adds {@code amount}. */
    public void add(E counter, long amount) {
        values[counter.ordinal()] += amount;
    }

    /** The present value. */
    public long get(E counter) {
        return values[counter.ordinal()];
    }

    /** Adds another set of the same enum. */
    public void add(CounterSet<E> other) {
        for (int i = 0; i < values.length; i++) {
            values[i] += other.values[i];
        }
    }

    /** All counters with their values, in the order of the enum. */
    public List<Value> values() {
        List<Value> list = new ArrayList<>(values.length);
        for (E constant : constants) {
            list.add(new Value(constant, values[constant.ordinal()]));
        }
        return list;
    }

    /**
     * A counter with its value.
     *
     * @param counter what is counted
     * @param value how many
     */
    public record Value(Counter counter, long value) {}
}

package io.wirepath.analyze.query.operator;

import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.query.cause.Worlds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sums tuples up by group. An estimate is the mean over the worlds in which the group has a value, and its interval the
 * mean plus and minus 1.96 standard deviations over them, and half a one more where it is a number that is whole in
 * each of them, for the normal distribution stands there for one of whole numbers. Quantities that are never negative
 * have no negative ends, and what is reckoned with shares ends where it must.
 */
public final class Grouping implements AnswerSink {

    private static final double NORMAL_95 = 1.96;

    /** Between a whole number and where the next one begins. */
    private static final double CONTINUITY = 0.5;

    private static final int RECENT = 1 << 12;

    private final TypedValue[] keys;
    private final List<AggregateFunction> aggregates;
    private final @Nullable TypedValue[] of;
    private final List<TypedValue> columns;
    private final GroupTable table;
    private final @Nullable Object[] probe;
    private final Group.Key probeKey;

    /** Groups by the hashes of their keys, found again without a search where the same objects come again. */
    private final @Nullable Group[] recent = new Group[RECENT];

    /**
     * Sums up.
     *
     * @param keys what makes a group
     * @param columns what is told of a group, of its keys and aggregates
     * @param table the groups so far, to which is added
     */
    public Grouping(
            List<TypedValue> keys, List<AggregateFunction> aggregates, List<TypedValue> columns, GroupTable table) {
        this.keys = keys.toArray(TypedValue[]::new);
        this.aggregates = aggregates;
        this.of = aggregates.stream().map(AggregateFunction::of).toArray(TypedValue[]::new);
        this.columns = columns;
        this.table = table;
        probe = new Object[keys.size()];
        probeKey = new Group.Key(probe);
    }

    @Override
    public void accept(Tuple tuple) {
        int hash = 0;
        for (int i = 0; i < keys.length; i++) {
            Object value = keys[i].boxed(tuple);
            probe[i] = value;
            hash = 31 * hash + (value == null ? 0 : value.hashCode());
        }
        int slot = (hash ^ hash >>> 16) & RECENT - 1;
        Group group = recent[slot];
        if (group == null || !isOfProbe(group)) {
            group = find();
            recent[slot] = group;
        }
        group.worlds |= tuple.worlds;
        for (int i = 0; i < of.length; i++) {
            group.sums[i].add(tuple, of[i]);
        }
    }

    private boolean isOfProbe(Group group) {
        for (int i = 0; i < probe.length; i++) {
            if (group.key.values[i] != probe[i]) {
                return false;
            }
        }
        return true;
    }

    private Group find() {
        Group group = table.find(probeKey);
        return group == null ? start() : group;
    }

    private Group start() {
        return table.start(new Group.Key(probe.clone()), aggregates);
    }

    @Override
    public List<AnswerRow> rows() {
        if (keys.length == 0 && table.size() == 0) {
            start().worlds = Worlds.ALL;
        }
        List<AnswerRow> rows = new ArrayList<>();
        table.groups().forEach(group -> rows.add(row(group)));
        return rows;
    }

    private AnswerRow row(Group group) {
        Tuple tuple = new Tuple(0);
        tuple.group = group;
        boolean sure = group.worlds == Worlds.ALL && Arrays.stream(group.sums).allMatch(Accumulator::isSure);
        int size = columns.size();
        @Nullable Object[] values = new Object[size];
        double[] low = new double[size];
        double[] high = new double[size];
        Arrays.fill(low, Double.NaN);
        Arrays.fill(high, Double.NaN);
        for (int i = 0; i < size; i++) {
            TypedValue column = columns.get(i);
            values[i] = column.boxed(tuple);
            if (!sure && column.type().isQuantity()) {
                estimate(column, tuple, i, values, low, high);
            }
        }
        return AnswerRow.ofGroup(values, low, high, group.worlds);
    }

    private static void estimate(
            TypedValue column, Tuple tuple, int at, @Nullable Object[] values, double[] low, double[] high) {
        double sum = 0;
        double squares = 0;
        double least = Double.POSITIVE_INFINITY;
        int known = 0;
        boolean isWhole = column.type() == ValueType.NUMBER;
        for (int world = 0; world < Worlds.COUNT; world++) {
            tuple.world = world;
            double value = column.number(tuple);
            if (!Double.isNaN(value)) {
                known++;
                sum += value;
                squares += value * value;
                least = Math.min(least, value);
                isWhole &= value == Math.rint(value);
            }
        }
        tuple.world = 0;
        if (known == 0) {
            values[at] = null;
            return;
        }
        double mean = sum / known;
        double deviation = Math.sqrt(Math.max(0, squares / known - mean * mean) * known / Math.max(1, known - 1));
        double reach = NORMAL_95 * deviation + (isWhole && deviation > 0 ? CONTINUITY : 0);
        values[at] = mean;
        QuantityRange range = column.range();
        low[at] = Math.max(Math.min(mean, least >= 0 ? Math.max(0, range.least()) : range.least()), mean - reach);
        high[at] = Math.min(Math.max(mean, range.most()), mean + reach);
    }
}

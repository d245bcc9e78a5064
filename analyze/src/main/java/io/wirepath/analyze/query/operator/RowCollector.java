package io.wirepath.analyze.query.operator;

import io.wirepath.analyze.query.event.EventSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps a row for each tuple that is not all but impossible, up to a bound. */
public final class RowCollector implements AnswerSink {

    /** What is less likely is no row: such tuples are there so that sums know their doubt. */
    private static final double MIN_PROBABILITY = 0.01;

    private final EventSource of;
    private final List<TypedValue> columns;
    private final int most;
    private final boolean cuts;
    private final List<AnswerRow> rows = new ArrayList<>();
    private final double[] none;

    /**
     * Keeps rows.
     *
     * @param of source of the first variable, whose event a row is of
     * @param most rows that are kept
     * @param cuts whether further ones are left out; otherwise they end the query
     */
    public RowCollector(EventSource of, List<TypedValue> columns, int most, boolean cuts) {
        this.of = of;
        this.columns = columns;
        this.most = most;
        this.cuts = cuts;
        none = new double[columns.size()];
        Arrays.fill(none, Double.NaN);
    }

    @Override
    public void accept(Tuple tuple) {
        if (tuple.probability < MIN_PROBABILITY) {
            return;
        }
        if (rows.size() == most) {
            if (!cuts) {
                throw QueryBounds.refusal(
                        "rows", most, "filter with Where, take fewer with Limit, or sum up with GroupBy");
            }
            return;
        }
        @Nullable Object[] values = new Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = columns.get(i).boxed(tuple);
        }
        int event = tuple.event[0];
        rows.add(new AnswerRow(
                values,
                none,
                none,
                tuple.probability,
                tuple.worlds,
                of.call(event),
                of.place(event),
                of.timeNanos(event)));
    }

    @Override
    public List<AnswerRow> rows() {
        return rows;
    }
}

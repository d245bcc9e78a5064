package io.wirepath.analyze.query.operator;

import io.wirepath.analyze.query.cause.Worlds;
import io.wirepath.analyze.query.event.EventSource;
import org.jspecify.annotations.Nullable;

/**
 * A row of an answer.
 *
 * @param values a value for each column: String, Boolean, Long (a moment) or Double (an expected value); null where
 *     unknown
 * @param low lower end of the 95 % interval of each value; NaN where it is no estimate
 * @param high upper end of it
 * @param probability of the row; of a group, that there is anything in it
 * @param worlds the worlds in which it is there
 * @param call number of the call of the event that the row is of, or {@link EventSource#NO_CALL}
 * @param place that event's place at its call
 * @param nanos when that event happened
 */
public record AnswerRow(
        @Nullable Object[] values,
        double[] low,
        double[] high,
        double probability,
        long worlds,
        int call,
        int place,
        long nanos) {

    /** A row of a group. */
    static AnswerRow ofGroup(@Nullable Object[] values, double[] low, double[] high, long worlds) {
        return new AnswerRow(
                values, low, high, Worlds.share(worlds), Worlds.ALL, EventSource.NO_CALL, EventSource.REQUEST, 0);
    }
}

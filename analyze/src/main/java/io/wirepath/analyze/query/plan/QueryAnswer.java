package io.wirepath.analyze.query.plan;

import io.wirepath.analyze.query.operator.AnswerRow;
import io.wirepath.analyze.whole.LinkMeasure;
import java.util.List;

/**
 * The answer of a query. Immutable.
 *
 * @param columns its columns
 * @param rows its rows, sorted by their first columns or as the query says
 * @param rowsAreUncertain whether each row rests on inferred causes, so that its probability is worth telling
 * @param measure what is told of such rows, and what intervals rest on: of scores they are no 95 % intervals
 */
public record QueryAnswer(
        List<AnswerColumn> columns, List<AnswerRow> rows, boolean rowsAreUncertain, LinkMeasure measure) {

    /** Whether anything in it rests on inferred causes. */
    public boolean isEstimate() {
        return rowsAreUncertain || columns.stream().anyMatch(AnswerColumn::isEstimate);
    }
}

package io.wirepath.analyze.query.plan;

import io.wirepath.analyze.query.operator.AnswerRow;
import java.util.List;

/**
 * The answer of a query. Immutable.
 *
 * @param columns its columns
 * @param rows its rows, sorted by their first columns or as the query says
 * @param rowsHaveProbability whether each row rests on inferred causes, so that its probability is worth telling
 */
public record QueryAnswer(List<AnswerColumn> columns, List<AnswerRow> rows, boolean rowsHaveProbability) {}

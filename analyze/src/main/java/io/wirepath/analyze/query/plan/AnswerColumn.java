package io.wirepath.analyze.query.plan;

import io.wirepath.analyze.field.ValueType;

/**
 * A column of an answer.
 *
 * @param name its heading
 * @param type what its values are
 * @param isEstimate whether it is a quantity that rests on inferred causes, so that its values have intervals
 */
public record AnswerColumn(String name, ValueType type, boolean isEstimate) {}

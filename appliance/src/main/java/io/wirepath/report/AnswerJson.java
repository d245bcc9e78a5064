package io.wirepath.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.query.operator.AnswerRow;
import io.wirepath.analyze.query.plan.AnswerColumn;
import io.wirepath.analyze.query.plan.QueryAnswer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a query as JSON: {@code {"measure","columns":[{"name","type","estimate"}],"rows":[{NAME: value, …}]}}.
 * The measure is what estimates rest on, {@code probability} or {@code score}. Durations and moments are nanoseconds;
 * an estimate has its 95 % interval beside it, as {@code NAME_low} and {@code NAME_high}.
 */
public final class AnswerJson {

    private static final Fields<AnswerColumn> COLUMN = Fields.<AnswerColumn>of("AnswerColumn", "A column of an answer.")
            .text("name", "Its name.", AnswerColumn::name)
            .text("type", "Its type.", AnswerColumn::type)
            .truth("estimate", "Whether it has an interval.", AnswerColumn::isEstimate);

    /** An answer. */
    public static final Fields<QueryAnswer> FIELDS = Fields.<QueryAnswer>of("QueryAnswer", "The answer of a query.")
            .text(
                    "measure",
                    "What estimates rest on: probability or score.",
                    answer -> answer.measure().word())
            .objects("columns", COLUMN, "Its columns.", QueryAnswer::columns)
            .documents(
                    "rows", null, "Values by column; beside an estimate X stand X_low and X_high.", AnswerJson::rows);

    private AnswerJson() {}

    /** The answer. */
    public static ObjectNode of(QueryAnswer answer) {
        return FieldJson.of(FIELDS, answer);
    }

    private static List<ObjectNode> rows(QueryAnswer answer) {
        return answer.rows().stream().map(row -> row(answer, row)).toList();
    }

    private static ObjectNode row(QueryAnswer answer, AnswerRow row) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < answer.columns().size(); i++) {
            AnswerColumn column = answer.columns().get(i);
            put(to, column.name(), row.values()[i]);
            if (column.isEstimate()) {
                boolean isSure = Double.isNaN(row.low()[i]);
                put(to, column.name() + "_low", isSure ? row.values()[i] : (Double) row.low()[i]);
                put(to, column.name() + "_high", isSure ? row.values()[i] : (Double) row.high()[i]);
            }
        }
        if (answer.rowsAreUncertain()) {
            to.put(answer.measure().word(), row.probability());
        }
        return to;
    }

    private static void put(ObjectNode to, String name, @Nullable Object value) {
        if (value instanceof Long nanos) {
            to.put(name, nanos);
        } else if (value instanceof Double number) {
            long whole = (long) (double) number;
            if (whole == number) {
                to.put(name, whole);
            } else {
                to.put(name, number);
            }
        } else if (value instanceof Boolean truth) {
            to.put(name, truth);
        } else {
            to.put(name, (String) value);
        }
    }
}

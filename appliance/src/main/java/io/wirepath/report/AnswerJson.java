package io.wirepath.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.query.operator.AnswerRow;
import io.wirepath.analyze.query.plan.AnswerColumn;
import io.wirepath.analyze.query.plan.QueryAnswer;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a query as JSON: {@code {"measure","columns":[{"name","type","estimate"}],"rows":[{NAME: value, …}]}}.
 * The measure is what estimates rest on, {@code probability} or {@code score}. Durations and moments are nanoseconds;
 * an estimate has its 95 % interval beside it, as {@code NAME_low} and {@code NAME_high}.
 */
public final class AnswerJson {

    private AnswerJson() {}

    /** The answer. */
    public static ObjectNode of(QueryAnswer answer) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("measure", answer.measure().word());
        ArrayNode columns = to.putArray("columns");
        answer.columns()
                .forEach(column -> columns.addObject()
                        .put("name", column.name())
                        .put("type", column.type().name().toLowerCase(Locale.ROOT))
                        .put("estimate", column.isEstimate()));
        ArrayNode rows = to.putArray("rows");
        answer.rows().forEach(row -> rows.add(row(answer, row)));
        return to;
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

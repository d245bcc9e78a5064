package io.wirepath.report.text;

import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.query.operator.AnswerRow;
import io.wirepath.analyze.query.plan.AnswerColumn;
import io.wirepath.analyze.query.plan.QueryAnswer;
import io.wirepath.analyze.whole.LinkMeasure;
import io.wirepath.flows.CountText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The answer of a query as a table for people: estimates with their 95 % intervals. */
public final class AnswerTable {

    private static final String OF_SCORES = "Causes have scores here, by convolution, and no probabilities: an interval"
            + " tells how much depends on doubtful links, and not where the true value is in 95 of 100 cases.";

    private static final long SECOND = 1_000_000_000L;
    private static final double MANY = 1e15;
    private static final double THOUSAND = 1e3;

    private AnswerTable() {}

    /** The table, with the number of rows below it. */
    public static String of(QueryAnswer answer, Style style) {
        StringBuilder to = new StringBuilder();
        List<String> headings = new ArrayList<>();
        for (AnswerColumn column : answer.columns()) {
            headings.add((column.type().isQuantity() ? "" : "<") + Figures.printable(column.name()));
        }
        if (answer.rowsAreUncertain()) {
            headings.add(answer.measure().word());
        }
        TextTable table = new TextTable(headings.toArray(String[]::new));
        answer.rows().forEach(row -> table.row(cells(answer, row)));
        table.print(to, style);
        int rows = answer.rows().size();
        to.append(style.faint(rows == 1 ? "  1 row" : "  " + CountText.of(rows) + " rows"))
                .append('\n');
        if (answer.isEstimate() && answer.measure() == LinkMeasure.SCORE) {
            Wrapping.lines(OF_SCORES, style.wordColumns() - 2)
                    .forEach(line -> to.append("  ").append(line).append('\n'));
        }
        return to.toString();
    }

    private static String[] cells(QueryAnswer answer, AnswerRow row) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < answer.columns().size(); i++) {
            ValueType type = answer.columns().get(i).type();
            String cell = cell(row.values()[i], type);
            boolean isSure = Double.isNaN(row.low()[i]) || row.low()[i] == row.high()[i];
            cells.add(
                    isSure ? cell : cell + " (" + number(row.low()[i], type) + "–" + number(row.high()[i], type) + ")");
        }
        if (answer.rowsAreUncertain()) {
            cells.add(Figures.probability(row.probability()));
        }
        return cells.toArray(String[]::new);
    }

    /** A value for people. */
    public static String cell(@Nullable Object value, ValueType type) {
        if (value instanceof Long nanos) {
            return moment(nanos).toString();
        } else if (value instanceof Double number) {
            return number(number, type);
        } else if (value instanceof Boolean truth) {
            return truth ? "yes" : "no";
        }
        return value == null ? "–" : Figures.printable((String) value);
    }

    private static String number(double value, ValueType type) {
        if (type == ValueType.DURATION) {
            return Figures.time(value);
        }
        if (value == Math.rint(value) && Math.abs(value) < MANY) {
            return CountText.of((long) value);
        }
        return Math.abs(value) >= THOUSAND
                ? CountText.of(Math.round(value))
                : String.format(Locale.ROOT, "%.4g", value);
    }

    /** A moment. */
    public static Instant moment(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, SECOND), Math.floorMod(nanos, SECOND));
    }
}

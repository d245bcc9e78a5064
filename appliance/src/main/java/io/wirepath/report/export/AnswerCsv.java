package io.wirepath.report.export;

import io.wirepath.analyze.query.operator.AnswerRow;
import io.wirepath.analyze.query.plan.AnswerColumn;
import io.wirepath.analyze.query.plan.QueryAnswer;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a query as comma-separated values. Durations and moments are nanoseconds; an estimate has its 95 %
 * interval beside it, in columns {@code NAME_low} and {@code NAME_high}.
 */
public final class AnswerCsv {

    private AnswerCsv() {}

    /** The answer of one interval, ns since the epoch. */
    public record Part(long fromNanos, long toNanos, QueryAnswer answer) {}

    /** Writes the answer, and closes the writer. */
    public static void write(QueryAnswer answer, Writer to) throws IOException {
        try (CsvTable table = new CsvTable(to, headings(answer).toArray(String[]::new))) {
            for (AnswerRow row : answer.rows()) {
                table.row(cells(answer, row).toArray());
            }
        }
    }

    /**
     * Writes the answers of several intervals to one query, each row with its interval before it; closes the writer.
     */
    public static void writeHistory(List<Part> parts, Writer to) throws IOException {
        List<String> headings = new ArrayList<>(List.of("from_nanos", "to_nanos"));
        if (!parts.isEmpty()) {
            headings.addAll(headings(parts.get(0).answer()));
        }
        try (CsvTable table = new CsvTable(to, headings.toArray(String[]::new))) {
            for (Part part : parts) {
                for (AnswerRow row : part.answer().rows()) {
                    List<@Nullable Object> cells = cells(part.answer(), row);
                    cells.add(0, part.fromNanos());
                    cells.add(1, part.toNanos());
                    table.row(cells.toArray());
                }
            }
        }
    }

    private static List<String> headings(QueryAnswer answer) {
        List<String> headings = new ArrayList<>();
        for (AnswerColumn column : answer.columns()) {
            headings.add(column.name());
            if (column.isEstimate()) {
                headings.add(column.name() + "_low");
                headings.add(column.name() + "_high");
            }
        }
        if (answer.rowsAreUncertain()) {
            headings.add(answer.measure().word());
        }
        return headings;
    }

    private static List<@Nullable Object> cells(QueryAnswer answer, AnswerRow row) {
        List<@Nullable Object> cells = new ArrayList<>();
        for (int i = 0; i < answer.columns().size(); i++) {
            Object value = plain(row.values()[i]);
            cells.add(value);
            if (answer.columns().get(i).isEstimate()) {
                boolean isSure = Double.isNaN(row.low()[i]);
                cells.add(isSure ? value : plain(row.low()[i]));
                cells.add(isSure ? value : plain(row.high()[i]));
            }
        }
        if (answer.rowsAreUncertain()) {
            cells.add(row.probability());
        }
        return cells;
    }

    /** A whole number without its point. */
    private static @Nullable Object plain(@Nullable Object value) {
        return value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1L << 53
                ? (Object) (long) (double) number
                : value;
    }
}

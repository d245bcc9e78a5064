package io.wirepath.report.export;

import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Field;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.whole.LinkMeasure;
import io.wirepath.report.text.Figures;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file of comma-separated values (RFC 4180) with a heading, written row by row. Names come from packets: what would
 * command a terminal is replaced, and what a spreadsheet would take for a formula begins with an apostrophe.
 */
final class CsvTable implements Closeable {

    private static final CsvMapper CSV = new CsvMapper();

    private final SequenceWriter rows;

    /** Writes to this writer, which is closed with the table. */
    CsvTable(Writer to, String... columns) throws IOException {
        CsvSchema.Builder schema = CsvSchema.builder();
        for (String column : columns) {
            schema.addColumn(column);
        }
        rows = CSV.writer(schema.build().withHeader()).writeValues(to);
    }

    /** Writes a file of things, a row each; the columns of probabilities are named by what they measure. */
    static <T> void write(Path file, Fields<T> fields, LinkMeasure measure, Iterable<? extends T> things)
            throws IOException {
        List<Field<T>> columns = fields.of(Family.CSV);
        String[] names = columns.stream()
                .map(column -> column.name(Family.CSV).replace("probability", measure.word()))
                .toArray(String[]::new);
        try (CsvTable table = new CsvTable(Files.newBufferedWriter(file), names)) {
            for (T thing : things) {
                table.row(columns.stream()
                        .map(column -> plain(column.value(thing)))
                        .toArray());
            }
        }
    }

    /** A list is its elements with blanks. */
    private static @Nullable Object plain(@Nullable Object value) {
        return value instanceof List<?> list
                ? String.join(" ", list.stream().map(String::valueOf).toList())
                : value;
    }

    /** Adds a row with a value a column. */
    void row(@Nullable Object... values) throws IOException {
        @Nullable Object[] safe = values.clone();
        for (int i = 0; i < safe.length; i++) {
            safe[i] = safe[i] instanceof String text ? safe(text) : safe[i];
        }
        rows.write(safe);
    }

    static String safe(String text) {
        String printable = Figures.printable(text);
        boolean formula = !printable.isEmpty() && "=+-@".indexOf(printable.charAt(0)) >= 0;
        return formula ? "'" + printable : printable;
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}

package io.wirepath.report.export;

import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.wirepath.report.text.Figures;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file of comma-separated values (RFC 4180) with a heading, written row by row. Names come from packets: what would
 * command a terminal is replaced, and what a spreadsheet would take for a formula begins with an apostrophe.
 */
final class CsvTable implements Closeable {

    private static final CsvMapper CSV = new CsvMapper();

    private final SequenceWriter rows;

    CsvTable(Path file, String... columns) throws IOException {
        this(Files.newBufferedWriter(file), columns);
    }

    /** Writes to this writer, which is closed with the table. */
    CsvTable(Writer to, String... columns) throws IOException {
        CsvSchema.Builder schema = CsvSchema.builder();
        for (String column : columns) {
            schema.addColumn(column);
        }
        rows = CSV.writer(schema.build().withHeader()).writeValues(to);
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

package io.wirepath.appliance.report.export;

import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file of comma-separated values (RFC 4180) with a heading, written row by row. */
final class CsvTable implements Closeable {

    private static final CsvMapper CSV = new CsvMapper();

    private final SequenceWriter rows;

    CsvTable(Path file, String... columns) throws IOException {
        CsvSchema.Builder schema = CsvSchema.builder();
        for (String column : columns) {
            schema.addColumn(column);
        }
        rows = CSV.writer(schema.build().withHeader()).writeValues(Files.newBufferedWriter(file));
    }

    /** Adds a row with a value a column. */
    void row(@Nullable Object... values) throws IOException {
        rows.write(values);
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}

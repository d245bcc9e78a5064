package io.wirepath.report.export;

import blue.strategic.parquet.ParquetWriter;
import blue.strategic.parquet.ValueWriter;
import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.query.event.EventColumn;
import io.wirepath.analyze.query.event.EventField;
import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.analyze.query.event.EventSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/**
 * Tables of an analysis as Apache Parquet: a file each, with the fields of the source of queries of the same name. A
 * moment X is a timestamp in microseconds (UTC), which every reader knows, and beside it XNanos, a 64-bit integer;
 * durations, sizes and whole numbers 64-bit integers, other numbers doubles, texts UTF-8; what is not known is null.
 */
public final class ParquetTables {

    private static final String CALLS = "calls";
    private static final List<String> TABLES =
            List.of("messages", CALLS, "requests", "series", "loads", "events", "findings");

    /** Of calls, beside the fields of their source: what OTLP calls them. */
    private static final String SPAN = "span";

    private static final String TRACE = "trace";
    private static final String NANOS = "Nanos";
    private static final long NANOS_PER_MICRO = 1000;
    private static final String SUFFIX = ".parquet";

    private ParquetTables() {}

    /**
     * Writes {@code messages}, {@code calls}, {@code requests}, {@code series}, {@code loads}, {@code events} and
     * {@code findings} into this directory.
     *
     * @param spans of the calls of the same analysis
     */
    public static void write(EventSet events, CallSpans spans, Path directory) throws IOException {
        for (String name : TABLES) {
            EventSource source = Objects.requireNonNull(events.source(name));
            write(source, name.equals(CALLS) ? spans : null, directory.resolve(name + SUFFIX));
        }
    }

    private static void write(EventSource source, @Nullable CallSpans spans, Path file) throws IOException {
        EventField[] fields = source.fields().toArray(EventField[]::new);
        List<Type> columns = new ArrayList<>();
        for (EventField field : fields) {
            columns.add(column(field));
            if (field.type() == ValueType.TIME) {
                columns.add(Types.optional(PrimitiveTypeName.INT64).named(field.name() + NANOS));
            }
        }
        if (spans != null) {
            columns.add(text(SPAN));
            columns.add(text(TRACE));
        }
        try (ParquetWriter<Integer> writer =
                ParquetWriter.writeFile(new MessageType(source.name(), columns), file.toFile(), (event, to) -> {
                    fill(fields, event, to);
                    if (spans != null) {
                        to.write(SPAN, spans.spanOf(source.call(event)));
                        to.write(TRACE, spans.traceOf(source.call(event)));
                    }
                })) {
            for (int event = 0; event < source.size(); event++) {
                writer.write(event);
            }
        }
    }

    private static Type text(String name) {
        return Types.optional(PrimitiveTypeName.BINARY)
                .as(LogicalTypeAnnotation.stringType())
                .named(name);
    }

    private static Type column(EventField field) {
        return switch (field.type()) {
            case TEXT -> text(field.name());
            case BOOLEAN -> Types.optional(PrimitiveTypeName.BOOLEAN).named(field.name());
            case TIME ->
                Types.optional(PrimitiveTypeName.INT64)
                        .as(LogicalTypeAnnotation.timestampType(true, TimeUnit.MICROS))
                        .named(field.name());
            case NUMBER, DURATION, BYTES ->
                Types.optional(isInteger(field) ? PrimitiveTypeName.INT64 : PrimitiveTypeName.DOUBLE)
                        .named(field.name());
        };
    }

    private static boolean isInteger(EventField field) {
        return field.isWhole() || field.type() != ValueType.NUMBER;
    }

    private static void fill(EventField[] fields, int event, ValueWriter to) {
        for (EventField field : fields) {
            EventColumn column = field.column();
            switch (field.type()) {
                case TEXT -> {
                    String text = column.text(event);
                    if (text != null) {
                        to.write(field.name(), text);
                    }
                }
                case BOOLEAN -> to.write(field.name(), column.truth(event));
                case TIME -> {
                    long nanos = column.time(event);
                    if (nanos != EventColumn.NO_TIME) {
                        to.write(field.name(), Math.floorDiv(nanos, NANOS_PER_MICRO));
                        to.write(field.name() + NANOS, nanos);
                    }
                }
                default -> {
                    double number = column.number(event);
                    if (!Double.isNaN(number)) {
                        to.write(field.name(), isInteger(field) ? (Object) Math.round(number) : (Object) number);
                    }
                }
            }
        }
    }
}

package io.wirepath.report.export;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Field;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.row.CallFacts;
import io.wirepath.analyze.row.CallRow;
import io.wirepath.analyze.row.ConnectionRow;
import io.wirepath.analyze.whole.Analysis;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Connections and calls as logs of Zeek: tables apart by tabs, or a JSON object a line. Times are seconds.
 *
 * <pre>
 *  #separator \x09
 *  #set_separator   ,
 *  #empty_field     (empty)
 *  #unset_field     -
 *  #path    conn
 *  #fields  ts      uid     id.orig_h       id.orig_p  …
 *  #types   time    string  addr            port       …
 *  1795244718.000001  C0    10.0.0.1        40112
 * </pre>
 *
 * Source: Zeek, "Zeek Log Formats and Inspection".
 */
public final class ZeekLogs {

    private static final Fields<ConnectionRow> CONNECTION = Fields.<ConnectionRow>of("ZeekConnection", "A connection.")
            .all(ConnectionRow.FIELDS, c -> c)
            .text("uid", "Name of the connection.", c -> "C" + c.number())
            .duration("duration", "From its first message to its last.", ConnectionRow::tookNanos)
            .layout(
                    Family.CSV,
                    "ts=time uid id.orig_h=clientAddress id.orig_p=clientPort id.resp_h=serverAddress",
                    "id.resp_p=serverPort proto=transport service=protocol duration=duration orig_bytes=bytesOut",
                    "resp_bytes=bytesBack orig_name=client resp_name=server messages retransmitted=resentSegments",
                    "reset set_up=setUp");

    private static final Fields<CallRow> CALL = Fields.<CallRow>of("ZeekCall", "A call.")
            .all(CallRow.FIELDS, c -> c)
            .text("uid", "Name of its connection.", c -> "C" + c.connection())
            .layout(
                    Family.CSV,
                    "ts=time uid id.orig_h=clientAddress id.orig_p=clientPort id.resp_h=serverAddress",
                    "id.resp_p=serverPort proto=transport service=protocol call parent root=rootCall",
                    "probability=linkProbability duration=latency service_time=service own_time=own",
                    "request_bytes=requestBytes response_bytes=responseBytes outcome verdict=knownVerdict",
                    "orig_name=client resp_name=server");

    private static final String UNSET = "-";
    private static final String EMPTY = "(empty)";
    private static final int NANO_DIGITS = 9;
    private static final int ZEEK_DIGITS = 6;

    private ZeekLogs() {}

    /** Writes tables into a directory; files of an earlier run are replaced. */
    public static void write(Analysis analysis, Path directory) throws IOException {
        write(analysis, directory, false);
    }

    /** The same as JSON. */
    public static void writeJson(Analysis analysis, Path directory) throws IOException {
        write(analysis, directory, true);
    }

    private static void write(Analysis analysis, Path directory, boolean isJson) throws IOException {
        CallFacts facts = new CallFacts(analysis);
        Iterable<CallRow> calls = () -> IntStream.range(0, analysis.calls().size())
                .mapToObj(call -> new CallRow(facts, call))
                .iterator();
        Files.createDirectories(directory);
        // of other names than Zeek's own, which may lie there
        write(directory.resolve("wirepath_conn.log"), isJson, "conn", CONNECTION, ConnectionRow.of(facts));
        write(directory.resolve("wirepath_call.log"), isJson, "wirepath_call", CALL, calls);
    }

    private static <T> void write(Path file, boolean isJson, String path, Fields<T> fields, Iterable<? extends T> rows)
            throws IOException {
        List<Column<T>> columns =
                fields.of(Family.CSV).stream().map(Column::new).toList();
        try (BufferedWriter to = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            if (isJson) {
                lines(to, columns, rows);
            } else {
                table(to, path, columns, rows);
            }
        }
    }

    private static <T> void table(Writer to, String path, List<Column<T>> columns, Iterable<? extends T> rows)
            throws IOException {
        to.write("#separator \\x09\n#set_separator\t,\n#empty_field\t" + EMPTY + "\n#unset_field\t" + UNSET
                + "\n#path\t" + path + "\n#fields");
        for (Column<T> column : columns) {
            to.write("\t" + column.name());
        }
        to.write("\n#types");
        for (Column<T> column : columns) {
            to.write("\t" + column.type());
        }
        for (T row : rows) {
            String before = "\n";
            for (Column<T> column : columns) {
                to.write(before + cell(column.value(row)));
                before = "\t";
            }
        }
        to.write("\n");
    }

    private static String cell(@Nullable Object value) {
        if (value instanceof Boolean truth) {
            return truth ? "T" : "F";
        }
        if (value instanceof BigDecimal time) {
            return time.toPlainString();
        }
        return value == null ? UNSET : text(String.valueOf(value));
    }

    /** What would end a cell or command a terminal by its bytes, as Zeek writes it; a text that is a sign as well. */
    private static String text(String value) {
        if (value.isEmpty()) {
            return EMPTY;
        }
        if (value.equals(UNSET) || value.equals(EMPTY)) {
            return escaped(value.charAt(0)) + value.substring(1);
        }
        StringBuilder text = new StringBuilder();
        value.chars().forEach(c -> text.append(Character.isISOControl(c) || c == '\\' ? escaped(c) : (char) c));
        return text.toString();
    }

    private static String escaped(int character) {
        return "\\x%02x".formatted(character);
    }

    private static <T> void lines(Writer to, List<Column<T>> columns, Iterable<? extends T> rows) throws IOException {
        try (JsonGenerator json = new ObjectMapper().createGenerator(to)) {
            json.setPrettyPrinter(new MinimalPrettyPrinter("\n"));
            String end = "";
            for (T row : rows) {
                end = "\n";
                json.writeStartObject();
                for (Column<T> column : columns) {
                    Object value = column.value(row);
                    if (value != null) { // Zeek leaves out what is unset
                        json.writeObjectField(column.name(), value);
                    }
                }
                json.writeEndObject();
            }
            json.writeRaw(end);
        }
    }

    /** A field as Zeek has it. */
    private record Column<T>(Field<T> of) {

        String name() {
            return of.name(Family.CSV);
        }

        String type() {
            if (name().endsWith("_h")) {
                return "addr";
            }
            if (name().endsWith("_p")) {
                return "port";
            }
            return switch (of.type()) {
                case TIME -> "time";
                case DURATION -> "interval";
                case BYTES -> "count";
                case NUMBER -> of.isWhole() ? "count" : "double";
                case BOOLEAN -> "bool";
                case TEXT -> name().equals("proto") ? "enum" : "string";
            };
        }

        @Nullable
        Object value(T row) {
            Object value = of.value(row);
            boolean isTime = of.type() == ValueType.TIME || of.type() == ValueType.DURATION;
            return isTime && value instanceof Number nanos
                    ? BigDecimal.valueOf(nanos.longValue(), NANO_DIGITS).setScale(ZEEK_DIGITS, RoundingMode.FLOOR)
                    : value;
        }
    }
}

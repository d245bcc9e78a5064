package io.wirepath.report.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.query.event.EventField;
import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.pipeline.QueryRun;
import io.wirepath.report.Report;
import io.wirepath.report.SampleReport;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Parquet files as DuckDB reads them. */
final class ParquetTablesTest {

    @TempDir
    private Path directory;

    /** The rows of a statement, cells apart by spaces. */
    private static List<String> rows(String sql) throws SQLException {
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = duck.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                List<String> cells = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    cells.add(String.valueOf(result.getObject(i)));
                }
                rows.add(String.join(" ", cells));
            }
            return rows;
        }
    }

    private void write(Report report) throws IOException {
        ParquetTables.write(QueryRun.events(report), new CallSpans(report, ExportTest.details()), directory);
    }

    private String file(String table) {
        return "'" + directory.resolve(table + ".parquet") + "'";
    }

    @Test
    void aRealReaderReadsWhatWasWritten() throws Exception {
        write(SampleReport.make());
        assertEquals(List.of("6"), rows("SELECT count(*) FROM " + file("messages")));
        assertEquals(
                List.of("app1 30000000", "app2 80000000"),
                rows("SELECT server, latency FROM " + file("calls") + " WHERE server LIKE 'app%' ORDER BY 1"));
        assertEquals(
                List.of("1795196958000000000"),
                rows("SELECT min(timeNanos) FROM " + file("requests")),
                "moments keep their nanoseconds");
        assertEquals(List.of("0"), rows("SELECT count(*) FROM " + file("series")));
        assertEquals(
                List.of("web 8080 null", "app1 6379 app1", "web 8080 null"),
                rows("SELECT c.client, c.serverPort, p.server FROM " + file("calls") + " c LEFT JOIN " + file("calls")
                        + " p ON p.call = c.parent ORDER BY c.call"),
                "each call names the one that it was made for");
    }

    /** As in OTLP and calls.csv, so that rows are found there. */
    @Test
    void callsNameTheirSpansAndTraces() throws Exception {
        Report report = SampleReport.make();
        write(report);
        SpanIds ids = new SpanIds(
                report.analysis().messages(),
                ExportTest.details(),
                report.analysis().calls().request());
        List<String> wanted = new ArrayList<>();
        for (int call = 0; call < report.analysis().calls().size(); call++) {
            wanted.add(
                    ids.span(call) + " " + ids.trace(report.analysis().calls().root()[call]));
        }
        assertEquals(wanted, rows("SELECT span, trace FROM " + file("calls") + " ORDER BY call"));
    }

    @Test
    void columnsHaveStableNamesAndTypes() throws Exception {
        write(SampleReport.make());
        List<String> columns =
                rows("SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM " + file("calls") + ")");
        assertTrue(
                columns.containsAll(List.of(
                        "time TIMESTAMP WITH TIME ZONE",
                        "timeNanos BIGINT",
                        "client VARCHAR",
                        "serverPort BIGINT",
                        "parent BIGINT",
                        "answered BOOLEAN",
                        "requestBytes BIGINT",
                        "latency BIGINT",
                        "linkProbability DOUBLE")),
                columns::toString);
    }

    @Test
    void whatHostsLoggedIsATableEach() throws Exception {
        write(SampleReport.withHosts());
        assertEquals(List.of("app1 cpu.user 40.0"), rows("SELECT host, name, value FROM " + file("loads")));
        assertEquals(
                List.of("cache.miss app1"),
                rows("SELECT e.name, c.server FROM " + file("events") + " e JOIN " + file("calls")
                        + " c ON e.call = c.call"));
    }

    /** Names and types are those of the sources of queries, which formats.md tells; a change here is one for users. */
    @Test
    void everyTableHasTheColumnsOfItsSource() throws Exception {
        EventSet events = QueryRun.events(SampleReport.withHosts());
        write(SampleReport.withHosts());
        for (String table : List.of("messages", "calls", "requests", "series", "loads", "events", "findings")) {
            List<String> wanted = new ArrayList<>();
            for (EventField field : Objects.requireNonNull(events.source(table)).fields()) {
                wanted.add(field.name()
                        + switch (field.type()) {
                            case TEXT -> " VARCHAR";
                            case BOOLEAN -> " BOOLEAN";
                            case NUMBER -> field.isWhole() ? " BIGINT" : " DOUBLE";
                            case DURATION, BYTES -> " BIGINT";
                            case TIME -> " TIMESTAMP WITH TIME ZONE";
                        });
                if (field.type() == ValueType.TIME) {
                    wanted.add(field.name() + "Nanos BIGINT");
                }
            }
            if (table.equals("calls")) {
                wanted.addAll(List.of("span VARCHAR", "trace VARCHAR"));
            }
            assertEquals(
                    wanted,
                    rows("SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM " + file(table) + ")"),
                    table);
        }
    }
}

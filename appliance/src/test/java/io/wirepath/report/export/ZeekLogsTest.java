package io.wirepath.report.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.report.SampleReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Read by the grammar of the heading that Zeek documents, as its zeek-cut reads. */
class ZeekLogsTest {

    @TempDir
    private Path directory;

    /** A log: separator by the first line, then what each line that begins with # says. */
    private record Log(Map<String, List<String>> heading, List<Map<String, String>> rows) {

        static Log of(Path file) throws IOException {
            List<String> lines = Files.readAllLines(file);
            assertTrue(lines.get(0).startsWith("#separator \\x"), lines.get(0));
            String separator =
                    String.valueOf((char) Integer.parseInt(lines.get(0).substring(13), 16));
            Map<String, List<String>> heading = new HashMap<>();
            List<Map<String, String>> rows = new ArrayList<>();
            for (String line : lines.subList(1, lines.size())) {
                List<String> cells = List.of(line.split(separator, -1));
                if (line.startsWith("#")) {
                    heading.put(cells.get(0), cells.subList(1, cells.size()));
                } else {
                    List<String> fields = heading.get("#fields");
                    assertEquals(fields.size(), cells.size(), line);
                    Map<String, String> row = new HashMap<>();
                    for (int i = 0; i < cells.size(); i++) {
                        row.put(fields.get(i), cells.get(i));
                    }
                    rows.add(row);
                }
            }
            return new Log(heading, rows);
        }
    }

    @Test
    void tablesSayTheirFieldsAndTypes() throws IOException {
        ZeekLogs.write(SampleReport.make().analysis(), directory);
        Log connections = Log.of(directory.resolve("wirepath_conn.log"));
        assertEquals(List.of("conn"), connections.heading().get("#path"));
        assertEquals(
                connections.heading().get("#fields").size(),
                connections.heading().get("#types").size());
        assertEquals(
                List.of("time", "string", "addr", "port", "addr", "port", "enum", "string", "interval"),
                connections.heading().get("#types").subList(0, 9));
        assertEquals("duration", connections.heading().get("#fields").get(8));
        assertFalse(connections.rows().isEmpty());
        assertTrue(
                connections.rows().stream().noneMatch(each -> each.get("set_up").equals("0.000000")),
                "a handshake that nobody saw took no time");

        Log calls = Log.of(directory.resolve("wirepath_call.log"));
        assertEquals(SampleReport.make().analysis().calls().size(), calls.rows().size());
        List<String> fields = calls.heading().get("#fields");
        assertEquals(fields.size(), Set.copyOf(fields).size(), fields::toString);
        for (Map<String, String> call : calls.rows()) {
            assertTrue(call.get("ts").matches("[0-9]+\\.[0-9]{6}"), call::toString);
            assertTrue(call.get("parent").matches("-|[0-9]+"), call::toString);
            assertTrue(
                    connections.rows().stream().anyMatch(each -> each.get("uid").equals(call.get("uid"))),
                    call::toString);
        }
    }

    @Test
    void nothingIsAFileThatTheNextRunReplaces() throws IOException {
        ZeekLogs.writeJson(SampleReport.empty().analysis(), directory);
        assertEquals(0, Files.size(directory.resolve("wirepath_conn.log")));
    }

    @Test
    void jsonSaysTheSame() throws IOException {
        Path other = directory.resolve("json");
        ZeekLogs.write(SampleReport.make().analysis(), directory);
        ZeekLogs.writeJson(SampleReport.make().analysis(), other);
        List<Map<String, String>> rows =
                Log.of(directory.resolve("wirepath_call.log")).rows();
        List<String> lines = Files.readAllLines(other.resolve("wirepath_call.log"));
        assertEquals(rows.size(), lines.size());
        for (int i = 0; i < lines.size(); i++) {
            JsonNode line = new ObjectMapper().readTree(lines.get(i));
            assertEquals(rows.get(i).get("id.orig_h"), line.path("id.orig_h").asText());
            assertEquals(rows.get(i).get("parent").equals("-"), !line.has("parent"));
            assertEquals(
                    Double.parseDouble(rows.get(i).get("ts")), line.path("ts").asDouble(), 0);
        }
    }
}

package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names of a hosts file in the verbs that tell what lies under causes. */
final class NamesEverywhereTest extends VerbTest {

    @TempDir
    private Path directory;

    private String hosts;

    @BeforeEach
    void writeNames() throws IOException {
        Path file = directory.resolve("hosts");
        Files.writeString(file, "10.2.0.11 web-a\n10.3.0.21 login\n10.4.0.21 base\n");
        hosts = file.toString();
    }

    private static JsonNode rowOf(JsonNode rows, String field, String value) {
        for (JsonNode row : rows) {
            if (row.at(field).asText().equals(value)) {
                return row;
            }
        }
        throw new AssertionError("no " + value + " in " + rows);
    }

    @Test
    void messagesShowThem() throws IOException {
        String capture = SampleCapture.path("sw-app");
        String table = printed("messages", "--quiet", capture, "--names", hosts);
        assertTrue(table.contains("login:55062           → base:5432"), table.substring(0, 500));
        String lines = printed("messages", "--quiet", "--json", capture, "--names", hosts);
        JsonNode first = new ObjectMapper().readTree(lines.substring(0, lines.indexOf('\n')));
        assertEquals("10.3.0.21:55062", first.get("source").asText());
        assertEquals("login", first.get("sourceName").asText());
        assertEquals("base", first.get("destinationName").asText());
    }

    @Test
    void aStoreKeepsThemAndNatAndClocksTellThem() throws IOException {
        String store = directory.resolve("store").toString();
        String front = SampleCapture.path("sw-front");
        String web = SampleCapture.path("sw-web");
        printed("merge", "--quiet", front, web, "--to", store, "--names", hosts);
        JsonNode translations =
                new ObjectMapper().readTree(printed("nat", "--json", store)).get("translations");
        JsonNode own = rowOf(translations, "/to/destination", "10.2.0.11:8080");
        assertEquals("web-a", own.get("name").asText());
        JsonNode homes =
                new ObjectMapper().readTree(printed("clocks", "--json", store)).get("homes");
        assertEquals("web-a", rowOf(homes, "/node", "10.2.0.11").get("name").asText());
        String text = printed("clocks", "--quiet", front, web, "--names", hosts);
        assertTrue(text.contains("10.2.0.11  web-a"), text);
    }
}

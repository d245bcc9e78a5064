package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several stores in one analysis. */
final class ManyStoresTest extends VerbTest {

    @TempDir
    private Path directory;

    private String store(String name, String capture) {
        String store = directory.resolve(name).toString();
        assertEquals(0, run("merge", "--quiet", "--to", store, capture), err::toString);
        return store;
    }

    private JsonNode report(String... stores) throws IOException {
        String[] arguments = new String[stores.length + 2];
        arguments[0] = "analyze";
        arguments[1] = "--json";
        System.arraycopy(stores, 0, arguments, 2, stores.length);
        assertEquals(0, run(arguments), err::toString);
        return new ObjectMapper().readTree(out.toByteArray());
    }

    @Test
    void storesOfOneSystemAreReadAsOne() throws IOException {
        String app = store("app", SampleCapture.path("sw-app"));
        String web = store("web", SampleCapture.path("sw-web"));
        long alone = report(app).at("/totals/messages").asLong();
        long other = report(web).at("/totals/messages").asLong();
        JsonNode both = report(app, web);
        assertEquals(alone + other, both.at("/totals/messages").asLong(), "what two hold counts twice");
        assertEquals(List.of("sw-app", "sw-web"), both.findValuesAsText("sniffer"));
        assertTrue(both.get("notes").toString().contains("2 stores were read as one"), both.get("notes")::toString);
    }

    @Test
    void refusesStoresOfDifferentSystemsAndStoresAmongCaptures() {
        String app = store("app", SampleCapture.path("sw-app"));
        String made = directory.resolve("made.pcap").toString();
        assertEquals(0, run("maketrace", "multi-tier", "--traces", "20", "--capture", made), err::toString);
        assertEquals(1, run("analyze", app, store("made", made)));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("has no host in common with " + app), err::toString);
        assertEquals(2, run("analyze", app, made));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("alone or with other stores"), err::toString);
    }
}

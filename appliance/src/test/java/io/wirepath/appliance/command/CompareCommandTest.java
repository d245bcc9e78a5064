package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two runs, two times of the sample, and what can be no comparison. */
final class CompareCommandTest extends VerbTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path directory;

    private String store() {
        String store = directory.resolve("store").toString();
        assertEquals(0, run("merge", "--quiet", "--to", store, SampleCapture.path("sw-app")));
        return store;
    }

    @Test
    void aRunDoesNotDifferFromItsOwnReport() throws IOException {
        String store = store();
        Path report = directory.resolve("report.json");
        assertEquals(0, run("analyze", store, "--json=" + report), err::toString);
        assertEquals(0, run("compare", report.toString(), store, "--json"), err::toString);
        JsonNode comparison = JSON.readTree(out.toByteArray());
        assertEquals(0, comparison.get("differences").size());
        assertEquals(0, comparison.get("changes").size());
        assertTrue(comparison.get("contrasts").size() > 10);
        comparison.get("contrasts").forEach(own -> {
            assertEquals(0, own.get("effect").asDouble(), 1e-6, own.toString());
            assertEquals(own.get("countBefore"), own.get("countAfter"));
        });
        assertEquals(comparison.at("/before/requests"), comparison.at("/after/requests"));
    }

    @Test
    void twoTimesOfOneRunAreComparedInTextAndOnAPage() throws IOException {
        String store = store();
        assertEquals(0, run("analyze", store, "--json"), err::toString);
        JsonNode totals = JSON.readTree(out.toByteArray()).get("totals");
        long middle =
                (totals.get("firstNanos").asLong() + totals.get("lastNanos").asLong()) / 2;
        Path page = directory.resolve("page.html");
        String at = Instant.ofEpochSecond(0, middle).toString();
        assertEquals(0, run("compare", store, "--after", at + "/", "--html", page.toString()), err::toString);
        String text = out.toString(StandardCharsets.UTF_8);
        assertTrue(text.startsWith("before  ") && text.contains("\nWHAT DIFFERS\n"), text);
        assertTrue(text.contains("\nNODES  own time for a request"), text);
        String html = Files.readString(page);
        assertTrue(html.startsWith("<!DOCTYPE html>") && html.contains("<h2>Own time of nodes</h2>"), html);
        assertFalse(html.contains("<script"), "no script is needed");
        assertTrue(html.contains("default-src 'none'; style-src 'sha256-"), "the one style is known by its hash");
        assertFalse(html.contains("unsafe"), html);
    }

    @Test
    void saysWhatIsWrongWithWhatIsNamed() throws IOException {
        String store = store();
        assertEquals(2, run("compare", store));
        assertTrue(
                err.toString(StandardCharsets.UTF_8).contains("1 run is named, not BEFORE and AFTER"), err::toString);
        assertEquals(2, run("compare", store, "--before", "2026-01-01T00:00:02Z/2026-01-01T00:00:01Z"));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("ends before it begins"), err::toString);
        assertEquals(2, run("compare", store, "--before", "/2026-01-01T00:00:02Z", "--after", "2026-01-01T00:00:01Z/"));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("--before and --after overlap"), err::toString);
        assertEquals(1, run("compare", store, "--before", "/2026-01-01T00:00:01Z"));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("too few to compare"), err::toString);
        Path other = Files.writeString(directory.resolve("other.json"), "{\"baseline\":{\"delays\":1}}");
        assertEquals(1, run("compare", store, other.toString()));
        assertTrue(
                err.toString(StandardCharsets.UTF_8).contains("is not a report that can be compared"), err::toString);
        Files.writeString(other, "{}");
        assertEquals(1, run("compare", other.toString(), store));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("is JSON without a \"baseline\""), err::toString);
    }
}

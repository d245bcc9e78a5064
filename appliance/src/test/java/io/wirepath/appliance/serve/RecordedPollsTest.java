package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.history.ReportHistory;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.causes.window.WindowSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server of HTTP in Python, recorded on a loopback for 45 s (28 Nov 2026, tcpdump). Three clients (.20 to .22) ask it
 * again and again for news, which it holds for up to 2 s; one (.40) publishes some each three seconds or so; three (.30
 * to .32) ask for items, which take 8 ms, and between the 20th and the 32nd second time out at 2 s and are then asked
 * for again at once.
 */
final class RecordedPollsTest {

    private static final long SECOND = 1_000_000_000L;
    private static final Path CAPTURE = Path.of("src/test/resources/polls/site.pcap.gz");

    @TempDir
    private Path directory;

    private static Stream<JsonNode> findings(JsonNode report, String kind) {
        return report.path("findings")
                .valueStream()
                .filter(own -> own.path("kind").asText().equals(kind));
    }

    /** Calls of the clients whose addresses end so. */
    private static long calls(JsonNode report, String ends) {
        return report.path("calls")
                .valueStream()
                .filter(own -> own.path("from").asText().startsWith("127.0.7." + ends))
                .mapToLong(own -> own.path("calls").asLong())
                .sum();
    }

    @Test
    void whatIsHeldIsNoCallAndWhatTimesOutIs() throws IOException {
        ObjectNode report = (ObjectNode)
                new ObjectMapper().readTree(ServiceLab.run("analyze", "--quiet", "--json", CAPTURE.toString()));
        JsonNode held = findings(report, "held-requests").findFirst().orElseThrow();
        assertTrue(held.path("title").asText().contains("87 answers, 39 of them news"), held::toString);
        assertEquals(0, calls(report, "2"));
        assertEquals(1111, calls(report, "3"));
        JsonNode slower = findings(report, "slower-since").findFirst().orElseThrow();
        assertEquals("problem", slower.path("severity").asText());
        assertEquals(2e9, slower.path("effectNanos").asDouble(), 1e8);
        JsonNode published = report.path("patterns")
                .valueStream()
                .filter(own -> own.path("count").asLong() == 13)
                .findFirst()
                .orElseThrow();
        assertTrue(published.path("title").asText().contains("×3"), "news is caused by who publishes it");
    }

    /** The fault lasts longer than a window, of which nothing but the window before it tells that it is one. */
    @Test
    void soItIsWindowByWindow() throws IOException {
        long start = 1_795_900_000L * SECOND;
        Path spool = ServiceLab.sniff(directory, "tap", CAPTURE);
        WindowSettings windows = new WindowSettings(5 * SECOND, 2 * SECOND, 2 * SECOND);
        ReportHistory reports = new SteppedService(directory.resolve("state"), windows).serve(List.of(spool), start);
        long polls = 0;
        long items = 0;
        for (WindowId id : reports.windows(0, Long.MAX_VALUE, 1000)) {
            JsonNode report = reports.report(id).orElseThrow();
            polls += calls(report, "2");
            items += calls(report, "3");
        }
        assertEquals(1111, items);
        assertTrue(polls < 20, polls + " until they are known");
    }
}

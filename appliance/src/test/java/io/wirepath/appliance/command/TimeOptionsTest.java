package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimeOptionsTest extends VerbTest {

    private static final String CAPTURE = "../samples/slow/sw-app.pcap.gz";

    private JsonNode report(String... options) throws IOException {
        String[] arguments = new String[options.length + 4];
        System.arraycopy(new String[] {"analyze", CAPTURE, "--quiet", "--json"}, 0, arguments, 0, 4);
        System.arraycopy(options, 0, arguments, 4, options.length);
        assertEquals(0, run(arguments), () -> err.toString(StandardCharsets.UTF_8));
        return new ObjectMapper().readTree(out.toByteArray());
    }

    @Test
    void cutsToATimeAndGivesSeriesOfTheWantedWidth() throws IOException {
        long first = report().path("totals").path("firstNanos").asLong();
        long from = first + 5_000_000_000L;
        long to = first + 10_000_000_000L;
        JsonNode report = report("--from", Long.toString(from), "--to", Long.toString(to), "--interval", "1s");
        assertTrue(report.path("totals").path("firstNanos").asLong() >= from);
        assertTrue(report.path("totals").path("lastNanos").asLong() < to);
        JsonNode series = report.path("series");
        assertEquals(1_000_000_000L, series.path("intervalNanos").asLong());
        assertTrue(series.path("count").asInt() >= 5 && series.path("count").asInt() <= 6, series::toString);
        for (JsonNode node : series.path("nodes")) {
            assertEquals(series.path("count").asInt(), node.path("requests").size());
        }
    }

    @Test
    void messagesAndARequestAreCutToATime() throws IOException {
        long first = report().path("totals").path("firstNanos").asLong();
        String from = Long.toString(first + 5_000_000_000L);
        String to = Long.toString(first + 6_000_000_000L);
        assertEquals(0, run("messages", CAPTURE, "--json", "--from", from, "--to", to), err::toString);
        String[] lines = out.toString(StandardCharsets.UTF_8).split("\n", -1);
        assertTrue(lines.length > 10, "a second of messages");
        for (int i = 0; i < lines.length - 1; i++) {
            JsonNode message = new ObjectMapper().readTree(lines[i]);
            long sent = message.path("sent").asLong(message.path("received").asLong());
            assertTrue(sent >= first + 5_000_000_000L && sent < first + 6_000_000_000L, lines[i]);
        }
        assertEquals(0, run("request", "0", CAPTURE, "--quiet", "--json", "--from", from, "--to", to), err::toString);
        long start = new ObjectMapper()
                .readTree(out.toByteArray())
                .at("/requests/0/startNanos")
                .asLong();
        assertTrue(start >= first + 5_000_000_000L && start < first + 6_000_000_000L, "it began at " + start);
    }

    @Test
    void aStoreClocksAndStreamsAreCutToATime(@TempDir Path temp) throws IOException {
        long first = report().path("totals").path("firstNanos").asLong();
        String from = Long.toString(first + 5_000_000_000L);
        String to = Long.toString(first + 6_000_000_000L);
        String store = temp.resolve("store").toString();
        assertEquals(0, run("merge", CAPTURE, "--quiet", "--to", store, "--from", from, "--until", to), err::toString);
        assertEquals(0, run("messages", store, "--json"), err::toString);
        int kept = out.toString(StandardCharsets.UTF_8).split("\n", -1).length;
        assertEquals(0, run("messages", CAPTURE, "--json", "--from", from, "--to", to), err::toString);
        assertEquals(out.toString(StandardCharsets.UTF_8).split("\n", -1).length, kept);
        assertTrue(kept > 10, "a second of messages");
        String data = CAPTURE.replace("app", "data");
        assertEquals(0, run("clocks", CAPTURE, data, "--quiet", "--json"), err::toString);
        long matched = matched();
        assertEquals(0, run("clocks", CAPTURE, data, "--quiet", "--json", "--from", from, "--to", to), err::toString);
        assertTrue(matched() > 0 && matched() < matched / 2, () -> matched + " in all, within " + out);
        assertEquals(2, run("clocks", store, "--from", from));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("--from and --to need captures"), err::toString);
        assertEquals(0, run("streams", CAPTURE, "--quiet", "--json"), err::toString);
        int all = out.toString(StandardCharsets.UTF_8).split("\n", -1).length;
        assertEquals(0, run("streams", CAPTURE, "--quiet", "--json", "--from", from, "--to", to), err::toString);
        int within = out.toString(StandardCharsets.UTF_8).split("\n", -1).length;
        assertTrue(within > 1 && within < all, within + " of " + all);
        assertEquals(1, run("extract", "0", CAPTURE, "--quiet", "--from", "2090-01-01T00:00:00Z"));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("no message lies after 2090"), err::toString);
    }

    private long matched() throws IOException {
        long matched = 0;
        for (JsonNode each : new ObjectMapper().readTree(out.toByteArray()).findValues("matched")) {
            matched += each.asLong();
        }
        return matched;
    }

    @Test
    void refusesABeginningAfterTheEnd() {
        assertEquals(2, run("analyze", CAPTURE, "--from", "2026-11-21T22:30:00Z", "--to", "2026-11-21T22:29:00Z"));
        String complaint = err.toString(StandardCharsets.UTF_8);
        assertTrue(complaint.contains("--from must be before --to: 2026-11-21T22:30:00Z is not before"), complaint);
    }

    @Test
    void refusesWhatIsNoMoment() {
        assertEquals(2, run("analyze", CAPTURE, "--from", "yesterday"));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("'yesterday' is not a time"));
    }

    @Test
    void saysThatNothingLiesBetween() {
        assertEquals(1, run("analyze", CAPTURE, "--quiet", "--from", "2090-01-01T00:00:00Z"));
        String complaint = err.toString(StandardCharsets.UTF_8);
        assertTrue(
                complaint.contains(
                        "no message lies after 2090-01-01T00:00:00Z: what was captured, by the clocks of sniffers,"
                                + " is from 2026-11-"),
                complaint);
    }
}

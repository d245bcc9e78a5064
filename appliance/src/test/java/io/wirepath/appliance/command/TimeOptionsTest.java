package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.appliance.run.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TimeOptionsTest {

    private static final String CAPTURE = "../samples/slow/sw-app.pcap.gz";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... arguments) {
        out.reset();
        PrintStream complaints = new PrintStream(err, true, StandardCharsets.UTF_8);
        return CommandTree.run(new Console(out, complaints, false, false, false), arguments);
    }

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
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("no message lies between --from and --to"));
    }
}

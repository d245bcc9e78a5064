package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.host.HostLog;
import io.wirepath.analyze.path.PatternTable;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.window.SlidingWindows;
import io.wirepath.causes.window.WindowSettings;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.reconcile.MergeSettings;
import io.wirepath.pipeline.Console;
import io.wirepath.pipeline.Inference;
import io.wirepath.pipeline.MergeReading;
import io.wirepath.report.sum.CalledWindow;
import io.wirepath.report.sum.ReportSum;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Windows of a recorded capture, analysed apart and added, against the capture as a whole. */
class WindowSumTest {

    private static final long SECOND = 1_000_000_000L;

    /** Of a server that nobody watched, a window knows the fastest way that it saw itself: more is taken off. */
    private static final double MAX_OF_WAYS = 0.01;

    @TempDir
    private Path directory;

    private static final List<MessageRecord> MESSAGES = new ArrayList<>();

    @BeforeAll
    static void readCaptures() throws IOException {
        Console silent = new Console(
                OutputStream.nullOutputStream(),
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                false,
                false,
                false);
        FlowSettings flows = FlowSettings.defaults();
        new MergeReading(flows.withMessage(flows.message().withContent(true)), MergeSettings.defaults(), silent, false)
                .read(List.of("../samples/slow/sw-app.pcap.gz"), WindowSumTest::copy, sniffer -> {}, note -> {});
    }

    private static void copy(MessageRecord message) {
        ByteBuffer bytes = ByteBuffer.allocate(MessageCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(0, message.bytes(), message.offset(), MessageCodec.LENGTH);
        MESSAGES.add(new MessageRecord().wrap(bytes, 0));
    }

    private ObjectNode sum(WindowSettings settings, int[] windowsMade) {
        SlidingWindows windows = new SlidingWindows(settings, 1L << 30);
        MESSAGES.forEach(windows::offer);
        WindowAnalyst analyst = new WindowAnalyst();
        ReportSum sum = new ReportSum();
        PatternTable table = new PatternTable();
        windows.finish(window -> {
            windowsMade[0]++;
            WindowJob job = new WindowJob(
                    window,
                    window.core().toNanos() - settings.beforeNanos(),
                    Map.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    null,
                    HostLog.NONE,
                    List.of(),
                    Inference.defaults());
            add(analyst.analyse(job).analysis(), sum, table);
        });
        return sum.json(TimeSpan.ALWAYS, new ReportSum.Lists(0, 9999, 9999, 9999), table);
    }

    private void add(Analysis analysis, ReportSum sum, PatternTable table) {
        table.add(analysis.table());
        try {
            CalledWindow.add(analysis, sum, directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void windowsAddUpToTheWhole() {
        int[] made = {0, 0};
        ObjectNode whole = sum(new WindowSettings(3600 * SECOND, 0, 0), made);
        int wholes = made[0];
        ObjectNode windowed = sum(new WindowSettings(5 * SECOND, 2 * SECOND, 2 * SECOND), made);
        assertTrue(wholes <= 2 && made[0] - wholes >= 5, wholes + " and " + (made[0] - wholes) + " windows");
        assertEquals(MESSAGES.size(), whole.path("totals").path("messages").asInt());
        assertEquals(
                whole.path("totals").path("messages"), windowed.path("totals").path("messages"));
        assertEquals(whole.path("totals").path("calls"), windowed.path("totals").path("calls"));
        assertEdgesAgree(whole.path("edges"), windowed.path("edges"));
        assertNodesAgree(whole, windowed);
        assertPatternsAgree(whole, windowed);
    }

    /** The sample's app2 is slow from beginning to end: no window need tell it, the sum does. */
    @Test
    void findingsAreMadeFromTheSums() {
        int[] made = {0};
        ObjectNode windowed = sum(new WindowSettings(5 * SECOND, 2 * SECOND, 2 * SECOND), made);
        JsonNode first = windowed.path("findings").get(0);
        assertEquals(
                "slow-replica",
                first.path("kind").asText(),
                windowed.path("findings").toString());
        assertEquals(50e6, first.path("effectNanos").asDouble(), 5e6);
        assertTrue(windowed.path("findings").findValues("windows").isEmpty());
    }

    private static void assertEdgesAgree(JsonNode whole, JsonNode windowed) {
        assertEquals(whole.size(), windowed.size());
        for (int i = 0; i < whole.size(); i++) {
            for (String field : List.of("from", "to", "messages", "requests", "bytes", "unanswered")) {
                assertEquals(whole.get(i).path(field), windowed.get(i).path(field), field);
            }
            JsonNode delay = whole.get(i).path("delay");
            for (String field : List.of("samples", "p50Nanos", "p90Nanos", "p99Nanos", "histogram")) {
                assertEquals(delay.path(field), windowed.get(i).path("delay").path(field), field);
            }
        }
    }

    private static void assertNodesAgree(ObjectNode whole, ObjectNode windowed) {
        assertEquals(whole.path("nodes").size(), windowed.path("nodes").size());
        for (int i = 0; i < whole.path("nodes").size(); i++) {
            JsonNode one = whole.path("nodes").get(i);
            JsonNode other = windowed.path("nodes").get(i);
            assertEquals(one.path("address"), other.path("address"));
            assertEquals(one.path("callsServed"), other.path("callsServed"));
            assertEquals(one.path("callsMade"), other.path("callsMade"));
            JsonNode delay = one.path("serviceDelay");
            JsonNode added = other.path("serviceDelay");
            assertEquals(delay.path("samples"), added.path("samples"));
            for (String figure : List.of("meanNanos", "deviationNanos", "p50Nanos", "p90Nanos", "p99Nanos")) {
                double figureOfWhole = delay.path(figure).asDouble();
                assertEquals(
                        figureOfWhole,
                        added.path(figure).asDouble(),
                        MAX_OF_WAYS * figureOfWhole + 10,
                        one.path("address").asText() + " " + figure);
            }
        }
    }

    /** Frequent patterns are the same ones, as often as ambiguity at the edges lets them. */
    private static void assertPatternsAgree(ObjectNode whole, ObjectNode windowed) {
        Map<String, JsonNode> added = new HashMap<>();
        double sum = 0;
        for (JsonNode pattern : windowed.path("patterns")) {
            added.put(pattern.path("id").asText(), pattern);
            sum += pattern.path("expectedCount").asDouble();
        }
        double all = 0;
        for (JsonNode pattern : whole.path("patterns")) {
            double expected = pattern.path("expectedCount").asDouble();
            all += expected;
            if (expected >= 50) {
                JsonNode same = added.get(pattern.path("id").asText());
                assertNotNull(same, () -> pattern.path("title").asText());
                assertEquals(expected, same.path("expectedCount").asDouble(), 0.05 * expected);
                double mean = pattern.path("duration").path("meanNanos").asDouble();
                assertEquals(mean, same.path("duration").path("meanNanos").asDouble(), 0.05 * mean);
            }
        }
        assertEquals(all, sum, 0.03 * all);
    }
}

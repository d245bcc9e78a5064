package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.history.ReportHistory;
import io.wirepath.appliance.serve.history.SummedReports;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.causes.window.WindowSettings;
import io.wirepath.report.sum.ReportSum;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The operations that the service tells, window by window, are those that an analysis of the same captures tells. */
final class LiveOperationsTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long START = 1_795_000_000L * SECOND;
    private static final double SAME = 0.99;

    @TempDir
    private Path directory;

    /** Four kinds of requests of three clients, with numbers in their paths; a fault for a third of the time. */
    @Test
    void ofOneSniffer() throws Exception {
        Path capture = directory.resolve("site.pcap");
        long[] times = {START, START + 20 * SECOND, START + 30 * SECOND, START + 60 * SECOND};
        SiteOfFaults.write(SiteOfFaults.Fault.ERRORS, times, 20, 1, capture);
        Map<String, JsonNode> told = assertSame(List.of(capture), START + 60 * SECOND);
        JsonNode items = Objects.requireNonNull(told.get("shop GET /items/*"));
        assertTrue(items.path("failed").asLong() > 0, told::toString);
        assertTrue(items.path("delay").path("p99Nanos").asLong() > SECOND / 1000, told::toString);
        assertEquals(
                10, told.size(), () -> "four of shop, four of app, the log-in's, the database's: " + told.keySet());
    }

    /** What several sniffers saw is one operation. */
    @Test
    void ofSeveralSniffers() throws Exception {
        List<Path> captures = Stream.of("sw-front", "sw-web", "sw-app", "sw-data")
                .map(name -> Path.of("../samples/slow", name + ".pcap.gz"))
                .toList();
        assertSame(captures, 1_795_300_000L * SECOND);
    }

    @Test
    void ofCallsOfGrpc() throws Exception {
        Path capture = Path.of("../flows/src/test/resources/captures/grpc-streams.pcap.gz");
        Map<String, JsonNode> told = assertSame(List.of(capture), 1_795_300_000L * SECOND);
        assertTrue(told.keySet().stream().anyMatch(own -> own.contains("POST /")), told::toString);
    }

    /** Too few ask for it to be shown, had nobody before; the messages of that time are gone for their age. */
    @Test
    void keepTheirNamesOverARestart() throws Exception {
        long restart = START + 100 * SECOND;
        Map<String, JsonNode> before = operations(served(List.of(site("one", START, 20)), START));
        Files.move(directory.resolve("state/messages"), directory.resolve("deleted"));
        Map<String, JsonNode> all = operations(served(List.of(site("two", restart, 0.2)), restart));
        assertTrue(before.containsKey("shop GET /items/*"), before::toString);
        assertEquals(before.keySet(), all.keySet());
        assertTrue(calls(all) > calls(before), all::toString);
    }

    private static long calls(Map<String, JsonNode> operations) {
        return operations.values().stream()
                .mapToLong(each -> each.path("calls").asLong())
                .sum();
    }

    /** Thirty seconds of a site without a fault, in the spool of one sniffer. */
    private Path site(String sniffer, long start, double requestsASecond) throws IOException {
        Path capture = directory.resolve("site.pcap");
        long[] times = {start, start + 10 * SECOND, start + 20 * SECOND, start + 30 * SECOND};
        SiteOfFaults.write(SiteOfFaults.Fault.NONE, times, requestsASecond, 1, capture);
        return ServiceLab.sniff(directory, sniffer, capture, "--operations");
    }

    private Map<String, JsonNode> assertSame(List<Path> captures, long now) throws Exception {
        List<String> analyze = new ArrayList<>(List.of("analyze", "--quiet", "--operations", "--json"));
        List<Path> spools = new ArrayList<>();
        for (Path capture : captures) {
            String name = capture.getFileName().toString().replaceAll("[.].*", "");
            analyze.add(capture.toString());
            spools.add(ServiceLab.sniff(directory, name, capture, "--operations"));
        }
        Map<String, JsonNode> wanted =
                operations(new ObjectMapper().readTree(ServiceLab.run(analyze.toArray(String[]::new))));
        Map<String, JsonNode> found = operations(served(spools, now));
        long all = 0;
        long same = 0;
        for (Map.Entry<String, JsonNode> each : wanted.entrySet()) {
            long calls = each.getValue().path("calls").asLong();
            JsonNode live = found.get(each.getKey());
            all += calls;
            same += live == null ? 0 : Math.min(calls, live.path("calls").asLong());
        }
        assertTrue(all > 0 && same >= SAME * all, same + " of " + all + ", " + wanted + " and live " + found);
        return found;
    }

    /** The sum of all windows. */
    private ObjectNode served(List<Path> spools, long start) throws IOException {
        WindowSettings windows = new WindowSettings(10 * SECOND, 2 * SECOND, 2 * SECOND);
        ReportHistory reports = new SteppedService(directory.resolve("state"), windows).serve(spools, start);
        List<WindowId> ids = reports.windows(0, Long.MAX_VALUE, 1000);
        return new SummedReports(reports).json(ids, new ReportSum.Lists(0, 1, 1, 1));
    }

    private static Map<String, JsonNode> operations(JsonNode of) {
        Map<String, JsonNode> all = new TreeMap<>();
        of.path("operations")
                .forEach(each -> all.put(
                        each.path("service").asText()
                                + ' '
                                + each.path("operation").asText(),
                        each));
        return all;
    }
}

package io.wirepath.appliance.serve;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.wirepath.appliance.serve.history.ReportHistory;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.appliance.serve.spans.SpanExport;
import io.wirepath.causes.window.WindowSettings;
import io.wirepath.report.SiteIds;
import io.wirepath.report.export.OtlpReceiver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The service measures its links by what the site's tracing puts into requests, and its spans join those traces. */
@Timeout(180)
final class LiveIdsTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long START = 1_795_000_000L * SECOND;
    private static final long[] MINUTE = {START, START, START, START + 60 * SECOND};

    @TempDir
    private Path directory;

    private final Collection<JsonNode> spans = new ConcurrentLinkedQueue<>();
    private SteppedService service;

    /** A minute of a site that traces itself; what sniffers keep is said. */
    private List<ObjectNode> traced(String keeping) throws IOException {
        Path capture = directory.resolve("site.pcap");
        SiteOfFaults.writeTraced(MINUTE, 20, 1, capture);
        return windows(List.of(ServiceLab.sniff(directory, "tap", capture, "--ids", keeping)), MINUTE[3]);
    }

    private List<ObjectNode> windows(List<Path> spools, long end) throws IOException {
        service =
                new SteppedService(directory.resolve("state"), new WindowSettings(20 * SECOND, 2 * SECOND, 2 * SECOND));
        HttpServer receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", this::take);
        receiver.start();
        String to = "http://127.0.0.1:" + receiver.getAddress().getPort();
        SpanExport export = SpanExport.start(
                new SpanExport.Settings(1, 1_000_000), OtlpReceiver.of(to, Map.of(), nanos -> {}), line -> {});
        service.published().spansTo(export);
        ReportHistory reports = service.serve(spools, end);
        export.close();
        receiver.stop(0);
        List<ObjectNode> all = new ArrayList<>();
        for (WindowId id : reports.windows(0, Long.MAX_VALUE, 1000)) {
            all.add(reports.report(id).orElseThrow());
        }
        return all;
    }

    private void take(HttpExchange exchange) throws IOException {
        try (GZIPInputStream in = new GZIPInputStream(exchange.getRequestBody())) {
            for (JsonNode resource : new ObjectMapper().readTree(in).path("resourceSpans")) {
                for (JsonNode scope : resource.path("scopeSpans")) {
                    scope.path("spans").forEach(spans::add);
                }
            }
        }
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    private static long sum(List<ObjectNode> windows, String figure) {
        return windows.stream()
                .mapToLong(window -> window.path("siteIds").path(figure).asLong())
                .sum();
    }

    @Test
    void spansJoinTheTracesOfTheSiteAndLinksAreMeasured() throws IOException {
        List<ObjectNode> windows = traced("joined");
        long calls = windows.stream()
                .mapToLong(window -> window.path("totals").path("calls").asLong())
                .sum();
        // set-up of connections to the database is traced by nobody
        assertTrue(sum(windows, "carried") > 0.95 * calls, () -> sum(windows, "carried") + " of " + calls);
        SiteIds all = Objects.requireNonNull(service.published().ids());
        assertEquals(sum(windows, "known"), all.known().calls());
        SiteIds.Share recall = Objects.requireNonNull(all.recall());
        assertTrue(recall.value() > 0.9 && recall.low() < recall.value(), recall::toString);
        assertEquals(
                all.known().calls(),
                windows.get(windows.size() - 1)
                        .path("siteIdsSoFar")
                        .path("known")
                        .asLong());

        assertTrue(spans.size() > 1000, () -> spans.size() + " spans");
        Set<String> traces =
                spans.stream().map(span -> span.path("traceId").asText()).collect(toSet());
        assertTrue(traces.contains("%032x".formatted(100)), traces::toString);
        long joined = spans.stream()
                .filter(span -> span.path("traceId").asText().startsWith("0".repeat(28)))
                .count();
        assertTrue(joined > 0.98 * spans.size(), () -> joined + " of " + spans.size());
        // what programs of the site send have spans of theirs as parents
        assertTrue(spans.stream()
                        .filter(span -> span.path("parentSpanId").asText().startsWith("0".repeat(10)))
                        .count()
                > spans.size() / 3);
    }

    /** Enough to measure links, and nothing of the site's identifiers leaves the sniffer. */
    @Test
    void hashedIdentifiersMeasureTheSame() throws IOException {
        List<ObjectNode> windows = traced("hashed");
        assertTrue(sum(windows, "known") > 1000, windows::toString);
        assertFalse(
                spans.stream().anyMatch(span -> span.path("traceId").asText().startsWith("0".repeat(28))));
    }

    /** Four sniffers, and a header that is no identifier of a trace. */
    @Test
    void measuresAsAnAnalysisOfTheCapturesDoes() throws Exception {
        List<String> analyze =
                new ArrayList<>(List.of("analyze", "--quiet", "--ids", "--algorithm", "joint", "--json"));
        List<Path> spools = new ArrayList<>();
        for (String sniffer : List.of("sw-front", "sw-web", "sw-app", "sw-data")) {
            Path capture = Path.of("../samples/slow", sniffer + ".pcap.gz");
            analyze.add(capture.toString());
            spools.add(ServiceLab.sniff(directory, sniffer, capture, "--ids", "hashed"));
        }
        JsonNode whole = new ObjectMapper()
                .readTree(ServiceLab.run(analyze.toArray(String[]::new)))
                .path("siteIds");
        List<ObjectNode> windows = windows(spools, 1_795_300_000L * SECOND);
        for (String figure : List.of("carried", "known", "right")) {
            double live = sum(windows, figure);
            double read = whole.path(figure).asDouble();
            assertTrue(read > 1000 && Math.abs(live / read - 1) < 0.02, figure + ": " + live + " and " + read);
        }
    }

    private static int carried(Path input) throws Exception {
        String report =
                ServiceLab.run("analyze", "--quiet", "--ids", "--algorithm", "linking", "--json", input.toString());
        return new ObjectMapper()
                .readTree(report)
                .path("siteIds")
                .path("carried")
                .asInt();
    }

    /** Header blocks of HTTP/2, 79 of them inside TLS: the capture holds the keys, sniffers use none. */
    @Test
    void anAnalysisReadsWhatSniffersKeep() throws Exception {
        Path capture = Path.of("../flows/src/test/resources/captures/ids-http2.pcapng.gz");
        assertEquals(277, carried(capture));
        assertEquals(198, carried(ServiceLab.sniff(directory, "kept", capture, "--ids", "hashed")));
        int inRing = carried(ServiceLab.sniff(directory, "packets", capture, "--ring", "64MiB"));
        assertTrue(inRing > 60 && inRing < 198, () -> inRing + ": requests of one packet are not told apart");
        assertEquals(0, carried(ServiceLab.sniff(directory, "neither", capture)));
    }

    @Test
    void nothingIsLookedForUnlessItIsWanted() throws IOException {
        assertTrue(traced("none").stream().noneMatch(window -> window.has("siteIds")));
    }
}

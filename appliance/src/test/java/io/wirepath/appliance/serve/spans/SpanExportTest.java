package io.wirepath.appliance.serve.spans;

import static io.opentelemetry.proto.metrics.v1.AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.util.JsonFormat;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.grpc.Status;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.trace.v1.Span;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.loading.MessageDetails;
import io.wirepath.causes.nesting.Nesting;
import io.wirepath.causes.nesting.NestingSettings;
import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import io.wirepath.report.Report;
import io.wirepath.report.export.GrpcReceiver;
import io.wirepath.report.export.OtlpReceiver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that are told once, to a receiver of the protocol's own classes that is not always there. */
@Timeout(120)
class SpanExportTest {

    private static final int REQUESTS = 1000;
    private static final int FAILED = 8;
    private static final int SPANS_OF_A_REQUEST = 4;
    private static final long MINUTE_NANOS = 60_000_000_000L;

    private final List<String> ids = new ArrayList<>();
    private final List<String> bodies = new ArrayList<>();
    private final List<ExportMetricsServiceRequest> figures = new ArrayList<>();
    private IntUnaryOperator status = number -> 200;
    private int asked;
    private HttpServer receiver;

    @BeforeEach
    void start() throws IOException {
        start(0);
    }

    private void start(int port) throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        receiver.createContext("/", this::answer);
        receiver.createContext("/v1/metrics", this::takeFigures);
        receiver.start();
    }

    private synchronized void takeFigures(HttpExchange exchange) throws IOException {
        ExportMetricsServiceRequest.Builder request = ExportMetricsServiceRequest.newBuilder();
        try (GZIPInputStream in = new GZIPInputStream(exchange.getRequestBody())) {
            JsonFormat.parser().merge(new String(in.readAllBytes(), StandardCharsets.UTF_8), request);
        }
        figures.add(request.build());
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    @AfterEach
    void stop() {
        receiver.stop(0);
    }

    private synchronized void answer(HttpExchange exchange) throws IOException {
        ExportTraceServiceRequest.Builder request = ExportTraceServiceRequest.newBuilder();
        try (GZIPInputStream in = new GZIPInputStream(exchange.getRequestBody())) {
            String body = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            bodies.add(body);
            JsonFormat.parser().merge(body, request);
        }
        int says = status.applyAsInt(asked++);
        if (says == 200) {
            request.getResourceSpansList()
                    .forEach(resource -> resource.getScopeSpansList()
                            .forEach(scope -> scope.getSpansList()
                                    .forEach(span -> ids.add(span.getTraceId().toStringUtf8()
                                            + span.getSpanId().toStringUtf8()))));
        }
        exchange.sendResponseHeaders(says, -1);
        exchange.close();
    }

    /** A minute of requests for something of a server that asks another; some fail, some are slow. */
    private static MessageTable minute(int minute) {
        NodeTable nodes = new NodeTable();
        int client = nodes.add("10.1.0.1", "client", true);
        int web = nodes.add("10.2.0.1", "web", true);
        int db = nodes.add("10.3.0.1", "db", true);
        MessageTableBuilder to = new MessageTableBuilder(nodes);
        for (int i = 0; i < REQUESTS; i++) {
            long at = 60_000L * minute + 10 + 59L * i;
            int took = i % 100 == 50 ? 50 : 20;
            add(to, 2 * i, client, web, at, at + took, i % (REQUESTS / FAILED) == 7 ? 500 : 200);
            add(to, 2 * i + 1, web, db, at + 2, at + took - 2, 200);
        }
        return to.build();
    }

    private static void add(
            MessageTableBuilder to, int call, int caller, int callee, long sent, long done, int status) {
        int port = 40_000 + caller;
        long from = sent * 1_000_000;
        long until = done * 1_000_000;
        to.add(from, from, caller, port, callee, 80, caller, IpProtocol.TCP, Role.REQUEST, 0, call, 100, 0, call);
        to.add(until, until, callee, 80, caller, port, caller, IpProtocol.TCP, Role.RESPONSE, 0, call, 200, 0, call);
        to.outcome(Outcome.of(Outcome.Kind.HTTP, status));
    }

    private static MessageDetails details(MessageTable messages) {
        long[] first = new long[2 * REQUESTS];
        for (int row = messages.size() - 1; row >= 0; row--) {
            first[(int) messages.record(row)] = messages.timeNanos(row);
        }
        MessageDetails details = new MessageDetails();
        for (long nanos : first) {
            ByteBuffer bytes = ByteBuffer.allocate(MessageCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
            bytes.putLong(MessageCodec.SENT_AT, nanos).putLong(MessageCodec.RECEIVED_AT, nanos);
            details.add(new MessageRecord().wrap(bytes, 0));
        }
        return details;
    }

    private SpanExport export(long oneIn, long maxCalls) {
        return export(
                "http://" + receiver.getAddress().getHostString() + ":"
                        + receiver.getAddress().getPort(),
                oneIn,
                maxCalls);
    }

    private static SpanExport export(String address, long oneIn, long maxCalls) {
        return SpanExport.start(
                new SpanExport.Settings(oneIn, maxCalls),
                OtlpReceiver.of(address, Map.of(), nanos -> {}),
                problem -> {});
    }

    private static void send(SpanExport export, int minute) {
        MessageTable messages = minute(minute);
        TimeSpan counted = new TimeSpan(MINUTE_NANOS * minute, MINUTE_NANOS * (minute + 1));
        var analysis = Analyzer.analyze(
                messages, new Nesting(NestingSettings.defaults()), AnalysisSettings.defaults(), counted);
        export.window(new Report("t", "v", analysis, List.of(), Map.of(), List.of()), details(messages));
    }

    private static long count(SpanExport export, SpanCounter counter) {
        return export.counters().stream()
                .filter(value -> value.counter() == counter)
                .mapToLong(value -> value.value())
                .sum();
    }

    private static void awaitSpans(SpanExport export, long spans) {
        while (count(export, SpanCounter.SPANS_SENT) + count(export, SpanCounter.SPANS_LOST) < spans) {
            Thread.onSpinWait();
        }
    }

    @Test
    void sendsWhatFailedAndWhatWasSlow() {
        try (SpanExport export = export(0, 10_000)) {
            send(export, 0);
            int chosen = FAILED + REQUESTS / 100;
            assertEquals(chosen, count(export, SpanCounter.REQUESTS_CHOSEN));
            awaitSpans(export, (long) SPANS_OF_A_REQUEST * chosen);
        }
        assertEquals(SPANS_OF_A_REQUEST * (FAILED + REQUESTS / 100), new HashSet<>(ids).size());
        assertEquals(new HashSet<>(ids).size(), ids.size());
    }

    @Test
    void aBudgetLeavesOutTheLeastOfInterest() {
        try (SpanExport export = export(1, 2 * FAILED + 4)) {
            send(export, 0);
            assertEquals(FAILED + 2, count(export, SpanCounter.REQUESTS_CHOSEN));
            assertEquals(REQUESTS - FAILED - 2, count(export, SpanCounter.REQUESTS_OVER_BUDGET));
        }
    }

    @Test
    void aReceiverThatIsAwayForAWhileGetsAllOfItOnce() {
        status = number -> number % 3 == 2 ? 200 : 503;
        try (SpanExport export = export(1, 10_000)) {
            send(export, 0);
            send(export, 1);
            awaitSpans(export, 2L * SPANS_OF_A_REQUEST * REQUESTS);
            assertEquals(0, count(export, SpanCounter.SPANS_LOST));
        }
        assertEquals(2 * SPANS_OF_A_REQUEST * REQUESTS, ids.size());
        assertEquals(ids.size(), new HashSet<>(ids).size());
    }

    @Test
    void overGrpcToo() throws IOException {
        try (GrpcReceiver collector = new GrpcReceiver(number -> number % 3 == 2 ? null : Status.UNAVAILABLE);
                SpanExport export = export(collector.address(), 1, 10_000)) {
            send(export, 0);
            send(export, 1);
            awaitSpans(export, 2L * SPANS_OF_A_REQUEST * REQUESTS);
            assertEquals(0, count(export, SpanCounter.SPANS_LOST));
            List<Span> spans = collector.spans();
            assertEquals(2 * SPANS_OF_A_REQUEST * REQUESTS, spans.size());
            assertEquals(
                    spans.size(),
                    spans.stream()
                            .map(span -> span.getTraceId().concat(span.getSpanId()))
                            .distinct()
                            .count());
        }
    }

    @Test
    void whatIsRefusedIsLostAndCounted() {
        status = number -> number == 0 ? 400 : 200;
        try (SpanExport export = export(1, 10_000)) {
            send(export, 0);
            awaitSpans(export, (long) SPANS_OF_A_REQUEST * REQUESTS);
            long lost = count(export, SpanCounter.SPANS_LOST);
            assertTrue(lost > 0 && lost < (long) SPANS_OF_A_REQUEST * REQUESTS, "lost " + lost);
            assertEquals(SPANS_OF_A_REQUEST * REQUESTS - lost, count(export, SpanCounter.SPANS_SENT));
            assertEquals(count(export, SpanCounter.SPANS_SENT), ids.size());
        }
    }

    /** What Prometheus is told leads to traces that were sent. */
    @Test
    void eachExampleOfHowLongRequestsTakeIsATraceThatWasSent() {
        SpanExport export = export(0, 10_000);
        send(export, 0);
        export.close();
        List<RequestDurations.OfService> services = export.durations().services();
        assertEquals(
                List.of("web"),
                services.stream().map(RequestDurations.OfService::service).toList());
        RequestDurations.OfService web = services.get(0);
        assertEquals(REQUESTS, web.counts().stream().mapToLong(each -> each).sum());
        assertEquals((990 * 20 + 10 * 50) / 1000.0, web.seconds(), 1e-6);
        assertEquals(2, web.examples().size(), "some that failed, and the slowest");
        for (RequestDurations.Example example : web.examples()) {
            String span = "\"traceId\":\"" + example.trace() + "\",\"spanId\":\"" + example.span() + "\"";
            assertTrue(bodies.stream().anyMatch(body -> body.contains(span)), example::toString);
        }
        assertEquals(0.05, web.examples().get(1).seconds(), 1e-9);
    }

    private static SpanExport with(SpanExport export, String metricsTo) {
        return export.withDurations(OtlpReceiver.ofMetrics(metricsTo, Map.of(), nanos -> {}), "v");
    }

    private static void awaitFigures(SpanExport export, int windows) {
        while (count(export, SpanCounter.HISTOGRAMS_SENT) + count(export, SpanCounter.HISTOGRAMS_LOST) < windows) {
            Thread.onSpinWait();
        }
    }

    /** Of each request, the one histogram. */
    private static List<HistogramDataPoint> points(List<ExportMetricsServiceRequest> requests) {
        return requests.stream()
                .map(request -> request.getResourceMetrics(0).getScopeMetrics(0).getMetrics(0))
                .map(metric -> metric.getHistogram().getDataPoints(0))
                .toList();
    }

    /** What it is told next tells of what it missed, too, and counts nothing twice. */
    @Test
    void figuresAreWholeAgainAfterTheirReceiverWasKilled() throws IOException {
        int port = receiver.getAddress().getPort();
        try (SpanExport export = with(export(0, 10_000), "http://127.0.0.1:" + port)) {
            for (int minute = 0; minute < 5; minute++) {
                boolean isAway = minute % 2 == 1;
                if (isAway) {
                    receiver.stop(0);
                }
                send(export, minute);
                awaitFigures(export, minute + 1);
                if (isAway) {
                    start(port);
                }
            }
            assertEquals(3, count(export, SpanCounter.HISTOGRAMS_SENT));
            assertEquals(2, count(export, SpanCounter.HISTOGRAMS_LOST), "is told");
        }
        List<HistogramDataPoint> points = points(figures);
        assertEquals(
                List.of(REQUESTS, 3 * REQUESTS, 5 * REQUESTS),
                points.stream().map(point -> (int) point.getCount()).toList());
        for (HistogramDataPoint point : points) {
            assertEquals(0, point.getStartTimeUnixNano());
            assertEquals(
                    point.getCount(),
                    point.getBucketCountsList().stream().mapToLong(each -> each).sum());
            assertEquals(point.getExplicitBoundsCount() + 1, point.getBucketCountsCount());
        }
        assertEquals(5 * MINUTE_NANOS, points.get(2).getTimeUnixNano());
        assertEquals(5 * (990 * 20 + 10 * 50) / 1000.0, points.get(2).getSum(), 1e-6);
    }

    @Test
    void figuresGoOverGrpcTooAndLeadToSpans() throws IOException {
        try (GrpcReceiver collector = new GrpcReceiver(number -> number % 3 == 2 ? null : Status.UNAVAILABLE);
                GrpcReceiver spans = new GrpcReceiver(number -> null);
                SpanExport export = with(export(spans.address(), 0, 10_000), collector.address())) {
            send(export, 0);
            awaitFigures(export, 1);
            send(export, 1);
            awaitFigures(export, 2);
            awaitSpans(export, 2L * SPANS_OF_A_REQUEST * (FAILED + REQUESTS / 100));
            assertEquals(0, count(export, SpanCounter.HISTOGRAMS_LOST));
            Metric metric = collector
                    .figures()
                    .get(1)
                    .getResourceMetrics(0)
                    .getScopeMetrics(0)
                    .getMetrics(0);
            assertEquals("wirepath.request s", metric.getName() + " " + metric.getUnit());
            assertEquals(
                    AGGREGATION_TEMPORALITY_CUMULATIVE, metric.getHistogram().getAggregationTemporality());
            HistogramDataPoint point = metric.getHistogram().getDataPoints(0);
            assertEquals(2 * REQUESTS, point.getCount());
            assertEquals(2, point.getExemplarsCount(), "some that failed, and the slowest");
            Set<ByteString> sent = spans.spans().stream().map(Span::getTraceId).collect(Collectors.toSet());
            point.getExemplarsList().forEach(each -> assertTrue(sent.contains(each.getTraceId()), each::toString));
        }
    }
}

package io.wirepath.report.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.util.JsonFormat;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.loading.MessageDetails;
import io.wirepath.flows.Role;
import io.wirepath.flows.SiteId;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import io.wirepath.report.Report;
import io.wirepath.report.SampleReport;
import io.wirepath.report.SiteIds;
import io.wirepath.report.text.PatternRank;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExportTest {

    private static final long START = 1_795_196_958_000_000_000L;

    private final Report report = SampleReport.make();

    @TempDir
    private Path temp;

    /** The sample's messages all carry record 0: one set of details serves them. */
    static MessageDetails details() {
        ByteBuffer bytes = ByteBuffer.allocate(MessageCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(MessageCodec.SENT_AT, START).putLong(MessageCodec.RECEIVED_AT, START + 5);
        bytes.putLong(MessageCodec.VIRTUAL_DESTINATION_AT + 8, 0xffff_0000_0000L | 0x0a01_0064);
        bytes.putShort(MessageCodec.VIRTUAL_DESTINATION_PORT_AT, (short) 80);
        MessageDetails details = new MessageDetails();
        details.add(new MessageRecord().wrap(bytes, 0));
        return details;
    }

    private ExportTraceServiceRequest otlp(Report of) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        OtlpWriter.write(of, details(), out);
        ExportTraceServiceRequest.Builder builder = ExportTraceServiceRequest.newBuilder();
        for (String line : out.toString(StandardCharsets.UTF_8).split("\n", -1)) {
            JsonFormat.parser().merge(line.isEmpty() ? "{}" : line, builder);
        }
        return builder.build();
    }

    private static Map<String, String> attributes(List<KeyValue> list) {
        Map<String, String> map = new HashMap<>();
        for (KeyValue each : list) {
            var value = each.getValue();
            map.put(
                    each.getKey(),
                    switch (value.getValueCase()) {
                        case STRING_VALUE -> value.getStringValue();
                        case INT_VALUE -> Long.toString(value.getIntValue());
                        case DOUBLE_VALUE -> Double.toString(value.getDoubleValue());
                        case BOOL_VALUE -> Boolean.toString(value.getBoolValue());
                        default -> "?";
                    });
        }
        return map;
    }

    /** The site's own span is the parent, and the cause that was inferred a link. */
    @Test
    void spansJoinTheTraceThatRequestsName() throws IOException {
        String trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        String sender = "00f067aa0ba902b7";
        List<SiteId> ids = new ArrayList<>();
        ids.add(SiteId.of(trace, "1111111111111111", ""));
        ids.add(SiteId.of(trace, sender, "r-1"));
        ids.add(null);
        SiteIds found = SiteIds.compare(
                ids,
                TimeSpan.ALWAYS,
                report.analysis().messages(),
                report.analysis().calls());
        List<Span> spans = otlp(report.withIds(found)).getResourceSpansList().stream()
                .flatMap(of -> of.getScopeSpans(0).getSpansList().stream())
                .toList();
        // the parser takes the digits for base 64
        Base64.Encoder text = Base64.getEncoder();
        Span client = spans.stream()
                .filter(span -> text.encodeToString(span.getParentSpanId().toByteArray())
                        .equals(sender))
                .findFirst()
                .orElseThrow();
        assertEquals(Span.SpanKind.SPAN_KIND_CLIENT, client.getKind());
        assertEquals(trace, text.encodeToString(client.getTraceId().toByteArray()));
        Span cause = spans.stream()
                .filter(span -> client.getLinksCount() == 1
                        && span.getSpanId().equals(client.getLinks(0).getSpanId()))
                .findFirst()
                .orElseThrow();
        assertEquals(Span.SpanKind.SPAN_KIND_SERVER, cause.getKind());
        assertEquals(
                4,
                spans.stream()
                        .filter(span -> span.getTraceId().equals(client.getTraceId()))
                        .count());
        assertEquals(6, spans.size(), "the third call carries none and stays by itself");
    }

    @Test
    void writesOtlpThatTheProtocolsOwnClassesRead() throws IOException {
        Map<String, List<Span>> byInstance = new HashMap<>();
        for (ResourceSpans resource : otlp(report).getResourceSpansList()) {
            Map<String, String> of = attributes(resource.getResource().getAttributesList());
            byInstance.put(
                    of.get("service.instance.id"), resource.getScopeSpans(0).getSpansList());
            if (of.get("service.instance.id").startsWith("app")) {
                assertEquals("app", of.get("service.name"), "replicas are one service");
            }
        }
        Span served = byInstance.get("app1").get(0);
        Span asked = byInstance.values().stream()
                .flatMap(List::stream)
                .filter(span -> span.getSpanId().equals(served.getParentSpanId()))
                .findFirst()
                .orElseThrow();
        assertEquals(Span.SpanKind.SPAN_KIND_SERVER, served.getKind());
        assertEquals(Span.SpanKind.SPAN_KIND_CLIENT, asked.getKind());
        assertEquals(START, asked.getStartTimeUnixNano());
        assertEquals(START + 5, asked.getEndTimeUnixNano());
        assertTrue(served.getStartTimeUnixNano() >= START && served.getEndTimeUnixNano() <= START + 5);
        Map<String, String> both = Map.ofEntries(
                Map.entry("client.address", "10.2.0.11"),
                Map.entry("client.port", "40000"),
                Map.entry("server.address", "10.3.0.11"),
                Map.entry("server.port", "8080"),
                Map.entry("network.transport", "tcp"),
                Map.entry("network.type", "ipv4"),
                Map.entry("wirepath.request.bytes", "100"),
                Map.entry("wirepath.response.bytes", "900"),
                Map.entry("wirepath.virtual.address", "10.1.0.100:80"),
                Map.entry("wirepath.sniffer", "sw-app"));
        assertEquals(both, attributes(served.getAttributesList()));
        Map<String, String> link = new HashMap<>(both);
        link.put("wirepath.link.probability", "1.0");
        link.put("wirepath.link.algorithm", report.analysis().algorithm());
        assertEquals(link, attributes(asked.getAttributesList()));
        assertEquals(Status.StatusCode.STATUS_CODE_UNSET, served.getStatus().getCode(), "nothing says how it ended");
        List<Span> failed = byInstance.values().stream()
                .flatMap(List::stream)
                .filter(span -> span.getStatus().getCode() == Status.StatusCode.STATUS_CODE_ERROR)
                .toList();
        assertEquals(2, failed.size(), "the span of the caller and that of the called");
        assertEquals("503", attributes(failed.get(0).getAttributesList()).get("http.response.status_code"));
        assertEquals("http 503", attributes(failed.get(0).getAttributesList()).get("error.type"));
    }

    @Test
    void writesLinesThatACollectorTakes() throws IOException {
        List<byte[]> lines = new ArrayList<>();
        OtlpWriter.write(report, details(), 2500, (json, spans) -> lines.add(json));
        assertTrue(lines.size() > 2, "more than one line: " + lines.size());
        int spans = 0;
        for (byte[] line : lines) {
            assertTrue(line.length <= 2500, "a line of " + line.length);
            ExportTraceServiceRequest.Builder builder = ExportTraceServiceRequest.newBuilder();
            JsonFormat.parser().merge(new String(line, StandardCharsets.UTF_8), builder);
            for (ResourceSpans resource : builder.build().getResourceSpansList()) {
                assertTrue(
                        attributes(resource.getResource().getAttributesList()).containsKey("service.name"));
                spans += resource.getScopeSpans(0).getSpansCount();
            }
        }
        assertEquals(6, spans);
    }

    @Test
    void linksSpansByHexadecimalIdentifiersThatAreUniqueAndRepeatable() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        OtlpWriter.write(report, details(), out);
        String text = out.toString(StandardCharsets.UTF_8);
        var json = new com.fasterxml.jackson.databind.ObjectMapper().readTree(text); // the sample fits one line
        Map<String, String> parents = new HashMap<>();
        Set<String> traces = new HashSet<>();
        json.findParents("spanId").forEach(span -> {
            parents.put(span.get("spanId").asText(), span.path("parentSpanId").asText());
            traces.add(span.get("traceId").asText());
            assertTrue(span.get("startTimeUnixNano").isTextual());
        });
        assertEquals(6, parents.size());
        assertEquals(2, traces.size());
        assertTrue(parents.keySet().stream().allMatch(id -> id.matches("[0-9a-f]{16}")), text);
        assertTrue(traces.stream().allMatch(id -> id.matches("[0-9a-f]{32}")), text);
        assertEquals(4, parents.values().stream().filter(parents::containsKey).count());
        ByteArrayOutputStream again = new ByteArrayOutputStream();
        OtlpWriter.write(SampleReport.make(), details(), again);
        assertEquals(text, again.toString(StandardCharsets.UTF_8));
    }

    @Test
    void writesPublicationsAsProducersAndDeliveriesAsConsumersOfTheServersPort() throws IOException {
        NodeTable nodes = new NodeTable();
        int api = nodes.add("10.3.0.11", "api", true);
        int broker = nodes.add("10.4.0.41", "mq", true);
        int worker = nodes.add("10.3.0.41", "worker", true);
        MessageTableBuilder messages = new MessageTableBuilder(nodes);
        messages.add(START, START, api, 40000, broker, 5672, 0, 6, Role.ONE_WAY, 0, 0, 100, 0, 0);
        messages.add(START + 9, START + 9, broker, 5672, worker, 40001, 1, 6, Role.ONE_WAY, 0, 0, 100, 0, 0);
        Map<String, Span> spans = spansOfTwo(messages);
        assertEquals(Set.of("api", "worker"), spans.keySet());
        Span producer = spans.get("api");
        Span consumer = spans.get("worker");
        assertEquals(Span.SpanKind.SPAN_KIND_PRODUCER, producer.getKind());
        assertEquals(Span.SpanKind.SPAN_KIND_CONSUMER, consumer.getKind());
        assertEquals(producer.getSpanId(), consumer.getParentSpanId());
        Map<String, String> own = attributes(consumer.getAttributesList());
        assertEquals("10.4.0.41", own.get("server.address"));
        assertEquals("5672", own.get("server.port"));
        assertEquals("10.3.0.41", own.get("client.address"));
        assertFalse(own.containsKey("wirepath.response.missing"));
    }

    /** By node, the spans of two messages of which the first caused the other. */
    private Map<String, Span> spansOfTwo(MessageTableBuilder messages) throws IOException {
        LinkTable.Builder links = new LinkTable.Builder(2);
        links.endChild(1);
        links.add(0, 1);
        links.endChild(0);
        Map<String, Span> spans = new HashMap<>();
        for (ResourceSpans resource :
                otlp(SampleReport.of(messages.build(), links.build())).getResourceSpansList()) {
            String service =
                    attributes(resource.getResource().getAttributesList()).get("service.instance.id");
            spans.put(service, resource.getScopeSpans(0).getSpans(0));
        }
        return spans;
    }

    @Test
    void aDeliveryOnTheConnectionOfItsPublicationIsTheBrokersOwn() throws IOException {
        NodeTable nodes = new NodeTable();
        int hub = nodes.add("10.3.0.41", "hub", true);
        int broker = nodes.add("10.4.0.41", "bus", true);
        MessageTableBuilder messages = new MessageTableBuilder(nodes);
        messages.add(START, START, hub, 40000, broker, 4222, 0, 6, Role.ONE_WAY, 0, 0, 100, 0, 0);
        messages.add(START + 9, START + 9, broker, 4222, hub, 40000, 0, 6, Role.ONE_WAY, 0, 0, 100, 0, 0);
        Map<String, Span> spans = spansOfTwo(messages);
        Span delivery = spans.get("bus");
        assertEquals(Span.SpanKind.SPAN_KIND_PRODUCER, delivery.getKind());
        assertEquals(spans.get("hub").getSpanId(), delivery.getParentSpanId());
        Map<String, String> own = attributes(delivery.getAttributesList());
        assertEquals("10.4.0.41", own.get("client.address"));
        assertEquals("10.3.0.41", own.get("server.address"));
        assertEquals("40000", own.get("server.port"));
    }

    @Test
    void writesCsvTablesWithAHeadingAndARowForEach() throws IOException {
        Path directory = temp.resolve("new/tables");
        CsvWriter.write(report, details(), directory);
        Map<String, Integer> rows = new HashMap<>();
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                rows.put(file.getFileName().toString(), Files.readAllLines(file).size() - 1);
            }
        }
        assertEquals(
                Map.ofEntries(
                        Map.entry("findings.csv", 1),
                        Map.entry("patterns.csv", 2),
                        Map.entry("pattern_steps.csv", 8),
                        Map.entry("pattern_nodes.csv", 8),
                        Map.entry("nodes.csv", 4),
                        Map.entry("edges.csv", 3),
                        Map.entry("calls.csv", 3),
                        Map.entry("counters.csv", 0),
                        Map.entry("series.csv", 0),
                        Map.entry("loads.csv", 0),
                        Map.entry("events.csv", 0)),
                rows);
        assertEquals(
                "0,call,,0,1.0,10.2.0.11,40000,10.3.0.11,8080," + START + "," + (START + 5) + ",100,900,,,"
                        + "web,app1,unknown,",
                Files.readAllLines(directory.resolve("calls.csv")).get(1).replaceFirst("[0-9a-f]{16},sw-app.*$", ""));
        assertTrue(Files.readAllLines(directory.resolve("calls.csv")).get(3).contains(",100,900,\"http 503\",failed,"));
    }

    @Test
    void whatHostsLoggedIsATableEach() throws IOException {
        Path directory = temp.resolve("hosts");
        CsvWriter.write(SampleReport.withHosts(), details(), directory);
        List<String> loads = Files.readAllLines(directory.resolve("loads.csv"));
        assertEquals("time_nanos,uncertainty_nanos,host,program,name,value", loads.get(0));
        assertTrue(loads.get(1).endsWith(",1000,app1,vmstat,cpu.user,40.0"), loads::toString);
        List<String> events = Files.readAllLines(directory.resolve("events.csv"));
        assertEquals("time_nanos,uncertainty_nanos,host,program,level,name,id,detail,call,probability", events.get(0));
        assertTrue(events.get(1).endsWith(",1000,10.3.0.11,app,Info,cache.miss,7,KEY=a,0,1.0"), events::toString);
    }

    @Test
    void givesSpreadsheetsNoFormulasAndTerminalsNoCommands() {
        assertEquals("'=cmd|' /C calc'!A0", CsvTable.safe("=cmd|' /C calc'!A0"));
        assertEquals("'@SUM(A1)", CsvTable.safe("@SUM(A1)"));
        assertEquals("web?[31m", CsvTable.safe("web\u001b[31m"));
        assertEquals("app=1", CsvTable.safe("app=1"));
    }

    @Test
    void drawsEveryNodeAndQuotesWhatPacketsNamed() {
        String dot = DotWriter.of(report, PatternRank.COUNT, 1);
        assertTrue(dot.contains("label=\"app2 (10.3.0.12)\""), dot);
        assertTrue(dot.contains("shape=diamond, label=\"web (10.2.0.11)\""), dot);
        assertTrue(dot.contains("cluster_0") && !dot.contains("cluster_1"), dot);
        assertEquals(
                dot.chars().filter(c -> c == '{').count(),
                dot.chars().filter(c -> c == '}').count());
    }

    @Test
    void drawsWhoCallsWhomWithTheTimesOfThePapersFigure() {
        String dot = CallHierarchies.of(report, PatternRank.COUNT, 1);
        assertTrue(dot.contains("rankdir=TB"), dot);
        // 400 requests of 2 ms, the whole in the callee; it asks redis after 1 ms, which answers 1 ms later
        assertTrue(dot.contains("label=\"app:8080\\n2 ms\"") && dot.contains("label=\"400 times, 2 ms\""), dot);
        assertTrue(dot.contains("label=\"redis:6379\\n1 ms\"") && dot.contains("label=\"1 ms\""), dot);
        assertEquals(2, dot.split("->", -1).length - 1, dot);
    }

    @Test
    void drawsTheMapAlone() {
        String dot = DotWriter.map(report);
        assertTrue(dot.contains("cluster_nodes") && !dot.contains("cluster_0"), dot);
        assertTrue(dot.contains("1 calls to :6379"), dot);
    }
}

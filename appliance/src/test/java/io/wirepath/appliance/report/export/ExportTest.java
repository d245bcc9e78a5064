package io.wirepath.appliance.report.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.util.JsonFormat;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.wirepath.analyze.LinkTable;
import io.wirepath.analyze.MessageTableBuilder;
import io.wirepath.analyze.NodeTable;
import io.wirepath.appliance.report.MessageDetails;
import io.wirepath.appliance.report.Report;
import io.wirepath.appliance.report.SampleReport;
import io.wirepath.appliance.report.text.PatternRank;
import io.wirepath.flows.Role;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
    private static MessageDetails details() {
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
        JsonFormat.parser().merge(out.toString(StandardCharsets.UTF_8), builder);
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

    @Test
    void writesOtlpThatTheProtocolsOwnClassesRead() throws IOException {
        List<Span> spans = new ArrayList<>();
        List<String> services = new ArrayList<>();
        for (ResourceSpans resource : otlp(report).getResourceSpansList()) {
            services.add(attributes(resource.getResource().getAttributesList()).get("service.name"));
            spans.addAll(resource.getScopeSpans(0).getSpansList());
        }
        assertEquals(List.of("app1", "app2", SampleReport.HOSTILE_NAME), services);
        Span root = spans.get(0);
        assertEquals(Span.SpanKind.SPAN_KIND_SERVER, root.getKind());
        assertEquals(START, root.getStartTimeUnixNano());
        assertEquals(START + 5, root.getEndTimeUnixNano());
        assertEquals(
                Map.ofEntries(
                        Map.entry("client.address", "10.2.0.11"),
                        Map.entry("client.port", "40000"),
                        Map.entry("server.address", "10.3.0.11"),
                        Map.entry("server.port", "8080"),
                        Map.entry("network.transport", "tcp"),
                        Map.entry("wirepath.link.probability", "1.0"),
                        Map.entry("wirepath.request.bytes", "100"),
                        Map.entry("wirepath.response.bytes", "900"),
                        Map.entry("wirepath.virtual.address", "10.1.0.100:80"),
                        Map.entry("wirepath.sniffer", "sw-app")),
                attributes(root.getAttributesList()));
        assertEquals(Status.StatusCode.STATUS_CODE_UNSET, root.getStatus().getCode(), "nothing says how it ended");
        Span failed = spans.get(1);
        assertEquals(Status.StatusCode.STATUS_CODE_ERROR, failed.getStatus().getCode());
        assertEquals("503", attributes(failed.getAttributesList()).get("http.response.status_code"));
        assertEquals("http 503", attributes(failed.getAttributesList()).get("error.type"));
    }

    @Test
    void linksSpansByHexadecimalIdentifiersThatAreUniqueAndRepeatable() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        OtlpWriter.write(report, details(), out);
        String text = out.toString(StandardCharsets.UTF_8);
        var json = new com.fasterxml.jackson.databind.ObjectMapper().readTree(text);
        Map<String, String> parents = new HashMap<>();
        Set<String> traces = new HashSet<>();
        json.findParents("spanId").forEach(span -> {
            parents.put(span.get("spanId").asText(), span.path("parentSpanId").asText());
            traces.add(span.get("traceId").asText());
            assertTrue(span.get("startTimeUnixNano").isTextual());
        });
        assertEquals(3, parents.size());
        assertEquals(2, traces.size());
        assertTrue(parents.keySet().stream().allMatch(id -> id.matches("[0-9a-f]{16}")), text);
        assertTrue(traces.stream().allMatch(id -> id.matches("[0-9a-f]{32}")), text);
        assertEquals(1, parents.values().stream().filter(parents::containsKey).count());
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
        LinkTable.Builder links = new LinkTable.Builder(2);
        links.endChild(1);
        links.add(0, 1);
        links.endChild(0);
        Map<String, Span> spans = new HashMap<>();
        for (ResourceSpans resource :
                otlp(SampleReport.of(messages.build(), links.build())).getResourceSpansList()) {
            String service =
                    attributes(resource.getResource().getAttributesList()).get("service.name");
            spans.put(service, resource.getScopeSpans(0).getSpans(0));
        }
        assertEquals(Set.of("api", "worker"), spans.keySet());
        Span producer = spans.get("api");
        Span consumer = spans.get("worker");
        assertEquals(Span.SpanKind.SPAN_KIND_PRODUCER, producer.getKind());
        assertEquals(Span.SpanKind.SPAN_KIND_CONSUMER, consumer.getKind());
        assertEquals(producer.getSpanId(), consumer.getParentSpanId());
        Map<String, String> its = attributes(consumer.getAttributesList());
        assertEquals("10.4.0.41", its.get("server.address"));
        assertEquals("5672", its.get("server.port"));
        assertEquals("10.3.0.41", its.get("client.address"));
        assertFalse(its.containsKey("wirepath.response.missing"));
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
                Map.of(
                        "findings.csv", 1,
                        "patterns.csv", 2,
                        "pattern_steps.csv", 8,
                        "nodes.csv", 4,
                        "edges.csv", 3,
                        "calls.csv", 3,
                        "counters.csv", 0),
                rows);
        assertEquals(
                "0,call,,0,1.0,10.2.0.11,40000,10.3.0.11,8080," + START + "," + (START + 5) + ",100,900,,",
                Files.readAllLines(directory.resolve("calls.csv")).get(1));
        assertTrue(Files.readAllLines(directory.resolve("calls.csv")).get(3).endsWith(",100,900,\"http 503\",failed"));
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
}

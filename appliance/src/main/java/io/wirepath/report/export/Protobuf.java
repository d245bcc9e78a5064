package io.wirepath.report.export;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;

/**
 * The requests of {@link OtlpWriter}, {@link OtlpHistograms} and {@link PrometheusSamples} as protobuf, and what is
 * read of answers. Source: trace.proto, metrics.proto, common.proto, trace_service.proto and metrics_service.proto of
 * OTLP 1.x; status.proto and error_details.proto of Google's APIs; remote.proto and types.proto of Prometheus.
 *
 * <pre>
 *  field      tag: number · 8 + type, as a varint │ value
 *  type 0     varint: 7 bits a byte, the lowest first, the uppermost bit where there are more
 *  type 1     8 bytes, little-endian
 *  type 2     length, as a varint │ bytes
 * </pre>
 */
final class Protobuf {

    private static final int VARINT = 0;
    private static final int EIGHT_BYTES = 1;
    private static final int LENGTH = 2;
    private static final int FOUR_BYTES = 5;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** How a value of JSON is written. */
    private enum Kind {
        TEXT,
        HEX,
        NUMBER,
        FIXED,
        FRACTION,
        MESSAGE
    }

    /** A field of a message: its number, and of what kind, if that is a message which. */
    private record Field(int number, Kind kind, String message) {}

    private static final String VALUE = "AnyValue";
    private static final String PAIR = "KeyValue";

    /** The fields of each message, by their names in JSON. */
    private static final Map<String, Map<String, Field>> MESSAGES = Map.ofEntries(
            Map.entry(
                    "Request",
                    Map.of(
                            OtlpSignal.TRACES.field, of(1, "ResourceSpans"),
                            OtlpSignal.METRICS.field, of(1, "ResourceMetrics"))),
            Map.entry("ResourceSpans", Map.of("resource", of(1, "Resource"), "scopeSpans", of(2, "ScopeSpans"))),
            Map.entry("Resource", Map.of("attributes", of(1, PAIR))),
            Map.entry("ScopeSpans", Map.of("scope", of(1, "Scope"), "spans", of(2, "Span"))),
            Map.entry("Scope", Map.of("name", of(1, Kind.TEXT), "version", of(2, Kind.TEXT))),
            Map.entry(
                    "Span",
                    Map.of(
                            "traceId", of(1, Kind.HEX),
                            "spanId", of(2, Kind.HEX),
                            "parentSpanId", of(4, Kind.HEX),
                            "name", of(5, Kind.TEXT),
                            "kind", of(6, Kind.NUMBER),
                            "startTimeUnixNano", of(7, Kind.FIXED),
                            "endTimeUnixNano", of(8, Kind.FIXED),
                            "attributes", of(9, PAIR),
                            "links", of(13, "Link"),
                            "status", of(15, "Status"))),
            Map.entry("Link", Map.of("traceId", of(1, Kind.HEX), "spanId", of(2, Kind.HEX))),
            Map.entry("Status", Map.of("code", of(3, Kind.NUMBER))),
            Map.entry(PAIR, Map.of("key", of(1, Kind.TEXT), "value", of(2, VALUE))),
            Map.entry(
                    VALUE,
                    Map.of(
                            "stringValue", of(1, Kind.TEXT),
                            "boolValue", of(2, Kind.NUMBER),
                            "intValue", of(3, Kind.NUMBER),
                            "doubleValue", of(4, Kind.FRACTION),
                            "arrayValue", of(5, "ArrayValue"))),
            Map.entry("ArrayValue", Map.of("values", of(1, VALUE))),
            Map.entry("ResourceMetrics", Map.of("resource", of(1, "Resource"), "scopeMetrics", of(2, "ScopeMetrics"))),
            Map.entry("ScopeMetrics", Map.of("scope", of(1, "Scope"), "metrics", of(2, "Metric"))),
            Map.entry(
                    "Metric",
                    Map.of(
                            "name", of(1, Kind.TEXT),
                            "description", of(2, Kind.TEXT),
                            "unit", of(3, Kind.TEXT),
                            "histogram", of(9, "Histogram"))),
            Map.entry("Histogram", Map.of("dataPoints", of(1, "Point"), "aggregationTemporality", of(2, Kind.NUMBER))),
            Map.entry(
                    "Point",
                    Map.of(
                            "startTimeUnixNano", of(2, Kind.FIXED),
                            "timeUnixNano", of(3, Kind.FIXED),
                            "count", of(4, Kind.FIXED),
                            "sum", of(5, Kind.FRACTION),
                            "bucketCounts", of(6, Kind.FIXED),
                            "explicitBounds", of(7, Kind.FRACTION),
                            "exemplars", of(8, "Exemplar"))),
            Map.entry(
                    "Exemplar",
                    Map.of(
                            "timeUnixNano", of(2, Kind.FIXED),
                            "asDouble", of(3, Kind.FRACTION),
                            "spanId", of(4, Kind.HEX),
                            "traceId", of(5, Kind.HEX))),
            Map.entry("WriteRequest", Map.of("timeseries", of(1, "TimeSeries"))),
            Map.entry("TimeSeries", Map.of("labels", of(1, "Label"), "samples", of(2, "Sample"))),
            Map.entry("Label", Map.of("name", of(1, Kind.TEXT), "value", of(2, Kind.TEXT))),
            Map.entry("Sample", Map.of("value", of(1, Kind.FRACTION), "timestamp", of(2, Kind.NUMBER))));

    private Protobuf() {}

    private static Field of(int number, Kind kind) {
        return new Field(number, kind, "");
    }

    private static Field of(int number, String message) {
        return new Field(number, Kind.MESSAGE, message);
    }

    /**
     * A request of {@link OtlpWriter} or {@link OtlpHistograms}.
     *
     * @throws IllegalArgumentException where it holds a field that is not known here
     */
    static byte[] request(byte[] json) throws IOException {
        return message("Request", JSON.readTree(json));
    }

    /** A message of this name, whose fields are those of an object. */
    static byte[] message(String name, JsonNode node) {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        node.properties().forEach(each -> {
            Field field = MESSAGES.getOrDefault(name, Map.of()).get(each.getKey());
            if (field == null) {
                throw new IllegalArgumentException(name + " has no field " + each.getKey());
            }
            if (each.getValue().isArray()) {
                each.getValue().forEach(one -> put(to, field, one));
            } else {
                put(to, field, each.getValue());
            }
        });
        return to.toByteArray();
    }

    private static void put(ByteArrayOutputStream to, Field field, JsonNode value) {
        switch (field.kind) {
            case TEXT -> put(to, field.number, value.asText().getBytes(StandardCharsets.UTF_8));
            case HEX -> put(to, field.number, HexFormat.of().parseHex(value.asText()));
            case MESSAGE -> put(to, field.number, message(field.message, value));
            case NUMBER -> {
                varint(to, (long) field.number << 3 | VARINT);
                varint(to, value.isBoolean() ? value.asBoolean() ? 1 : 0 : Long.parseLong(value.asText()));
            }
            case FIXED -> eight(to, field.number, Long.parseUnsignedLong(value.asText()));
            case FRACTION -> eight(to, field.number, Double.doubleToLongBits(value.asDouble()));
        }
    }

    private static void put(ByteArrayOutputStream to, int number, byte[] bytes) {
        varint(to, (long) number << 3 | LENGTH);
        varint(to, bytes.length);
        to.writeBytes(bytes);
    }

    private static void eight(ByteArrayOutputStream to, int number, long value) {
        varint(to, (long) number << 3 | EIGHT_BYTES);
        to.writeBytes(ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array());
    }

    private static void varint(ByteArrayOutputStream to, long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            to.write((int) (rest & 0x7f | 0x80));
            rest >>>= 7;
        }
        to.write((int) rest);
    }

    /** The number in a field of a message of an answer; 0 where there is none. */
    static long number(ByteBuffer message, int wanted) {
        return find(message, wanted, VARINT).number;
    }

    /** The bytes in a field; empty where there are none. */
    static ByteBuffer bytes(ByteBuffer message, int wanted) {
        return find(message, wanted, LENGTH).bytes;
    }

    private record Found(long number, ByteBuffer bytes) {}

    /** The first of this number and type. What is cut off or of no known type ends the search. */
    private static Found find(ByteBuffer message, int wanted, int type) {
        ByteBuffer in = message.duplicate();
        while (in.hasRemaining()) {
            long tag = varint(in);
            long number = 0;
            ByteBuffer bytes = ByteBuffer.allocate(0);
            switch ((int) tag & 7) {
                case VARINT -> number = varint(in);
                case LENGTH -> {
                    int length = (int) Math.max(0, Math.min(varint(in), in.remaining()));
                    bytes = in.slice(in.position(), length);
                    in.position(in.position() + length);
                }
                case EIGHT_BYTES, FOUR_BYTES ->
                    in.position(Math.min(
                            in.limit(), in.position() + ((tag & 7) == EIGHT_BYTES ? Long.BYTES : Integer.BYTES)));
                default -> in.position(in.limit());
            }
            if (tag == ((long) wanted << 3 | type)) {
                return new Found(number, bytes);
            }
        }
        return new Found(0, ByteBuffer.allocate(0));
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; in.hasRemaining() && shift < Long.SIZE; shift += 7) {
            byte next = in.get();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                break;
            }
        }
        return value;
    }
}

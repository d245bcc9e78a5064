package io.wirepath.appliance.imports;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.RuntimeJsonMappingException;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * Spans of instrumented systems: OTLP/JSON (one export request, or one a line as collectors write them), Jaeger's JSON,
 * Zipkin's JSON (v2). Their parents are left to the inference, and used only to compare with.
 */
final class SpanTraces implements TraceFormat {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String OTLP = "\"resourceSpans\"";

    @Override
    public String name() {
        return "spans";
    }

    @Override
    public boolean recognises(String firstLine, String head) {
        char first = firstLine.strip().charAt(0);
        boolean ids = head.contains("\"traceId\"") || head.contains("\"traceID\"");
        return first == '{' && (head.contains(OTLP) || head.contains("\"data\"") && ids) || first == '[' && ids;
    }

    @Override
    public void read(TraceLines text, ImportedRows rows, TraceSet set) throws IOException {
        SpanCalls calls = new SpanCalls();
        long line = 1;
        try (MappingIterator<JsonNode> values = JSON.readerFor(JsonNode.class).readValues(text.rest())) {
            while (values.hasNextValue()) {
                line = values.getCurrentLocation().getLineNr();
                take(values.nextValue(), calls::add);
            }
            calls.write(rows, set.truth());
        } catch (JsonParseException e) {
            throw text.wrong(e.getLocation().getLineNr(), "no JSON: " + e.getOriginalMessage());
        } catch (JsonProcessingException | RuntimeJsonMappingException e) {
            throw text.wrong(line, "no spans: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            throw text.wrong(line, String.valueOf(e.getMessage()));
        }
    }

    private static void take(JsonNode value, Consumer<TraceSpan> to) {
        if (value.has("resourceSpans")) {
            OtlpTree.read(value, to);
        } else if (value.has("data")) {
            JaegerTree.read(value, to);
        } else if (value.isArray() || value.has("traceId")) {
            ZipkinTree.read(value, to);
        } else {
            throw new IllegalArgumentException("neither spans of OTLP, nor of Jaeger, nor of Zipkin");
        }
    }
}

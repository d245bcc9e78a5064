package io.wirepath.imports;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.RuntimeJsonMappingException;
import java.io.EOFException;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.zip.ZipException;

/**
 * Spans of instrumented systems: OTLP/JSON (one export request, or one a line as collectors write them), Jaeger's JSON,
 * Zipkin's JSON (v2). Their parents are left to the inference, and used only to compare with.
 */
final class SpanTraces implements TraceFormat {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ObjectReader WHOLE = JSON.reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
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
        String first = text.peek();
        if (text.isHeld() || first != null && (isValue(first) || isDamaged(first, text))) {
            readLines(text, calls);
        } else {
            readWhole(text, calls);
        }
        calls.write(rows, set.truth());
    }

    private static boolean isValue(String line) {
        try {
            return !JSON.readTree(line).isMissingNode();
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    /**
     * Whether a first line that is no value is damaged, and not the begin of one: the next line is a value by itself.
     */
    private static boolean isDamaged(String first, TraceLines text) throws IOException {
        if (first.strip().equals("[")) {
            return false;
        }
        String second = text.peekSecond();
        try {
            return text.isHeld() || second != null && WHOLE.readTree(second).isObject();
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    /** A value a line: one that makes no sense is passed over. */
    private static void readLines(TraceLines text, SpanCalls calls) throws IOException {
        text.each(line -> take(JSON.readTree(line), calls::add));
    }

    /** Values over many lines: what comes behind a damage cannot be told. */
    private static void readWhole(TraceLines text, SpanCalls calls) throws IOException {
        long line = 1;
        try (MappingIterator<JsonNode> values = JSON.readerFor(JsonNode.class).readValues(text.rest())) {
            while (values.hasNextValue()) {
                line = values.getCurrentLocation().getLineNr();
                take(values.nextValue(), calls::add);
            }
        } catch (JsonParseException e) {
            text.passOver(e.getLocation().getLineNr(), "no JSON: " + e.getOriginalMessage());
        } catch (EOFException | ZipException e) {
            text.passOver(line, TraceLines.CUT_OFF);
        } catch (JsonProcessingException | RuntimeJsonMappingException e) {
            text.passOver(line, "no spans: " + e.getMessage());
        } catch (IllegalArgumentException e) {
            text.passOver(line, String.valueOf(e.getMessage()));
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

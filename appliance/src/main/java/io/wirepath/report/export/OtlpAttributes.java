package io.wirepath.report.export;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;

/** Attributes as OTLP/JSON writes them: {@code {"key":…,"value":{"stringValue":…}}}; 64-bit numbers are strings. */
final class OtlpAttributes implements SpanAttributes {

    private final JsonGenerator json;

    /** Writes into an open list. */
    OtlpAttributes(JsonGenerator json) {
        this.json = json;
    }

    @Override
    public void text(String key, String value) throws IOException {
        start(key);
        json.writeStringField("stringValue", value);
        end();
    }

    @Override
    public void number(String key, long value) throws IOException {
        start(key);
        json.writeStringField("intValue", Long.toString(value));
        end();
    }

    @Override
    public void fraction(String key, double value) throws IOException {
        start(key);
        json.writeNumberField("doubleValue", value);
        end();
    }

    @Override
    public void flag(String key) throws IOException {
        start(key);
        json.writeBooleanField("boolValue", true);
        end();
    }

    @Override
    public void texts(String key, List<String> values) throws IOException {
        start(key);
        json.writeObjectFieldStart("arrayValue");
        json.writeArrayFieldStart("values");
        for (String value : values) {
            json.writeStartObject();
            json.writeStringField("stringValue", value);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
        end();
    }

    private void start(String key) throws IOException {
        json.writeStartObject();
        json.writeStringField("key", key);
        json.writeObjectFieldStart("value");
    }

    private void end() throws IOException {
        json.writeEndObject();
        json.writeEndObject();
    }
}

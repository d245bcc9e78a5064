package io.wirepath.appliance.report.export;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;

/** Attributes as OTLP/JSON writes them: {@code {"key":…,"value":{"stringValue":…}}}; 64-bit numbers are strings. */
final class OtlpAttributes {

    private OtlpAttributes() {}

    static void text(JsonGenerator json, String key, String value) throws IOException {
        start(json, key);
        json.writeStringField("stringValue", value);
        end(json);
    }

    static void number(JsonGenerator json, String key, long value) throws IOException {
        start(json, key);
        json.writeStringField("intValue", Long.toString(value));
        end(json);
    }

    static void fraction(JsonGenerator json, String key, double value) throws IOException {
        start(json, key);
        json.writeNumberField("doubleValue", value);
        end(json);
    }

    static void flag(JsonGenerator json, String key) throws IOException {
        start(json, key);
        json.writeBooleanField("boolValue", true);
        end(json);
    }

    static void texts(JsonGenerator json, String key, List<String> values) throws IOException {
        start(json, key);
        json.writeObjectFieldStart("arrayValue");
        json.writeArrayFieldStart("values");
        for (String value : values) {
            json.writeStartObject();
            json.writeStringField("stringValue", value);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
        end(json);
    }

    private static void start(JsonGenerator json, String key) throws IOException {
        json.writeStartObject();
        json.writeStringField("key", key);
        json.writeObjectFieldStart("value");
    }

    private static void end(JsonGenerator json) throws IOException {
        json.writeEndObject();
        json.writeEndObject();
    }
}

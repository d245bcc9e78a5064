package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/**
 * Sends JSON. It is written while the other end reads, so that an answer that nobody reads holds buffers and no whole
 * text.
 */
final class JsonAnswers {

    /** The service ends the stream, and says how long it was if it was short. */
    private static final ObjectMapper JSON = JsonMapper.builder()
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
            .disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM)
            .build();

    private JsonAnswers() {}

    /** An object. Who lets go of the answer gets no more of it. */
    static void send(Context context, JsonNode body) {
        type(context);
        try {
            JSON.writeValue(context.outputStream(), body);
        } catch (IOException e) {
            // the connection is closed: there is nobody to tell
        }
    }

    /** JSON that is packed already: sent as it is to who takes that, and unpacked to others; then it is closed. */
    static void sendPacked(Context context, InputStream json) throws IOException {
        type(context);
        String accepted = context.header("Accept-Encoding");
        if (accepted != null && accepted.contains("gzip")) {
            context.header("Content-Encoding", "gzip");
            context.result(json);
        } else {
            context.result(new GZIPInputStream(json));
        }
    }

    private static void type(Context context) {
        context.header("X-Content-Type-Options", "nosniff");
        context.header("Cache-Control", "no-store");
        context.contentType("application/json");
    }
}

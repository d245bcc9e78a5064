package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.wirepath.appliance.listen.BoundedLines;
import io.wirepath.appliance.listen.LogBudget;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;

/**
 * Who asked the API for what, and what became of it: a line of JSON for each request whose token is right. A disk that
 * is full stops no answer. Thread-safe.
 */
final class AuditLog {

    private static final int MAX_TEXT = 512;

    private final BoundedLines lines;
    private final InstantSource clock;
    private final Consumer<String> log;

    /**
     * Goes on with what is there.
     *
     * @param maxBytes bound of both files
     * @param log told when a line cannot be written
     */
    AuditLog(Path file, long maxBytes, InstantSource clock, Consumer<String> log) {
        lines = new BoundedLines(file, maxBytes);
        this.clock = clock;
        this.log = LogBudget.of(log, System::nanoTime);
    }

    /** Writes what became of a request. */
    void add(Context context, String caller) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.put("time", Instant.ofEpochMilli(clock.millis()).toString());
        line.put("caller", caller);
        line.put("address", context.ip());
        line.put("method", context.method().name());
        line.put("path", cut(context.path()));
        String query = context.queryString();
        if (query != null) {
            line.put("query", cut(query));
        }
        line.put("status", context.statusCode());
        try {
            lines.add(line);
        } catch (IOException e) {
            log.accept("a line of the audit log cannot be written: " + e);
        }
    }

    private static String cut(String text) {
        return text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "…" : text;
    }
}

package io.wirepath.appliance.serve.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.wirepath.appliance.listen.LogBudget;
import io.wirepath.sniffer.file.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;

/**
 * Who asked the API for what, and what became of it: a line of JSON for each request whose token is right, in a file
 * for its owner alone. When that is half of the bound it takes the place of the one before, so the latest half of the
 * bound is always there. A disk that is full stops no answer. Thread-safe.
 */
final class AuditLog {

    private static final int MAX_TEXT = 512;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;
    private final long maxBytes;
    private final InstantSource clock;
    private final Consumer<String> log;

    /**
     * Goes on with what is there.
     *
     * @param maxBytes bound of both files
     * @param log told when a line cannot be written
     */
    AuditLog(Path file, long maxBytes, InstantSource clock, Consumer<String> log) {
        this.file = file;
        this.maxBytes = maxBytes;
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
            write(JSON.writeValueAsString(line) + "\n");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String cut(String text) {
        return text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "…" : text;
    }

    private synchronized void write(String line) {
        ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
        try {
            if (Files.exists(file) && Files.size(file) + bytes.remaining() > maxBytes / 2) {
                Files.move(file, file.resolveSibling(file.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
            }
            try (FileChannel to = PrivateFiles.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS)) {
                while (bytes.hasRemaining()) {
                    to.write(bytes);
                }
            }
        } catch (IOException e) {
            log.accept("a line of the audit log cannot be written: " + e);
        }
    }
}

package io.wirepath.appliance.serve.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.report.PagePart;
import io.wirepath.report.PageReport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * What the page asks for of windows' reports, packed as it is sent, so that an answer is read and not made: a file for
 * each window, beside the whole report. Thread-safe.
 *
 * <pre>
 *    0  u32  "WPPG"    4  u32  form, 8    8  i64  where the index is
 *   16  ...  parts, each packed (gzip): JSON
 *  ...  ...  index, packed: {"page": [where, bytes], "patterns": {ID: […]},
 *            "parts": {"nodes": […], …}}
 * </pre>
 */
public final class PageHistory {

    private static final String SUFFIX = ".page";
    private static final int MAGIC = 0x57505047;
    private static final int FORM = 8;
    private static final int HEADER = 16;
    private static final int MAX_BYTES = 64 << 20;
    private static final String PAGE = "page";
    private static final String PATTERNS = "patterns";
    private static final String PARTS = "parts";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final WindowFiles files;

    /** Opens the history in this directory, which is made where it does not exist. */
    PageHistory(Path directory, HistoryBounds bounds) throws IOException {
        files = new WindowFiles(directory, SUFFIX, bounds, id -> {});
    }

    /** Keeps the parts of a report. */
    void put(WindowId id, ObjectNode report) {
        try {
            files.put(id, file -> write(report, file));
        } catch (IOException e) {
            // they are made of the report when somebody asks
        }
        files.keepBounds();
    }

    /** Forgets a window whose report is deleted. */
    void delete(WindowId id) {
        files.delete(id);
    }

    private static void write(ObjectNode report, FileChannel to) throws IOException {
        to.position(HEADER);
        ObjectNode index = JsonNodeFactory.instance.objectNode();
        ObjectNode page = PageReport.of(report, 0);
        part(PageReport.beginning(page), index.putArray(PAGE), to);
        ObjectNode parts = index.putObject(PARTS);
        for (PagePart each : PagePart.values()) {
            part(each.of(page), parts.putArray(each.key()), to);
        }
        ObjectNode patterns = index.putObject(PATTERNS);
        for (JsonNode pattern : report.path(PageReport.PATTERNS)) {
            part(pattern, patterns.putArray(pattern.path("id").asText()), to);
        }
        long at = to.position();
        writeAll(packed(index), to);
        to.position(0);
        writeAll(
                ByteBuffer.allocate(HEADER)
                        .putInt(MAGIC)
                        .putInt(FORM)
                        .putLong(at)
                        .array(),
                to);
    }

    private static void part(JsonNode json, ArrayNode place, FileChannel to) throws IOException {
        part(packed(json), place, to);
    }

    private static void part(byte[] bytes, ArrayNode place, FileChannel to) throws IOException {
        place.add(to.position()).add(bytes.length);
        writeAll(bytes, to);
    }

    private static void writeAll(byte[] bytes, FileChannel to) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
            to.write(rest);
        }
    }

    private static byte[] packed(JsonNode json) throws IOException {
        return packed(JSON.writeValueAsBytes(json));
    }

    private static byte[] packed(byte[] plain) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream to = new GZIPOutputStream(bytes)) {
            to.write(plain);
        }
        return bytes.toByteArray();
    }

    /** What a page begins with; packed. Empty where it is not there. */
    Optional<byte[]> page(WindowId id) {
        return part(id, index -> index.path(PAGE));
    }

    /** What a page asks for once it needs it; packed. */
    Optional<byte[]> part(WindowId id, PagePart part) {
        return part(id, index -> index.path(PARTS).path(part.key()));
    }

    /** One pattern; packed. */
    Optional<byte[]> pattern(WindowId id, String pattern) {
        return part(id, index -> index.path(PATTERNS).path(pattern));
    }

    /** The bytes at this place; empty where it is none. */
    private Optional<byte[]> part(WindowId id, UnaryOperator<JsonNode> places) {
        if (!files.has(id)) {
            return Optional.empty();
        }
        try (RandomAccessFile from = new RandomAccessFile(files.path(id).toFile(), "r")) {
            if (from.readInt() == MAGIC && from.readInt() == FORM) {
                long at = from.readLong();
                JsonNode place = places.apply(unpacked(bytes(from, at, from.length() - at)));
                if (place.size() == 2) {
                    return Optional.of(
                            bytes(from, place.path(0).asLong(), place.path(1).asLong()));
                }
            }
        } catch (IOException e) {
            // falls through: the report itself is asked
        }
        return Optional.empty();
    }

    private static byte[] bytes(RandomAccessFile from, long at, long length) throws IOException {
        if (at < 0 || length < 0 || length > MAX_BYTES || at > from.length() - length) {
            throw new IOException("no such place");
        }
        byte[] bytes = new byte[(int) length];
        from.seek(at);
        from.readFully(bytes);
        return bytes;
    }

    /** What is packed. */
    static JsonNode unpacked(byte[] bytes) throws IOException {
        try (GZIPInputStream from = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return JSON.readTree(from);
        }
    }

    /** The same for a report whose parts are not there. */
    static Optional<byte[]> made(JsonNode json) {
        try {
            return Optional.of(packed(json));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}

package io.wirepath.appliance.serve.history;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * The reports of windows on disk, a file each. The first field of a report is {@code window}, its summary, so that a list
 * of windows reads the beginning of each file only. The newest report is always kept. Thread-safe.
 */
public final class ReportHistory {

    /** Field of a report with its summary. */
    public static final String SUMMARY = "window";

    private static final String SUFFIX = ".json.gz";
    private static final int MOST_BYTES_OF_A_REPORT = 256 << 20;

    private final Path directory;
    private final HistoryBounds bounds;
    private final HistoryCounters counters;
    private final ObjectMapper json = new ObjectMapper();
    private final TreeMap<WindowId, Long> bytesOf = new TreeMap<>();
    private long bytes;

    /** Opens the history in this directory, which is made where it does not exist. */
    public ReportHistory(Path directory, HistoryBounds bounds, HistoryCounters counters) throws IOException {
        this.directory = directory;
        this.bounds = bounds;
        this.counters = counters;
        Files.createDirectories(directory);
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(SUFFIX)) {
                    WindowId.parse(name.substring(0, name.length() - SUFFIX.length()))
                            .ifPresent(id -> count(id, sizeOf(file)));
                }
            }
        }
    }

    /** Keeps a report, in place of one with the same name, and deletes what is beyond the bounds. */
    public synchronized void put(WindowId id, ObjectNode report) {
        try {
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (OutputStream to = new GZIPOutputStream(packed)) {
                json.writeValue(to, report);
            }
            StateFile.replace(file(id), ByteBuffer.wrap(packed.toByteArray()), false);
            count(id, packed.size());
            counters.increment(HistoryCounter.REPORTS_KEPT);
        } catch (IOException e) {
            counters.increment(HistoryCounter.REPORTS_NOT_KEPT);
        }
        keepBounds();
    }

    /** The report of a window; empty where there is none or it is damaged. */
    public Optional<ObjectNode> report(WindowId id) {
        if (!has(id)) {
            return Optional.empty();
        }
        try (InputStream from = open(id)) {
            byte[] whole = from.readNBytes(MOST_BYTES_OF_A_REPORT);
            if (json.readTree(whole) instanceof ObjectNode report) {
                return Optional.of(report);
            }
        } catch (IOException e) {
            // falls through: whatever is wrong with the file, there is no report in it
        }
        damaged(id);
        return Optional.empty();
    }

    /** The summary of a window's report; empty where there is none or it is damaged. */
    public Optional<ObjectNode> summary(WindowId id) {
        if (!has(id)) {
            return Optional.empty();
        }
        try (InputStream from = open(id);
                JsonParser parser = new JsonFactory(json).createParser(from)) {
            if (parser.nextToken() == JsonToken.START_OBJECT
                    && SUMMARY.equals(parser.nextFieldName())
                    && parser.nextToken() == JsonToken.START_OBJECT
                    && json.readTree(parser) instanceof ObjectNode summary) {
                return Optional.of(summary);
            }
        } catch (IOException e) {
            // falls through
        }
        damaged(id);
        return Optional.empty();
    }

    /**
     * Windows whose core begins in a stretch of time, the oldest first.
     *
     * @param limit of more than this many, the newest
     */
    public synchronized List<WindowId> windows(long fromNanos, long toNanos, int limit) {
        NavigableMap<WindowId, Long> within = bytesOf.subMap(
                new WindowId(fromNanos, Long.MIN_VALUE), true, new WindowId(toNanos, Long.MIN_VALUE), false);
        List<WindowId> newest = new ArrayList<>(Math.min(limit, within.size()));
        for (WindowId id : within.descendingKeySet()) {
            if (newest.size() == limit) {
                break;
            }
            newest.add(0, id);
        }
        return newest;
    }

    /** The newest window; empty before the first. */
    public synchronized Optional<WindowId> newest() {
        return bytesOf.isEmpty() ? Optional.empty() : Optional.of(bytesOf.lastKey());
    }

    /** Number of reports. */
    public synchronized int size() {
        return bytesOf.size();
    }

    /** Bytes that all reports take. */
    public synchronized long bytes() {
        return bytes;
    }

    private synchronized boolean has(WindowId id) {
        return bytesOf.containsKey(id);
    }

    private void damaged(WindowId id) {
        if (has(id)) {
            counters.increment(HistoryCounter.REPORTS_DAMAGED);
        }
    }

    private InputStream open(WindowId id) throws IOException {
        return new GZIPInputStream(Files.newInputStream(file(id)), 1 << 13);
    }

    private Path file(WindowId id) {
        return directory.resolve(id + SUFFIX);
    }

    private void count(WindowId id, long size) {
        Long before = bytesOf.put(id, size);
        bytes += size - (before == null ? 0 : before);
    }

    private void keepBounds() {
        long newest = bytesOf.isEmpty() ? 0 : bytesOf.lastKey().toNanos();
        while (bytesOf.size() > 1) {
            Map.Entry<WindowId, Long> first = bytesOf.firstEntry();
            WindowId oldest = first.getKey();
            if (bytes <= bounds.maxBytes() && oldest.toNanos() >= newest - bounds.maxAgeNanos()) {
                return;
            }
            try {
                Files.deleteIfExists(file(oldest));
            } catch (IOException e) {
                return;
            }
            bytes -= first.getValue();
            bytesOf.remove(oldest);
            counters.increment(HistoryCounter.REPORTS_DELETED);
        }
    }

    private static long sizeOf(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }
}

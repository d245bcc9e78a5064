package io.wirepath.appliance.serve.history;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.filter.FilteringParserDelegate;
import com.fasterxml.jackson.core.filter.TokenFilter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.causes.TimeSpan;
import io.wirepath.report.PagePart;
import io.wirepath.report.PageReport;
import io.wirepath.report.sum.KeptSums;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.SoftReference;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The reports of windows on disk, a file each. The first field of a report is {@code window}, its summary, so that a
 * list of windows reads the beginning of each file only. The newest report is always kept. What windows are compared by
 * takes a fifth of the room, and stays when the report goes: of each hour whose reports are gone, one sum. Thread-safe.
 */
public final class ReportHistory {

    /** Field of a report with its summary. */
    public static final String SUMMARY = "window";

    private static final String SUFFIX = ".json.gz";
    private static final String SUMS = ".sums";

    /** Windows of one side of a comparison. */
    private static final int MAX_COMPARED = 1500;

    /** Windows whose sums stay read: findings are compared with the last ten minutes, window after window. */
    private static final int MAX_READ = 24;

    private static final long HOUR = 3_600_000_000_000L;

    private static final int MAX_BYTES_OF_A_REPORT = 256 << 20;

    private final WindowFiles files;
    private final PageHistory pages;
    private final WindowFiles sums;
    private final HistoryCounters counters;
    private final AtomicLong replaced = new AtomicLong();

    /** Sums as they were read last, as long as there is memory for them; its own lock. */
    private final Map<WindowId, SoftReference<Sums>> read = new LinkedHashMap<>(2 * MAX_READ, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<WindowId, SoftReference<Sums>> eldest) {
            return size() > MAX_READ;
        }
    };

    /** How often sums were written or deleted: what was read before is not remembered. Guarded by {@link #read}. */
    private long written;

    /** Up to here the sums are those of hours. */
    private long addedToNanos;

    private final ObjectMapper json = JsonMapper.builder()
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
            .build();

    /** Reads of what is kept to be added up. */
    @FunctionalInterface
    public interface Kept {

        /** Reads what is wanted. */
        void read(KeptSums from) throws IOException;
    }

    /** Opens the history in this directory, which is made where it does not exist. */
    public ReportHistory(Path directory, HistoryBounds bounds, HistoryCounters counters) throws IOException {
        this.counters = counters;
        pages = new PageHistory(directory, bounds);
        sums = new WindowFiles(directory, SUMS, bounds, id -> {});
        files = new WindowFiles(directory, SUFFIX, bounds, id -> {
            counters.increment(HistoryCounter.REPORTS_DELETED);
            pages.delete(id);
        });
    }

    /**
     * Keeps a report, in place of one with the same name, and deletes what is beyond the bounds. What it carries to be
     * added up is taken out of it.
     */
    public void put(WindowId id, ObjectNode report) {
        JsonNode added = report.remove(KeptSums.FIELD);
        try {
            replaced.addAndGet(files.has(id) ? 1 : 0);
            files.put(id, file -> {
                GZIPOutputStream to = new GZIPOutputStream(Channels.newOutputStream(file), 1 << 13);
                json.writeValue(to, report);
                to.finish();
            });
            counters.increment(HistoryCounter.REPORTS_KEPT);
            pages.put(id, report);
            putSums(id, added);
        } catch (IOException e) {
            counters.increment(HistoryCounter.REPORTS_NOT_KEPT);
        }
        files.keepBounds();
        sums.keepBounds();
        addUpAnHour();
    }

    /**
     * Of an hour whose reports are gone, the sums of windows become one: what the same hour of yesterday and of last
     * week is compared by. A sum that is there already was written before a kill; what it was made of goes.
     */
    private synchronized void addUpAnHour() {
        long to = files.oldest().map(WindowId::fromNanos).orElse(Long.MIN_VALUE);
        WindowId first = sums.firstShorter(addedToNanos, HOUR).orElse(null);
        if (first == null || Math.floorDiv(first.fromNanos(), HOUR) >= Math.floorDiv(to, HOUR)) {
            return;
        }
        long from = first.fromNanos() - Math.floorMod(first.fromNanos(), HOUR);
        WindowId hour = new WindowId(from, from + HOUR);
        List<WindowId> parts = sums.windows(from, from + HOUR, MAX_COMPARED).stream()
                .filter(id -> !id.equals(hour))
                .toList();
        try {
            if (!sums.has(hour)) {
                Sums all = Sums.merged(parts.stream().map(this::sums).toList(), Sums.BLOCKS);
                sums.put(hour, file -> file.write(ByteBuffer.wrap(KeptSums.of(all))));
            }
            parts.forEach(sums::delete);
            addedToNanos = hour.toNanos();
        } catch (IOException e) {
            counters.increment(HistoryCounter.REPORTS_NOT_KEPT);
        }
    }

    /** Bytes that what windows and hours are compared by takes. */
    long bytesOfSums() {
        return sums.bytes();
    }

    private void putSums(WindowId id, @Nullable JsonNode added) throws IOException {
        byte[] bytes = added == null ? null : added.binaryValue();
        if (bytes == null) {
            sums.delete(id);
        } else {
            sums.put(id, to -> to.write(ByteBuffer.wrap(bytes)));
        }
        synchronized (read) {
            written++;
            read.remove(id);
        }
    }

    /** The report of a window; empty where there is none or it is damaged. */
    public Optional<ObjectNode> report(WindowId id) {
        if (!files.has(id)) {
            return Optional.empty();
        }
        try (InputStream from = open(id)) {
            byte[] whole = from.readNBytes(MAX_BYTES_OF_A_REPORT);
            if (json.readTree(whole) instanceof ObjectNode report) {
                return Optional.of(report);
            }
        } catch (IOException e) {
            // falls through: whatever is wrong with the file, there is no report in it
        }
        damaged(id);
        return Optional.empty();
    }

    /**
     * The summary and these fields of the report of a window; the rest is passed over, and takes no memory. Empty where
     * there is none or it is damaged.
     */
    public Optional<ObjectNode> report(WindowId id, Set<String> fields) {
        if (!files.has(id)) {
            return Optional.empty();
        }
        TokenFilter wanted = new TokenFilter() {
            @Override
            public @Nullable TokenFilter includeProperty(String name) {
                return name.equals(SUMMARY) || fields.contains(name) ? TokenFilter.INCLUDE_ALL : null;
            }
        };
        try (InputStream from = open(id);
                JsonParser parser = new FilteringParserDelegate(
                        json.createParser(from), wanted, TokenFilter.Inclusion.INCLUDE_ALL_AND_PATH, true)) {
            if (json.readTree(parser) instanceof ObjectNode report) {
                return Optional.of(report);
            }
        } catch (IOException e) {
            // falls through: whatever is wrong with the file, there is no report in it
        }
        damaged(id);
        return Optional.empty();
    }

    /**
     * The report of a window as JSON, packed (gzip), to be closed; empty where there is none or it is damaged, which a
     * reading to its end has shown.
     */
    public Optional<InputStream> packed(WindowId id) {
        if (!files.has(id)) {
            return Optional.empty();
        }
        try (InputStream whole = open(id)) {
            whole.transferTo(OutputStream.nullOutputStream());
            return Optional.of(Files.newInputStream(files.path(id)));
        } catch (IOException e) {
            damaged(id);
            return Optional.empty();
        }
    }

    /** What a page of a window begins with, see {@link PageReport#beginning}; JSON, packed (gzip). */
    public Optional<byte[]> page(WindowId id) {
        return pages.page(id).or(() -> made(id, report -> PageReport.beginning(PageReport.of(report, 0))));
    }

    /** What a page of a window asks for once it needs it; JSON, packed. */
    public Optional<byte[]> part(WindowId id, PagePart part) {
        return pages.part(id, part).or(() -> made(id, report -> part.of(PageReport.of(report, 0))));
    }

    /** Of a report whose parts are not kept, or in the form of another version: they are kept from now on. */
    private Optional<byte[]> made(WindowId id, Function<ObjectNode, JsonNode> of) {
        return report(id).flatMap(report -> {
            pages.put(id, report);
            return PageHistory.made(of.apply(report));
        });
    }

    /** Whether there is a report of this window. */
    boolean has(WindowId id) {
        return files.has(id);
    }

    /** One pattern of a window; JSON, packed. */
    public Optional<byte[]> pattern(WindowId id, String pattern) {
        return pages.pattern(id, pattern)
                .or(() -> report(id).flatMap(report -> {
                    for (JsonNode each : report.path(PageReport.PATTERNS)) {
                        if (each.path("id").asText().equals(pattern)) {
                            return PageHistory.made(each);
                        }
                    }
                    return Optional.empty();
                }));
    }

    /** What a window is compared by; of one without results, nothing. */
    public Sums sums(WindowId id) {
        long before;
        synchronized (read) {
            SoftReference<Sums> last = sums.has(id) ? read.get(id) : null;
            Sums known = last == null ? null : last.get();
            if (known != null) {
                return known;
            }
            before = written;
        }
        List<Sums> found = new ArrayList<>();
        read(id, kept -> found.add(kept.sums()));
        if (found.isEmpty()) {
            return Sums.NOTHING;
        }
        synchronized (read) {
            if (before == written) {
                read.put(id, new SoftReference<>(found.get(0)));
            }
        }
        return found.get(0);
    }

    /**
     * What a stretch of time is compared by: of the windows that it touches, the newest of them where they are many.
     */
    public Sums sums(TimeSpan span) {
        List<Sums> parts = sums.windows(Long.MIN_VALUE, span.toNanos(), MAX_COMPARED).stream()
                .filter(id -> id.toNanos() > span.fromNanos())
                .map(id -> sums(id).cut(span))
                .toList();
        return Sums.merged(parts, Sums.BLOCKS);
    }

    /** Reads what is kept to be added up; nothing where there is none, of an earlier version, or damaged. */
    public void kept(WindowId id, Kept to) {
        read(id, kept -> {
            if (kept.isAddable()) {
                to.read(kept);
            }
        });
    }

    private void read(WindowId id, Kept to) {
        if (sums.has(id)) {
            try (KeptSums open = KeptSums.open(sums.path(id))) {
                to.read(open);
            } catch (IOException e) {
                counters.increment(HistoryCounter.REPORTS_DAMAGED);
            }
        }
    }

    /**
     * How many reports took the place of one of the same name: what was made of reports holds as long as it is the
     * same.
     */
    long replaced() {
        return replaced.get();
    }

    /** The summary of a window's report; empty where there is none or it is damaged. */
    public Optional<ObjectNode> summary(WindowId id) {
        if (!files.has(id)) {
            return Optional.empty();
        }
        try (InputStream from = open(id);
                JsonParser parser = json.createParser(from)) {
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
    public List<WindowId> windows(long fromNanos, long toNanos, int limit) {
        return files.windows(fromNanos, toNanos, limit);
    }

    /** The newest window; empty before the first. */
    public Optional<WindowId> newest() {
        return files.newest();
    }

    /** Number of reports. */
    public int size() {
        return files.size();
    }

    /** Bytes that all reports take. */
    public long bytes() {
        return files.bytes();
    }

    private void damaged(WindowId id) {
        if (files.has(id)) {
            counters.increment(HistoryCounter.REPORTS_DAMAGED);
        }
    }

    private InputStream open(WindowId id) throws IOException {
        return new GZIPInputStream(Files.newInputStream(files.path(id)), 1 << 13);
    }
}

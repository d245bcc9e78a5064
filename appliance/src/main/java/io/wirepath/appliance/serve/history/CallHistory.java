package io.wirepath.appliance.serve.history;

import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.LruMap;
import io.wirepath.report.CallRecordWriter;
import io.wirepath.report.CallRecords;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The calls of windows on disk, a file of {@link CallRecords} each, for pictures of any stretch of time. A report holds
 * some requests, this holds the times of all. Thread-safe.
 */
public final class CallHistory {

    private static final String SUFFIX = ".calls";

    /** Files that stay mapped, those that were asked for last. */
    private static final int MAX_OPEN = 16;

    private final WindowFiles files;
    private final HistoryCounters counters;
    private final Map<WindowId, CallRecords> open = new LruMap<>(MAX_OPEN);

    /** Opens the history in this directory, which is made where it does not exist. */
    public CallHistory(Path directory, HistoryBounds bounds, HistoryCounters counters) throws IOException {
        this.counters = counters;
        files = new WindowFiles(directory, SUFFIX, bounds, id -> counters.increment(HistoryCounter.CALL_FILES_DELETED));
    }

    /**
     * Keeps the calls of a window, in place of those of one with the same name, and deletes what is beyond the bounds.
     */
    public void put(WindowId id, Analysis analysis) {
        try {
            files.put(id, file -> CallRecordWriter.write(analysis, file));
            counters.increment(HistoryCounter.CALL_FILES_KEPT);
            synchronized (open) {
                open.remove(id);
            }
        } catch (IOException | IllegalArgumentException e) {
            counters.increment(HistoryCounter.CALL_FILES_NOT_KEPT);
        }
        files.keepBounds();
    }

    /** The calls of a window; empty where there are none or they are damaged. */
    public Optional<CallRecords> calls(WindowId id) {
        synchronized (open) {
            CallRecords mapped = open.get(id);
            if (mapped == null && files.has(id)) {
                mapped = map(id);
                if (mapped != null) {
                    open.put(id, mapped);
                }
            }
            return Optional.ofNullable(mapped);
        }
    }

    private @Nullable CallRecords map(WindowId id) {
        try (FileChannel from = FileChannel.open(files.path(id), StandardOpenOption.READ)) {
            Optional<CallRecords> calls = CallRecords.read(from.map(FileChannel.MapMode.READ_ONLY, 0, from.size()));
            if (calls.isPresent()) {
                return calls.get();
            }
        } catch (IOException e) {
            // falls through: whatever is wrong with the file, there are no calls in it
        }
        if (files.has(id)) {
            counters.increment(HistoryCounter.CALL_FILES_DAMAGED);
        }
        return null;
    }

    /** Windows whose core begins in a stretch of time, the oldest first; of more than {@code limit} the newest. */
    public List<WindowId> windows(long fromNanos, long toNanos, int limit) {
        return files.windows(fromNanos, toNanos, limit);
    }

    /** Bytes that all files take. */
    public long bytes() {
        return files.bytes();
    }
}

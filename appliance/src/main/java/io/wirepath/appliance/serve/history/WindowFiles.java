package io.wirepath.appliance.serve.history;

import io.wirepath.sniffer.file.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A file for each window in one directory, within bounds: the oldest go first, the newest stays. Thread-safe. */
final class WindowFiles {

    private final Path directory;
    private final String suffix;
    private final HistoryBounds bounds;
    private final Consumer<WindowId> onDeleted;
    private final TreeMap<WindowId, Long> bytesOf = new TreeMap<>();
    private long bytes;

    /**
     * Finds what is there; makes the directory where it does not exist.
     *
     * @param suffix of the files' names, behind the name of the window
     * @param onDeleted told of each window whose file is deleted to stay within the bounds
     */
    WindowFiles(Path directory, String suffix, HistoryBounds bounds, Consumer<WindowId> onDeleted) throws IOException {
        this.directory = directory;
        this.suffix = suffix;
        this.bounds = bounds;
        this.onDeleted = onDeleted;
        PrivateFiles.createDirectories(directory);
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(suffix)) {
                    WindowId.parse(name.substring(0, name.length() - suffix.length()))
                            .ifPresent(id -> count(id, sizeOf(file)));
                }
            }
        }
    }

    /** Keeps a file, in place of one of the same window. Call {@link #keepBounds} then. */
    void put(WindowId id, StateFile.Content content) throws IOException {
        StateFile.replace(path(id), content, false);
        count(id, Files.size(path(id)));
    }

    /** Deletes the file of a window, where there is one. */
    synchronized void delete(WindowId id) {
        Long size = bytesOf.get(id);
        if (size != null) {
            try {
                Files.deleteIfExists(path(id));
                bytesOf.remove(id);
                bytes -= size;
            } catch (IOException e) {
                // it stays, and is tried again with the bounds
            }
        }
    }

    /** Deletes the oldest as long as all take too many bytes or it is too old. */
    synchronized void keepBounds() {
        long newest = bytesOf.isEmpty() ? 0 : bytesOf.lastKey().toNanos();
        while (bytesOf.size() > 1) {
            Map.Entry<WindowId, Long> first = bytesOf.firstEntry();
            WindowId oldest = first.getKey();
            if (bytes <= bounds.maxBytes() && oldest.toNanos() >= newest - bounds.maxAgeNanos()) {
                return;
            }
            try {
                Files.deleteIfExists(path(oldest));
            } catch (IOException e) {
                return;
            }
            bytes -= first.getValue();
            bytesOf.remove(oldest);
            onDeleted.accept(oldest);
        }
    }

    /** Windows that begin in a stretch of time, the oldest first; of more than {@code limit} the newest. */
    synchronized List<WindowId> windows(long fromNanos, long toNanos, int limit) {
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

    synchronized Optional<WindowId> oldest() {
        return bytesOf.isEmpty() ? Optional.empty() : Optional.of(bytesOf.firstKey());
    }

    /** The first that begins at this moment or later and is shorter than this; empty where there is none. */
    synchronized Optional<WindowId> firstShorter(long fromNanos, long nanos) {
        return bytesOf.tailMap(new WindowId(fromNanos, Long.MIN_VALUE)).keySet().stream()
                .filter(id -> id.toNanos() - id.fromNanos() < nanos)
                .findFirst();
    }

    synchronized Optional<WindowId> newest() {
        return bytesOf.isEmpty() ? Optional.empty() : Optional.of(bytesOf.lastKey());
    }

    synchronized int size() {
        return bytesOf.size();
    }

    synchronized long bytes() {
        return bytes;
    }

    synchronized boolean has(WindowId id) {
        return bytesOf.containsKey(id);
    }

    /** Where the file of a window is, or would be. */
    Path path(WindowId id) {
        return directory.resolve(id + suffix);
    }

    private synchronized void count(WindowId id, long size) {
        Long before = bytesOf.put(id, size);
        bytes += size - (before == null ? 0 : before);
    }

    private static long sizeOf(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }
}

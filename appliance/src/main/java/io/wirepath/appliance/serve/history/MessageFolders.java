package io.wirepath.appliance.serve.history;

import io.wirepath.causes.TimeSpan;
import io.wirepath.merge.store.MessageStore;
import io.wirepath.sniffer.file.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folders of a message history: {@code 00000012-20261121T220000Z}, a running number and the time of the first
 * message. The figures may be asked by any thread.
 */
final class MessageFolders {

    private static final Pattern NAME = Pattern.compile("(\\d{8,10})-(\\d{8}T\\d{6}Z)");

    private final Path directory;
    private final HistoryBounds bounds;
    private final HistoryCounters counters;
    private final List<String> names = new ArrayList<>();
    private long nextNumber = 1;
    private volatile long bytes;
    private volatile int size;

    MessageFolders(Path directory, HistoryBounds bounds, HistoryCounters counters) throws IOException {
        this.directory = directory;
        this.bounds = bounds;
        this.counters = counters;
        PrivateFiles.createDirectories(directory);
        try (Stream<Path> inside = Files.list(directory)) {
            inside.map(path -> path.getFileName().toString())
                    .filter(name -> NAME.matcher(name).matches())
                    .sorted()
                    .forEach(names::add);
        }
        if (!names.isEmpty()) {
            String last = names.get(names.size() - 1);
            nextNumber = Long.parseLong(last.substring(0, last.indexOf('-'))) + 1;
        }
        measure();
    }

    /** Those that may hold messages of this time: the next one begins behind its beginning, and it before its end. */
    static List<Path> of(Path directory, TimeSpan span) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        List<String> all;
        try (Stream<Path> inside = Files.list(directory)) {
            all = inside.map(path -> path.getFileName().toString())
                    .filter(name -> NAME.matcher(name).matches())
                    .sorted()
                    .toList();
        }
        String from = WindowId.instant(Math.max(0, span.fromNanos()));
        String to = WindowId.instant(span.toNanos());
        List<Path> found = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            boolean isOver = i + 1 < all.size() && startOf(all.get(i + 1)).compareTo(from) < 0;
            Path store = directory.resolve(all.get(i));
            if (!isOver && startOf(all.get(i)).compareTo(to) <= 0 && MessageStore.isStore(store)) {
                found.add(store);
            }
        }
        return found;
    }

    /**
     * The name of a new folder, whose first message is of this time. Times do not go back, however far behind a clock
     * is: the folder before would be too old at once.
     */
    String next(long nanos) {
        String before = names.isEmpty() ? "" : startOf(names.get(names.size() - 1));
        String start = WindowId.instant(nanos);
        String name = upcoming() + '-' + (start.compareTo(before) < 0 ? before : start);
        nextNumber++;
        names.add(name);
        return name;
    }

    /** How the name of the next folder will begin: it sorts behind all names that there are, and before that one. */
    String upcoming() {
        return String.format(Locale.ROOT, "%08d", nextNumber);
    }

    Path path(String name) {
        return directory.resolve(name);
    }

    /** This folder and those after it that hold a store; all where the name is empty. */
    List<String> from(String name) {
        return names.stream()
                .filter(each -> each.compareTo(name) >= 0 && MessageStore.isStore(path(each)))
                .toList();
    }

    /** Deletes the oldest folders as long as all take too many bytes, or the next one is already too old. */
    void keepBounds(long latestNanos) {
        measure();
        String oldestKept = WindowId.instant(Math.max(0, Math.max(0, latestNanos) - bounds.maxAgeNanos()));
        while (names.size() > 1) {
            boolean tooOld = startOf(names.get(1)).compareTo(oldestKept) < 0;
            if (bytes <= bounds.maxBytes() && !tooOld) {
                return;
            }
            if (!delete(path(names.get(0)))) {
                return;
            }
            names.remove(0);
            counters.increment(HistoryCounter.MESSAGE_FOLDERS_DELETED);
            measure();
        }
    }

    long bytes() {
        return bytes;
    }

    int size() {
        return size;
    }

    private static String startOf(String name) {
        return name.substring(name.indexOf('-') + 1);
    }

    private void measure() {
        long sum = 0;
        for (String name : names) {
            sum += bytesOf(path(name));
        }
        bytes = sum;
        size = names.size();
    }

    private static long bytesOf(Path folder) {
        long sum = 0;
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                sum += Files.size(file);
            }
        } catch (IOException | java.io.UncheckedIOException e) {
            return sum;
        }
        return sum;
    }

    private static boolean delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
            return true;
        } catch (IOException | java.io.UncheckedIOException e) {
            return false;
        }
    }
}

package io.wirepath.merge.past;

import io.wirepath.merge.match.PastMessages;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The messages of the past in a directory, within bounds of age and bytes; the oldest are forgotten first.
 *
 * <pre>
 *  DIR/224412501.given    the messages of 8 seconds, see {@link PastSlice}; the number is that of the eight seconds since the epoch
 *  DIR/from               number of the first slice that is remembered, where bytes and not age made others be forgotten
 * </pre>
 *
 * <p>What was noted since the last {@link #sync} waits in memory, and is gone after a kill; the merge tells it again when it goes on. A method that cannot write
 * throws {@link UncheckedIOException}; this object is of no more use then, and a new one goes on with what is in the directory.
 * Not thread-safe.
 */
public final class PastMessageFiles implements PastMessages, Closeable {

    /** A claim tells two slices, and few sniffers are late at a time. */
    private static final int MAX_OPEN = 8;

    /** Entries of the slices that are open, 34 bytes each. */
    private static final int MAX_LOADED = 2 * PastSlice.MAX_ENTRIES;

    /** When clocks are learnt anew, the corrected time of a message that is composed again may have moved by so much. */
    private static final long AGAIN_NANOS = 5_000_000;

    /** Entries that wait for the next sync, 24 bytes each; if there are more they are written before it. */
    private static final int MAX_WAITING = 1 << 19;

    private static final long MOST_BYTES_OF_SLICE =
            PastSlice.HEADER_BYTES + (long) (PastSlice.MAX_ENTRIES - 1) * PastSlice.ENTRY_BYTES;

    static final long SLICE_NANOS = 8_000_000_000L;

    private static final Pattern NAME = Pattern.compile("(-?\\d{1,10})\\.given");
    private static final String FROM = "from";

    private final Path directory;
    private final long maxBytes;
    private final long maxAgeNanos;
    private final TreeMap<Long, Long> bytesOf = new TreeMap<>();
    private final Map<Long, PastSlice> open = new LinkedHashMap<>(MAX_OPEN, 0.75f, true);
    private final WaitingEntries waiting = new WaitingEntries();
    private long bytes;
    private long watermarkNanos = Long.MIN_VALUE;

    /** What is before it was forgotten for its bytes; no slice of earlier times is begun again. */
    private long fromSlice = Long.MIN_VALUE;

    /**
     * Opens a directory, which is made where it does not exist.
     *
     * @param maxBytes of all files; the slice of the latest messages is kept where it alone takes more, up to 25 MB
     * @param maxAgeNanos how far behind the merge messages are remembered
     */
    public PastMessageFiles(Path directory, long maxBytes, long maxAgeNanos) throws IOException {
        this.directory = directory;
        this.maxBytes = maxBytes;
        this.maxAgeNanos = maxAgeNanos;
        Files.createDirectories(directory);
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Matcher name = NAME.matcher(file.getFileName().toString());
                if (name.matches()) {
                    long size = Files.size(file);
                    bytesOf.put(Long.parseLong(name.group(1)), size);
                    bytes += size;
                }
            }
        }
        Path from = directory.resolve(FROM);
        if (Files.exists(from)) {
            fromSlice = number(Files.readString(from));
        }
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            // a machine that lost its power left it empty; what is gone is not claimed
            return Long.MIN_VALUE;
        }
    }

    @Override
    public boolean note(long key, long nanos, long seenBy, boolean again) {
        long number = sliceOf(nanos);
        if (number < firstSlice()) {
            return true;
        }
        try {
            if (again && isNoted(key, nanos, seenBy)) {
                return true;
            }
            if (bytesOf.getOrDefault(number, 0L) > MOST_BYTES_OF_SLICE) {
                return false;
            }
            PastSlice slice = open.get(number);
            if (slice != null && slice.isLoaded()) {
                slice.table(waiting).put(key, nanos, seenBy);
            }
            add(number, key, nanos, seenBy);
            keepBytes();
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether a message that is composed again is there; sniffers that it lacks are added. */
    private boolean isNoted(long key, long nanos, long seenBy) throws IOException {
        Found found = find(key, nanos, 0, AGAIN_NANOS);
        if (found != null && (seenBy & ~found.table.seenBy(found.entry)) != 0) {
            claim(found, seenBy);
        }
        return found != null;
    }

    @Override
    public boolean claim(long key, long nanos, long by, long withinNanos) {
        try {
            Found found = find(key, nanos, by, withinNanos);
            if (found != null) {
                claim(found, by);
            }
            return found != null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void claim(Found found, long by) throws IOException {
        found.table.addSeenBy(found.entry, by);
        add(found.slice, found.table.key(found.entry), found.table.nanos(found.entry), by);
    }

    private void add(long slice, long key, long nanos, long seenBy) throws IOException {
        grow(slice, PastSlice.ENTRY_BYTES);
        waiting.add(slice, key, nanos, seenBy);
        if (waiting.size() == MAX_WAITING) {
            write(false);
        }
    }

    private void grow(long slice, long by) {
        long header = bytesOf.containsKey(slice) ? 0 : PastSlice.HEADER_BYTES;
        bytesOf.merge(slice, header + by, Long::sum);
        bytes += header + by;
    }

    private record Found(long slice, SliceTable table, int entry) {}

    private @Nullable Found find(long key, long nanos, long without, long withinNanos) throws IOException {
        Found best = null;
        long bestAway = withinNanos;
        long last = sliceOf(nanos + withinNanos);
        for (long number = Math.max(firstSlice(), sliceOf(nanos - withinNanos)); number <= last; number++) {
            if (bytesOf.containsKey(number)) {
                SliceTable table = table(number);
                int entry = table.nearestWithout(key, nanos, without, bestAway);
                if (entry != SliceTable.NONE) {
                    best = new Found(number, table, entry);
                    bestAway = Math.abs(table.nanos(entry) - nanos);
                }
            }
        }
        return best;
    }

    private SliceTable table(long number) throws IOException {
        PastSlice slice = slice(number);
        if (slice.isLoaded()) {
            return slice.table(waiting);
        }
        SliceTable table = slice.table(waiting);
        keepLoaded(slice);
        return table;
    }

    private static long sliceOf(long nanos) {
        return Math.floorDiv(nanos, SLICE_NANOS);
    }

    private long firstSlice() {
        return watermarkNanos == Long.MIN_VALUE
                ? fromSlice
                : Math.max(fromSlice, sliceOf(watermarkNanos - maxAgeNanos));
    }

    private Path path(long number) {
        return directory.resolve(number + ".given");
    }

    private PastSlice slice(long number) throws IOException {
        PastSlice known = open.get(number);
        if (known != null) {
            return known;
        }
        if (open.size() == MAX_OPEN) {
            end(open.values().iterator().next());
        }
        PastSlice slice = PastSlice.open(path(number), number);
        open.put(number, slice);
        return slice;
    }

    /** Lets the slices go that were used longest ago, while those that are open take too much memory; not this one. */
    private void keepLoaded(PastSlice but) throws IOException {
        long loaded = 0;
        for (PastSlice slice : open.values()) {
            loaded += slice.loaded();
        }
        List<PastSlice> oldest = loaded > MAX_LOADED ? new ArrayList<>(open.values()) : List.of();
        for (PastSlice slice : oldest) {
            if (loaded > MAX_LOADED && slice != but) {
                loaded -= slice.loaded();
                end(slice);
            }
        }
    }

    private void end(PastSlice slice) throws IOException {
        open.remove(slice.number);
        slice.close();
    }

    @Override
    public boolean reaches(long nanos) {
        return sliceOf(nanos) >= firstSlice();
    }

    @Override
    public void advance(long newWatermarkNanos) {
        if (newWatermarkNanos <= watermarkNanos) {
            return;
        }
        watermarkNanos = newWatermarkNanos;
        while (!bytesOf.isEmpty() && bytesOf.firstKey() < firstSlice() && delete(bytesOf.firstKey())) {
            // the next
        }
    }

    private void keepBytes() throws IOException {
        while (bytes > maxBytes && bytesOf.size() > 1) {
            long oldest = bytesOf.firstKey();
            if (!delete(oldest)) {
                return;
            }
            fromSlice = oldest + 1;
            Path draft = directory.resolve(FROM + ".new");
            Files.writeString(draft, fromSlice + "\n");
            Files.move(draft, directory.resolve(FROM), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private boolean delete(long number) {
        try {
            PastSlice slice = open.remove(number);
            if (slice != null) {
                slice.close();
            }
            Files.deleteIfExists(path(number));
        } catch (IOException e) {
            return false;
        }
        waiting.remove(number);
        Long size = bytesOf.remove(number);
        bytes -= size == null ? 0 : size;
        return true;
    }

    /** Bytes of all files, with what is about to be written. */
    public long bytes() {
        return bytes;
    }

    /**
     * Puts everything into the files, on the disk.
     *
     * <p>To be called when the messages and copies that the merge gave out are on the disk, and before a checkpoint that is
     * behind them.
     */
    public void sync() throws IOException {
        write(true);
    }

    private void write(boolean force) throws IOException {
        for (long number : waiting.slices()) {
            PastSlice slice = slice(number);
            slice.append(waiting.of(number));
            waiting.remove(number);
            if (force) {
                slice.force();
            }
        }
    }

    /** Ends; of what was not synced, the merge tells again when it goes on. */
    @Override
    public void close() {
        for (PastSlice slice : open.values()) {
            try {
                slice.close();
            } catch (IOException e) {
                // nothing waits in it
            }
        }
        open.clear();
    }
}

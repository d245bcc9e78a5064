package io.wirepath.merge.past;

import io.wirepath.merge.match.PastMessages;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The messages of the past in a directory, within bounds of age and bytes; the oldest are forgotten first.
 *
 * <pre>
 *  note, claim ─► OpenSlices: the few that are in use ─► PastSlice, SliceTable
 *       └─► WaitingEntries ─ sync ─┘                          SliceDirectory: which there are, and how large
 * </pre>
 *
 * <p>What was noted since the last {@link #sync} waits in memory, and is gone after a kill; the merge tells it again
 * when it goes on. A method that cannot write throws {@link UncheckedIOException}; this object is of no more use then,
 * and a new one goes on with what is in the directory. Not thread-safe.
 */
public final class PastMessageFiles implements PastMessages, Closeable {

    /**
     * When clocks are learnt again, the corrected time of a message that is composed again may have moved by so much.
     */
    private static final long AGAIN_NANOS = 5_000_000;

    /** Entries that wait for the next sync, 24 bytes each; if there are more they are written before it. */
    private static final int MAX_WAITING = 1 << 19;

    private static final long MAX_BYTES_OF_SLICE =
            PastSlice.HEADER_BYTES + (long) (PastSlice.MAX_ENTRIES - 1) * PastSlice.ENTRY_BYTES;

    static final long SLICE_NANOS = 8_000_000_000L;

    private final SliceDirectory directory;
    private final OpenSlices open;
    private final WaitingEntries waiting = new WaitingEntries();
    private final long maxBytes;
    private final long maxAgeNanos;
    private long watermarkNanos = Long.MIN_VALUE;

    /**
     * Opens a directory, which is made where it does not exist.
     *
     * @param maxBytes of all files; the slice of the latest messages is kept where it alone takes more, up to 25 MB
     * @param maxAgeNanos how far behind the merge messages are remembered
     */
    public PastMessageFiles(Path directory, long maxBytes, long maxAgeNanos) throws IOException {
        this.directory = new SliceDirectory(directory);
        open = new OpenSlices(this.directory);
        this.maxBytes = maxBytes;
        this.maxAgeNanos = maxAgeNanos;
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
            if (directory.bytes(number) > MAX_BYTES_OF_SLICE) {
                return false;
            }
            SliceTable loaded = open.loaded(number);
            if (loaded != null) {
                loaded.put(key, nanos, seenBy);
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
        directory.grow(slice, PastSlice.ENTRY_BYTES);
        waiting.add(slice, key, nanos, seenBy);
        if (waiting.size() == MAX_WAITING) {
            write(false);
        }
    }

    private record Found(long slice, SliceTable table, int entry) {}

    private @Nullable Found find(long key, long nanos, long without, long withinNanos) throws IOException {
        Found best = null;
        long bestAway = withinNanos;
        long last = sliceOf(nanos + withinNanos);
        for (long number = Math.max(firstSlice(), sliceOf(nanos - withinNanos)); number <= last; number++) {
            if (directory.contains(number)) {
                SliceTable table = open.load(number, waiting);
                int entry = table.nearestWithout(key, nanos, without, bestAway);
                if (entry != SliceTable.NONE) {
                    best = new Found(number, table, entry);
                    bestAway = Math.abs(table.nanos(entry) - nanos);
                }
            }
        }
        return best;
    }

    private static long sliceOf(long nanos) {
        return Math.floorDiv(nanos, SLICE_NANOS);
    }

    private long firstSlice() {
        return watermarkNanos == Long.MIN_VALUE
                ? directory.from()
                : Math.max(directory.from(), sliceOf(watermarkNanos - maxAgeNanos));
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
        while (directory.oldest() < firstSlice() && delete(directory.oldest())) {
            // the next
        }
    }

    private void keepBytes() throws IOException {
        while (directory.bytes() > maxBytes && directory.slices() > 1) {
            long oldest = directory.oldest();
            if (!delete(oldest)) {
                return;
            }
            directory.beginAt(oldest + 1);
        }
    }

    /** Whether a slice is gone now; a file that cannot be deleted is tried again. */
    private boolean delete(long number) {
        try {
            open.end(number);
            directory.delete(number);
        } catch (IOException e) {
            return false;
        }
        waiting.remove(number);
        return true;
    }

    /** Bytes of all files, with what is about to be written. */
    public long bytes() {
        return directory.bytes();
    }

    /**
     * Puts everything into the files, on the disk.
     *
     * <p>To be called when the messages and copies that the merge gave out are on the disk, and before a checkpoint
     * that is behind them.
     */
    public void sync() throws IOException {
        write(true);
    }

    private void write(boolean force) throws IOException {
        for (long number : waiting.slices()) {
            PastSlice slice = open.get(number);
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
        open.close();
    }
}

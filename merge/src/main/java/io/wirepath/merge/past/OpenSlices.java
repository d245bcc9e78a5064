package io.wirepath.merge.past;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The few slices whose files are open, of which some are in memory; those that were used longest ago go first. Not
 * thread-safe.
 */
final class OpenSlices implements Closeable {

    /** A claim tells two slices, and few sniffers are late at a time. */
    private static final int MAX_OPEN = 8;

    /** Entries of the slices in memory, 34 bytes each. */
    private static final int MAX_LOADED = 2 * PastSlice.MAX_ENTRIES;

    private final SliceDirectory directory;

    /** That used last is the last. */
    private final List<PastSlice> open = new ArrayList<>(MAX_OPEN);

    OpenSlices(SliceDirectory directory) {
        this.directory = directory;
    }

    /** A slice that is in memory, or null. */
    @Nullable
    SliceTable loaded(long number) {
        PastSlice slice = find(number);
        return slice == null ? null : slice.table();
    }

    private @Nullable PastSlice find(long number) {
        for (int i = open.size() - 1; i >= 0; i--) {
            PastSlice slice = open.get(i);
            if (slice.number == number) {
                if (i < open.size() - 1) {
                    open.add(open.remove(i));
                }
                return slice;
            }
        }
        return null;
    }

    /** A slice, which is made where it does not exist. */
    PastSlice get(long number) throws IOException {
        PastSlice known = find(number);
        if (known != null) {
            return known;
        }
        if (open.size() == MAX_OPEN) {
            open.remove(0).close();
        }
        PastSlice slice = PastSlice.open(directory.path(number), number);
        open.add(slice);
        return slice;
    }

    /** A slice in memory, with what waits for it. */
    SliceTable load(long number, WaitingEntries waiting) throws IOException {
        PastSlice slice = get(number);
        SliceTable known = slice.table();
        if (known != null) {
            return known;
        }
        SliceTable table = slice.load(waiting.of(number));
        keepBounds();
        return table;
    }

    private void keepBounds() throws IOException {
        long loaded = 0;
        for (PastSlice slice : open) {
            loaded += slice.loaded();
        }
        for (int i = 0; i < open.size() - 1 && loaded > MAX_LOADED; ) {
            PastSlice slice = open.get(i);
            loaded -= slice.loaded();
            open.remove(i);
            slice.close();
        }
    }

    /** Lets a slice go, if it is open. */
    void end(long number) throws IOException {
        PastSlice slice = find(number);
        if (slice != null) {
            open.remove(open.size() - 1);
            slice.close();
        }
    }

    @Override
    public void close() {
        for (PastSlice slice : open) {
            try {
                slice.close();
            } catch (IOException e) {
                // nothing waits in it
            }
        }
        open.clear();
    }
}

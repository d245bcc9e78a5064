package io.wirepath.appliance.serve.history;

import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.window.SlidingWindows;
import io.wirepath.merge.Consumed;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.store.MessageStore;
import io.wirepath.merge.store.StoreException;
import io.wirepath.merge.store.StoreReader;
import io.wirepath.merge.store.StoreVisitor;
import io.wirepath.merge.store.StoreWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The merged messages on disk: a message store an hour, the oldest deleted to keep the bounds. Used by one thread, but
 * for the figures.
 *
 * <p>Where the disk is full or fails, this and all later writes throw a {@link NotKeptException}: what comes
 * next must not be kept without what came before. A later start, then or after a kill, begins a new folder; the one
 * before is whole up to its last document.
 */
public final class MessageHistory implements Closeable {

    /** What is written to the present folder. */
    private interface Writing {
        void to(StoreWriter writer) throws IOException;
    }

    private final Path directory;
    private final MessageFolders folders;
    private final Rolling rolling;
    private final String program;
    private final HistoryCounters counters;
    private final Consumer<StoreVisitor> atEnd;
    private @Nullable StoreWriter writer;
    private String folder = "";
    private long folderFromNanos;
    private long latestNanos = Long.MIN_VALUE;
    private long nowNanos;
    private @Nullable NotKeptException failed;

    /**
     * When a folder ends.
     *
     * @param nanos of traffic in one folder
     * @param bytes in one folder
     */
    public record Rolling(long nanos, long bytes) {

        private static final long HOUR = 3_600_000_000_000L;
        private static final int FOLDERS = 16;

        /** An hour, or a GiB; less where that much would not fit into the bounds some times. */
        public static Rolling within(HistoryBounds bounds) {
            return new Rolling(
                    Math.min(HOUR, Math.max(1, bounds.maxAgeNanos() / FOLDERS)),
                    Math.min(1L << 30, Math.max(1 << 20, bounds.maxBytes() / FOLDERS)));
        }
    }

    /**
     * A place in the history.
     *
     * @param folder name of the folder, or the beginning of the name that the next one will have; empty for the first
     * @param index of the document written last; 0 for the beginning of the folder
     * @param latestNanos every message up to here is of this time or earlier
     */
    public record Mark(String folder, long index, long latestNanos) {}

    /**
     * Opens the history in this directory, which is made where it does not exist.
     *
     * @param program name and version of the program, for the stores
     * @param atEnd tells a store that ends what is known of sniffers and merge
     */
    public MessageHistory(
            Path directory,
            HistoryBounds bounds,
            Rolling rolling,
            String program,
            HistoryCounters counters,
            Consumer<StoreVisitor> atEnd)
            throws IOException {
        this.directory = directory;
        folders = new MessageFolders(directory, bounds, counters);
        this.rolling = rolling;
        this.program = program;
        this.counters = counters;
        this.atEnd = atEnd;
    }

    /** The stores below this directory, the oldest first, that may hold messages of this time; none where none is. */
    public static List<Path> stores(Path directory, TimeSpan span) throws IOException {
        return MessageFolders.of(directory, span);
    }

    /** Says how late the traffic was when the service stopped. */
    public void resume(long latestNanos) {
        this.latestNanos = Math.max(this.latestNanos, latestNanos);
    }

    /**
     * Keeps a message with what it was made of.
     *
     * @throws NotKeptException when it cannot be kept
     */
    public void onMessage(MessageRecord message, Consumed consumed) {
        long nanos = SlidingWindows.timeNanos(message);
        latestNanos = Math.max(latestNanos, nanos);
        writing(nanos, to -> to.onMessage(message, consumed));
        counters.increment(HistoryCounter.MESSAGES_KEPT);
    }

    /**
     * Keeps which sightings came too late for their messages.
     *
     * @throws NotKeptException when that cannot be kept
     */
    public void onCopies(Consumed copies) {
        long nanos = writer == null ? Math.max(0, latestNanos) : folderFromNanos;
        writing(nanos, to -> to.onCopies(copies));
    }

    /** Tells the present time, by which what is too old is deleted; nothing is later. */
    public void onTime(long nanos) {
        nowNanos = nanos;
    }

    /**
     * Forces everything to the disk, deletes what is beyond the bounds, and tells where the history stands.
     *
     * @throws NotKeptException when it cannot be forced to the disk
     */
    public Mark mark() {
        if (writer != null) {
            writing(folderFromNanos, StoreWriter::sync);
        }
        keepBounds();
        StoreWriter open = writer;
        return open == null
                ? new Mark(folders.upcoming(), 0, latestNanos)
                : new Mark(folder, open.lastIndex(), latestNanos);
    }

    /**
     * Shows what was kept behind a place, in the order in which it was kept. Not while this writes.
     *
     * @param behind the place; with an empty folder everything is shown
     */
    public void replay(Mark behind, StoreVisitor to) {
        for (String name : folders.from(behind.folder())) {
            try (StoreReader reader = MessageStore.open(folders.path(name))) {
                boolean there =
                        !name.equals(behind.folder()) || behind.index() == 0 || reader.seekBehind(behind.index());
                if (there) {
                    reader.read(to);
                }
            } catch (StoreException e) {
                counters.increment(HistoryCounter.MESSAGE_FOLDERS_DAMAGED);
            }
        }
    }

    /** Bytes that all folders take. */
    public long bytes() {
        return folders.bytes();
    }

    /** Number of folders. */
    public int size() {
        return folders.size();
    }

    @Override
    public void close() {
        endFolder(failed == null);
    }

    /** A sniffer whose clock is set far ahead must not delete what the others saw: nothing is later than now. */
    private void keepBounds() {
        folders.keepBounds(Math.min(latestNanos, nowNanos));
    }

    private void writing(long nanos, Writing what) {
        if (failed != null) {
            throw failed;
        }
        try {
            what.to(open(nanos));
        } catch (IOException | RuntimeException | InternalError e) {
            // an InternalError is a mapping without a disk behind it
            failed = new NotKeptException(directory, e);
            endFolder(false);
            throw failed;
        }
    }

    private StoreWriter open(long nanos) throws IOException {
        StoreWriter open = writer;
        if (open != null && nanos - folderFromNanos < rolling.nanos() && open.bytesWritten() < rolling.bytes()) {
            return open;
        }
        endFolder(true);
        folder = folders.next(Math.min(nanos, nowNanos));
        folderFromNanos = nanos;
        StoreWriter begun = MessageStore.create(folders.path(folder), program);
        writer = begun;
        return begun;
    }

    private void endFolder(boolean inOrder) {
        StoreWriter ended = writer;
        writer = null;
        if (ended == null) {
            return;
        }
        try {
            if (inOrder) {
                atEnd.accept(ended);
                ended.finish();
            }
        } catch (UncheckedIOException | InternalError e) {
            // only its end is missing: readers take what is there
        } finally {
            ended.close();
        }
        keepBounds();
    }
}

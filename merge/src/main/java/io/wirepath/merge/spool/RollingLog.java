package io.wirepath.merge.spool;

import io.wirepath.merge.log.LogDocument;
import io.wirepath.merge.log.LogReader;
import io.wirepath.merge.log.LogWriter;
import io.wirepath.sniffer.CounterSet;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The rolls of a spool that is being written: begins new ones, deletes the oldest.
 *
 * <pre>
 *  | 1 … 4710 | 4711 … 9001 | 9002 … 9876 | 9877 …            |
 *    deleted    oldest                      present roll: rollBytes, rollNanos
 *             |◄────────── maxBytes, maxAgeNanos ────────────►|
 * </pre>
 *
 * Not thread-safe.
 */
final class RollingLog implements Closeable {

    /** What the present roll may take beyond its bound: the last document, the room claimed ahead, and its index. */
    private static final long SLACK_BYTES = 2 << 20;

    /** What a roll takes besides its documents: the queue's metadata, and the rest of its last page. */
    private static final long HEAD_BYTES = 132 << 10;

    private static final long WORTH_RESUMING_BYTES = 1 << 20;

    /** A roll that has ended; the number of its documents is below 0 where it was not counted yet. */
    private record Kept(Roll roll, long bytes, long documents) {}

    private final Path directory;
    private final SpoolSettings settings;
    private final LogWriter.Opener disk;
    private final LogDocument document;
    private final UUID incarnation;
    private final CounterSet<SpoolCounter> counters;
    private final ArrayDeque<Kept> kept = new ArrayDeque<>();
    private final SyncPolicy syncing;

    /** Rolls that ended and may not be on the disk yet, or that a writer before left. */
    private final List<Roll> unforced = new ArrayList<>();

    private final AgeClock age;
    private long keptBytes;
    private @Nullable Roll present;
    private @Nullable LogWriter log;

    RollingLog(
            Path directory,
            SpoolSettings settings,
            LogWriter.Opener disk,
            LogDocument document,
            UUID incarnation,
            CounterSet<SpoolCounter> counters)
            throws IOException {
        this.directory = directory;
        this.settings = settings;
        this.disk = disk;
        this.document = document;
        this.incarnation = incarnation;
        this.counters = counters;
        syncing = new SyncPolicy(settings);
        for (Roll roll : Roll.list(directory)) {
            long bytes = roll.bytes();
            kept.add(new Kept(roll, bytes, -1));
            keptBytes += bytes;
        }
        if (!kept.isEmpty()) {
            unforced.add(kept.getLast().roll());
        }
        age = kept.isEmpty()
                ? AgeClock.begin()
                : AgeClock.from(kept.getLast().roll().beginNanos());
    }

    /** The latest roll; null where there is none. */
    @Nullable
    Roll latest() {
        return present != null
                ? present
                : kept.isEmpty() ? null : kept.getLast().roll();
    }

    /** The oldest roll; null where there is none. */
    @Nullable
    Roll oldest() {
        return kept.isEmpty() ? present : kept.getFirst().roll();
    }

    long bytes() {
        return keptBytes + (log == null ? 0 : log.bytes() + HEAD_BYTES);
    }

    /** Whether a roll is open and takes more. */
    boolean isOpen() {
        return log != null && log.bytes() < settings.rollBytes();
    }

    /** Whether what a roll repeats of those before it leaves less than half of it to what is new, or none is open. */
    boolean isHalfFull() {
        return log == null || log.bytes() >= settings.rollBytes() / 2;
    }

    /**
     * Ends the present roll, and begins the next.
     *
     * @throws IOException when there is no room for it: then none is open
     */
    void begin(long firstNumber, long nowNanos, @Nullable SnifferRun run) throws IOException {
        end();
        deleteForRoom();
        Roll before = latest();
        // two rolls that begin at the same number are told apart by their times
        long later = before == null ? nowNanos : Math.max(nowNanos, before.beginNanos() + 1_000_000_000L);
        boolean sameNumber = before != null && before.firstNumber() == firstNumber;
        Roll roll = Roll.named(directory, firstNumber, sameNumber ? later : nowNanos);
        LogWriter writer = disk.open(roll.unfinished(), document);
        try {
            SpoolDocument.roll(document, roll, incarnation, run);
            if (!writer.append()) {
                throw new IOException("no room for the head of a roll");
            }
            roll.publish();
        } catch (IOException e) {
            writer.close();
            Roll.deleteRests(directory);
            throw e;
        }
        present = roll;
        log = writer;
    }

    /**
     * Appends the document in the buffer.
     *
     * @return false when there is no room for it
     * @throws IOException when the roll takes nothing more
     */
    boolean append() throws IOException {
        if (log == null || !log.append()) {
            return false;
        }
        syncing.written(log);
        return true;
    }

    /** Whether there is room for more than a few documents, so that writing does not stop again at once. */
    boolean hasRoom() {
        return log == null || log.claim(WORTH_RESUMING_BYTES);
    }

    /** Does what is due: ends a roll that is old enough, deletes those that are too old, syncs. */
    void onTime(long nowNanos) {
        if (present != null) {
            long nanos = nowNanos - present.beginNanos();
            if (nanos >= settings.rollNanos() || nanos < -AgeClock.JUMP_NANOS) {
                end();
            }
        }
        long presentNanos = age.at(nowNanos);
        while (!kept.isEmpty() && presentNanos - endOfOldest(presentNanos) > settings.maxAgeNanos()) {
            deleteOldest();
        }
        if (log != null) {
            syncing.onTime(log, nowNanos);
        }
        counters.add(SpoolCounter.SPOOL_SYNCS_FAILED, syncing.takeFailures());
    }

    /**
     * A roll ended when the one after it began: the earliest that any later one says, for clocks are set back at times.
     */
    private long endOfOldest(long nowNanos) {
        long end = present == null ? nowNanos : present.beginNanos();
        boolean later = false;
        for (Kept each : kept) {
            end = later ? Math.min(end, each.roll().beginNanos()) : end;
            later = true;
        }
        return end;
    }

    private void deleteForRoom() {
        while (!kept.isEmpty() && keptBytes + settings.rollBytes() + SLACK_BYTES > settings.maxBytes()) {
            deleteOldest();
        }
    }

    /** Deletes the oldest roll that is not being written; says no where there is none. */
    boolean giveUpOldest() {
        boolean any = !kept.isEmpty();
        if (any) {
            deleteOldest();
        }
        return any;
    }

    private void deleteOldest() {
        Kept oldest = kept.remove();
        keptBytes -= oldest.bytes();
        unforced.remove(oldest.roll());
        counters.increment(SpoolCounter.SPOOL_ROLLS_DELETED);
        try {
            counters.add(SpoolCounter.SPOOL_DOCUMENTS_DELETED, documents(oldest));
            oldest.roll().delete();
        } catch (IOException e) {
            // it is gone, or cannot be deleted; nothing of it is counted as kept any more
        }
    }

    private static long documents(Kept kept) throws IOException {
        if (kept.documents() >= 0) {
            return kept.documents();
        }
        LogDocument document = new LogDocument(SpoolDocument.MAX_LENGTH);
        try (LogReader reader = new LogReader(kept.roll().directory(), document)) {
            return Math.max(0, reader.count() - 1);
        }
    }

    /** Ends the present roll: the next document needs another one. */
    void end() {
        if (log != null && present != null) {
            kept.add(new Kept(present, log.bytes() + HEAD_BYTES, log.documents() - 1));
            keptBytes += log.bytes() + HEAD_BYTES;
            unforced.add(present);
            syncing.end(log);
        }
        log = null;
        present = null;
    }

    /** Forces what was written to the disk, in the present roll and in those before. */
    void sync() throws IOException {
        for (Roll roll : List.copyOf(unforced)) {
            // one that somebody deleted holds nothing that could be lost
            if (Files.isDirectory(roll.directory())) {
                disk.force(roll.directory());
            }
            unforced.remove(roll);
        }
        if (log != null) {
            log.force();
        }
    }

    @Override
    public void close() {
        end();
        syncing.close();
    }
}

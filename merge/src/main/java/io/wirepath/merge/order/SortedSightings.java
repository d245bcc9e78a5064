package io.wirepath.merge.order;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Reads the sorted sightings in order of time: its runs are merged, and a run is opened when the time comes to its
 * first record, so that only the few that overlap hold a buffer. Not thread-safe.
 */
public final class SortedSightings {

    /** Records read at a time. */
    private static final int CHUNK = 1 << 7;

    private static final int MAX_SPARE_BUFFERS = 8;

    private final @Nullable FileChannel file;
    private final Deque<SightingSorter.Run> ahead = new ArrayDeque<>();
    private final PriorityQueue<Cursor> open = new PriorityQueue<>();
    private final Deque<ByteBuffer> spare = new ArrayDeque<>();

    private @Nullable Cursor current;

    SortedSightings(ByteBuffer sorted, int records) {
        file = null;
        if (records > 0) {
            open.add(new Cursor(sorted, records));
        }
        settle();
    }

    SortedSightings(FileChannel file, List<SightingSorter.Run> runs) {
        this.file = file;
        runs.stream()
                .sorted(Comparator.comparingLong(SightingSorter.Run::firstNanos))
                .forEach(ahead::add);
        settle();
    }

    /** Whether {@link #records} points at a record. */
    public boolean hasRecord() {
        return current != null;
    }

    /** The buffer with the record at hand, which may be {@linkplain TimedRecord#isShort short}. */
    public ByteBuffer records() {
        return cursor().buffer;
    }

    /** Where in the buffer the record begins. */
    public int offset() {
        return cursor().at;
    }

    /** Time of the record at hand, by the sniffer's clock. */
    public long timeNanos() {
        return cursor().timeNanos;
    }

    private Cursor cursor() {
        if (current == null) {
            throw new IllegalStateException("the sightings are at their end");
        }
        return current;
    }

    /** Goes on to the next record. */
    public void next() {
        Cursor at = cursor();
        if (!at.advance()) {
            if (spare.size() < MAX_SPARE_BUFFERS && file != null) {
                spare.add(at.buffer);
            }
            current = null;
            settle();
            return;
        }
        boolean stillFirst = open.isEmpty() || at.timeNanos <= open.element().timeNanos;
        boolean noneDue = ahead.isEmpty() || at.timeNanos < ahead.element().firstNanos();
        if (!stillFirst || !noneDue) {
            open.add(at);
            current = null;
            settle();
        }
    }

    /** Opens the runs that are due and takes the earliest cursor. */
    private void settle() {
        while (!ahead.isEmpty() && (open.isEmpty() || ahead.element().firstNanos() <= open.element().timeNanos)) {
            SightingSorter.Run run = ahead.remove();
            ByteBuffer buffer = spare.isEmpty() ? TimedRecord.allocate(CHUNK) : spare.remove();
            open.add(new Cursor(buffer, run));
        }
        current = open.poll();
    }

    private final class Cursor implements Comparable<Cursor> {

        final ByteBuffer buffer;
        int at;
        long timeNanos;
        private int inBuffer;
        private int inFile;
        private long position;
        private int length = TimedRecord.LENGTH;

        Cursor(ByteBuffer sorted, int records) {
            buffer = sorted;
            inBuffer = records;
            timeNanos = TimedRecord.timeNanos(buffer, 0);
        }

        Cursor(ByteBuffer buffer, SightingSorter.Run run) {
            this.buffer = buffer;
            inFile = run.records();
            position = run.position();
            length = run.content() ? TimedRecord.LENGTH : TimedRecord.LENGTH_WITHOUT_CONTENT;
            load();
        }

        boolean advance() {
            at += length;
            if (--inBuffer == 0) {
                if (inFile == 0) {
                    return false;
                }
                load();
            } else {
                timeNanos = TimedRecord.timeNanos(buffer, at);
            }
            return true;
        }

        private void load() {
            FileChannel from = file;
            if (from == null) {
                throw new IllegalStateException("sightings in memory have no file");
            }
            inBuffer = Math.min(CHUNK, inFile);
            inFile -= inBuffer;
            buffer.clear().limit(inBuffer * length);
            try {
                while (buffer.hasRemaining()) {
                    int got = from.read(buffer, position);
                    if (got < 0) {
                        throw new IOException("the temporary file of sightings was cut");
                    }
                    position += got;
                }
            } catch (IOException e) {
                throw new UncheckedIOException("sightings cannot be read back", e);
            }
            at = 0;
            timeNanos = TimedRecord.timeNanos(buffer, 0);
        }

        @Override
        public int compareTo(Cursor other) {
            return Long.compare(timeNanos, other.timeNanos);
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }
}

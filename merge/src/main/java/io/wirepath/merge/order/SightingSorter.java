package io.wirepath.merge.order;

import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Takes the records of one sniffer and writes them to a temporary file as runs, each in order of time.
 *
 * <p>The first {@value #RUN} records stay in memory: small captures touch no disk. Not thread-safe.
 */
public final class SightingSorter implements Closeable {

    /** Records of a run: 3.1 MB, sorted at a time. */
    static final int RUN = 1 << 14;

    private static final int FIRST = 256;
    private static final int INDEX_BITS = 16;
    private static final int WRITTEN_AT_A_TIME = 1 << 10;

    /**
     * A run in the file.
     *
     * @param position where it begins, bytes
     * @param records how many it has
     * @param content whether its records have their content; else they are shorter
     * @param firstNanos time of its first record
     */
    record Run(long position, int records, boolean content, long firstNanos) {}

    private final Path directory;
    private final List<Run> runs = new ArrayList<>();
    private ByteBuffer filling = TimedRecord.allocate(FIRST);

    /** Of the records in the buffer. */
    private long[] times = new long[FIRST];

    private int filled;
    private boolean content;
    private long written;
    private FileChannel file;
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos = Long.MIN_VALUE;
    private long records;

    /** Starts empty; a file is made in this directory when it is needed, and is gone after {@link #close}. */
    @SuppressWarnings("NullAway.Init") // the file is opened with the first run
    public SightingSorter(Path directory) {
        this.directory = directory;
    }

    /** Takes a sighting, which asks for the operation of this number, or for none where it is 0. */
    public void add(Sighting sighting, int operation) {
        add(sighting.bytes(), sighting.offset());
        filling.putShort((filled - 1) * TimedRecord.LENGTH + SightingCodec.OPERATION_AT, (short) operation);
        lastNanos = Math.max(lastNanos, sighting.lastByteNanos());
    }

    /** Takes a record of {@link TimedRecord#LENGTH} bytes. */
    public void add(ByteBuffer from, int offset) {
        if (filled == times.length) {
            makeRoom();
        }
        filling.put(filled * TimedRecord.LENGTH, from, offset, TimedRecord.LENGTH);
        long time = TimedRecord.timeNanos(from, offset);
        times[filled] = time;
        firstNanos = Math.min(firstNanos, time);
        lastNanos = Math.max(lastNanos, time);
        content = content || TimedRecord.hasContent(from, offset);
        filled++;
        records++;
    }

    private void makeRoom() {
        if (filled < RUN) {
            ByteBuffer larger = TimedRecord.allocate(Math.min(RUN, filled * 4));
            larger.put(0, filling, 0, filled * TimedRecord.LENGTH);
            filling = larger;
            times = Arrays.copyOf(times, larger.capacity() / TimedRecord.LENGTH);
            return;
        }
        try {
            writeRun();
        } catch (IOException e) {
            throw unsortable(e);
        }
    }

    private void writeRun() throws IOException {
        if (file == null) {
            Path path = Files.createTempFile(directory, "sightings", ".sorted");
            file = FileChannel.open(
                    path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
            // without a name, nothing stays behind when the process is killed
            Files.deleteIfExists(path);
        }
        long[] order = order(times, filled);
        runs.add(new Run(written, filled, content, times[index(order, 0)]));
        ByteBuffer out = TimedRecord.allocate(WRITTEN_AT_A_TIME);
        for (int i = 0; i < filled; i++) {
            if (out.remaining() < TimedRecord.LENGTH) {
                drain(out);
            }
            int at = out.position();
            if (content) {
                out.put(at, filling, place(order, i), TimedRecord.LENGTH).position(at + TimedRecord.LENGTH);
            } else {
                out.position(TimedRecord.putWithoutContent(out, at, filling, place(order, i)));
            }
        }
        drain(out);
        filled = 0;
        content = false;
    }

    private UncheckedIOException unsortable(IOException e) {
        return new UncheckedIOException(new IOException(
                "sightings cannot be sorted in " + directory + " (" + e.getMessage()
                        + "); make room there, or name another directory with the environment"
                        + " variable WIREPATH_JAVA_OPTS=-Djava.io.tmpdir=DIR",
                e));
    }

    private void drain(ByteBuffer out) throws IOException {
        out.flip();
        while (out.hasRemaining()) {
            written += file.write(out, written);
        }
        out.clear();
    }

    /** Record numbers in the low bits, in order of time; times far apart lose their lowest bits, which hurts nobody. */
    private static long[] order(long[] times, int count) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            first = Math.min(first, times[i]);
            last = Math.max(last, times[i]);
        }
        int spare = Math.max(0, INDEX_BITS + 1 - Long.numberOfLeadingZeros(last - first));
        long[] order = new long[count];
        for (int i = 0; i < count; i++) {
            order[i] = times[i] - first >>> spare << INDEX_BITS | i;
        }
        NearlySorted.sort(order, count);
        return order;
    }

    private static int index(long[] order, int i) {
        return (int) order[i] & (1 << INDEX_BITS) - 1;
    }

    private static int place(long[] order, int i) {
        return index(order, i) * TimedRecord.LENGTH;
    }

    /** Nothing more comes: gives the memory back that a large sorter filled. */
    public void settle() {
        if (file != null && filled > 0) {
            try {
                writeRun();
            } catch (IOException e) {
                throw unsortable(e);
            }
        }
        if (file != null) {
            filling = TimedRecord.allocate(0);
            times = new long[0];
        }
    }

    /** Ends the writing, and reads everything in order of time. The sorter must stay open meanwhile. */
    public SortedSightings read() {
        settle();
        if (file != null) {
            return new SortedSightings(file, runs);
        }
        ByteBuffer sorted = TimedRecord.allocate(filled);
        long[] order = order(times, filled);
        for (int i = 0; i < filled; i++) {
            sorted.put(i * TimedRecord.LENGTH, filling, place(order, i), TimedRecord.LENGTH);
        }
        return new SortedSightings(sorted, filled);
    }

    /** The capture was read up to this time. */
    public void noteProgress(long timeNanos) {
        lastNanos = Math.max(lastNanos, timeNanos);
    }

    /** Time of the earliest record; {@link Long#MAX_VALUE} when there is none. */
    public long firstNanos() {
        return firstNanos;
    }

    /** Latest time of any record, or of the capture; {@link Long#MIN_VALUE} when there is none. */
    public long lastNanos() {
        return lastNanos;
    }

    /** How many records were taken. */
    public long records() {
        return records;
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}

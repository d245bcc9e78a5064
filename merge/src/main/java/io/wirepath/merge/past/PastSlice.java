package io.wirepath.merge.past;

import io.wirepath.sniffer.file.PrivateFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.collections.LongArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a slice of time, in a file that is only appended to.
 *
 * <pre>
 *   0  u32  magic "WPGM"        4  u16  version 1        6  u16  zero        8  i64  number of the slice
 *  16  entries × [ i64 key, see match.PastKey   i64 corrected time of the last byte   i64 mask of the sniffers that brought it ]
 *
 *  little-endian; entries of the same key and time are of one message, which has all their sniffers; a piece of an entry at
 *  the end is what a kill or a full disk left
 * </pre>
 *
 * Not thread-safe.
 */
final class PastSlice implements Closeable {

    static final int HEADER_BYTES = 16;
    static final int ENTRY_BYTES = 24;

    /** At more than 130,000 messages a second, the rest is not remembered. */
    static final int MAX_ENTRIES = 1 << 20;

    private static final int MAGIC = 0x4d475057;
    private static final short VERSION = 1;
    private static final int PART_BYTES = ENTRY_BYTES << 12;

    final long number;

    private final FileChannel file;
    private @Nullable SliceTable table;
    private int written;

    private PastSlice(long number, FileChannel file) {
        this.number = number;
        this.file = file;
    }

    /** Opens the file of a slice, which is made where there is none. */
    static PastSlice open(Path path, long number) throws IOException {
        FileChannel file =
                PrivateFiles.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        PastSlice slice = new PastSlice(number, file);
        try {
            slice.begin();
        } catch (IOException e) {
            file.close();
            throw e;
        }
        return slice;
    }

    private void begin() throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        boolean whole = file.read(header, 0) == HEADER_BYTES;
        header.clear();
        if (whole && header.getInt() == MAGIC && header.getShort() == VERSION && header.getLong(8) == number) {
            written = (int) Math.min(MAX_ENTRIES, (file.size() - HEADER_BYTES) / ENTRY_BYTES);
            return;
        }
        file.truncate(0);
        header.clear()
                .putInt(MAGIC)
                .putShort(VERSION)
                .putShort((short) 0)
                .putLong(number)
                .flip();
        writeAll(header, 0);
    }

    private void writeAll(ByteBuffer bytes, long at) throws IOException {
        long place = at;
        while (bytes.hasRemaining()) {
            place += file.write(bytes, place);
        }
    }

    private static ByteBuffer part() {
        return ByteBuffer.allocate(PART_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }

    private long end() {
        return HEADER_BYTES + (long) written * ENTRY_BYTES;
    }

    /**
     * Appends entries, in {@link WaitingEntries#WORDS}; they are in the {@link #table} already, where that is there.
     */
    void append(LongArrayList entries) throws IOException {
        ByteBuffer part = part();
        for (int at = 0; at < entries.size(); ) {
            part.clear();
            for (; at < entries.size() && part.hasRemaining(); at++) {
                part.putLong(entries.getLong(at));
            }
            part.flip();
            int more = part.remaining() / ENTRY_BYTES;
            writeAll(part, end());
            written += more;
        }
    }

    /** Entries in memory. */
    int loaded() {
        return table == null ? 0 : table.size();
    }

    /** What the slice holds, by key, where it is in memory. */
    @Nullable
    SliceTable table() {
        return table;
    }

    /**
     * Takes what the slice holds into memory, with entries that are not in its file yet, in
     * {@link WaitingEntries#WORDS}.
     */
    SliceTable load(LongArrayList more) throws IOException {
        SliceTable read = new SliceTable(written);
        ByteBuffer part = part();
        for (long at = HEADER_BYTES; at < end(); ) {
            part.clear().limit((int) Math.min(PART_BYTES, end() - at));
            int whole = file.read(part, at) / ENTRY_BYTES;
            if (whole < 1) {
                throw new IOException("slice " + number + " is shorter than it was");
            }
            for (int entry = 0; entry < whole * ENTRY_BYTES; entry += ENTRY_BYTES) {
                read.put(part.getLong(entry), part.getLong(entry + 8), part.getLong(entry + 16));
            }
            at += (long) whole * ENTRY_BYTES;
        }
        for (int i = 0; i < more.size(); i += WaitingEntries.WORDS) {
            read.put(more.getLong(i), more.getLong(i + 1), more.getLong(i + 2));
        }
        table = read;
        return read;
    }

    void force() throws IOException {
        file.force(false);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}

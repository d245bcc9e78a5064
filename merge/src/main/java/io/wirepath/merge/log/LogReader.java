package io.wirepath.merge.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log from its beginning, also while it is written. Of a log that was cut or damaged, or whose writer was
 * killed, it gives every document that is whole, and tells of the damage between them. Used by one thread at a time.
 *
 * <p>It reads the file itself and not through Chronicle Queue: what a file claims can then make this program load no
 * class and map no page. The file is a row of blocks, each with a header of four bytes at a multiple of four:
 *
 * <pre>
 *  bit 31  1 while the block is written, whose length is 0 until then
 *  bit 30  1 for what Chronicle Queue keeps for itself: its description of the file, its index
 *  29..0   length of what follows; a header of 0 is the end for now
 * </pre>
 *
 * A header or a document that is damaged is passed over: the next place at which a header stands before a whole
 * document is searched for. The search sums no more than {@value #SEARCH_FACTOR} times the length of the file; what is
 * behind that place is given up, which no file made by chance comes near.
 */
public final class LogReader implements Closeable {

    private static final int OPEN = 1 << 31;
    private static final int QUEUES_OWN = 1 << 30;
    private static final int LENGTH = QUEUES_OWN - 1;
    private static final int HEADER_BYTES = Integer.BYTES;
    private static final int MIN_LENGTH = LogDocument.PAYLOAD_AT + LogDocument.SEAL_BYTES;
    private static final int SEARCH_FACTOR = 8;

    private final FileChannel file;
    private final LogDocument document;
    private final FileWindow window;

    /** Where the next header is or will be. */
    private long nextAt;

    private long summedBytes;
    private long damagedPlaces;
    private @Nullable String damage;

    /** Whether a place behind the damage that was met last is still searched for. */
    private boolean searching;

    /**
     * Opens a log; nothing in it is changed.
     *
     * @param document where documents are read into
     * @throws IOException when there is none that can be opened
     */
    public LogReader(Path directory, LogDocument document) throws IOException {
        this.document = document;
        // stays open, so that it can be read on when it has been deleted
        file = FileChannel.open(LogDirectory.file(directory), StandardOpenOption.READ);
        window = new FileWindow(file);
    }

    /**
     * Moves to the next whole document, which is in the buffer then.
     *
     * @return false when there is none now
     */
    public boolean next() {
        try {
            return (!searching || search()) && advance(true);
        } catch (IOException e) {
            damaged(String.valueOf(e.getMessage()));
            return false;
        }
    }

    /**
     * Looks for documents behind the place where {@link #next} found none any more: zeros there may stand for what
     * never reached the disk, and a header of Chronicle Queue's own that is damaged may have led astray. Dear where a
     * log is still written, as the rest of its file is looked at.
     *
     * @return whether there is one; it is the next
     */
    public boolean searchOn() {
        long from = nextAt;
        long summed = summedBytes;
        boolean wasSearching = searching;
        try {
            if (search()) {
                window.forget();
                if (wasSearching || isEnd(window.intAt(from))) {
                    damaged("nothing was written at offset " + from);
                } else {
                    nextAt = from; // it was written since
                }
                return true;
            }
        } catch (IOException e) {
            damaged(String.valueOf(e.getMessage()));
        }
        nextAt = from;
        summedBytes = summed;
        searching = wasSearching;
        return false;
    }

    /** To the next document, which is taken into the buffer or only passed; false at the end. */
    private boolean advance(boolean take) throws IOException {
        while (true) {
            int header = window.has(nextAt, HEADER_BYTES) ? window.intAt(nextAt) : 0;
            int length = header & LENGTH;
            if (isEnd(header)) {
                window.forget();
                return false;
            }
            boolean own = (header & QUEUES_OWN) != 0;
            boolean there = window.has(nextAt, HEADER_BYTES + (long) length);
            boolean closed = there && (header & OPEN) == 0;
            if (closed && own && !holdsDocument(nextAt, length)) {
                nextAt = after(nextAt, length);
            } else if (closed && !own && (!take && length >= MIN_LENGTH || take(nextAt, length))) {
                nextAt = after(nextAt, length);
                return true;
            } else {
                damaged(
                        there
                                ? "a document at offset " + nextAt + " does not match its header or its check sum"
                                : "the file ends inside a document at offset " + nextAt);
                searching = true;
                if (!search()) {
                    return false;
                }
            }
        }
    }

    /**
     * Whether a document begins in a block of Chronicle Queue's own, whose header then is no header of such a block.
     */
    private boolean holdsDocument(long headerAt, int length) throws IOException {
        long end = headerAt + HEADER_BYTES + length;
        boolean holds = take(headerAt, length);
        for (long at = window.nonZero(headerAt + HEADER_BYTES, end);
                !holds && at < end;
                at = window.nonZero(at + HEADER_BYTES, end)) {
            holds = isDocument(at, window.intAt(at));
        }
        return holds;
    }

    private boolean isDocument(long at, int header) throws IOException {
        boolean may = header >= MIN_LENGTH && header <= document.bytes().capacity();
        return may && window.has(at, HEADER_BYTES + (long) header) && take(at, header);
    }

    /** Whether nothing stands behind such a header yet. */
    private static boolean isEnd(int header) {
        return header == 0 || (header & OPEN) != 0 && (header & LENGTH) == 0;
    }

    /** Reads a document into the buffer; whether it is whole. */
    private boolean take(long headerAt, int length) throws IOException {
        ByteBuffer bytes = document.bytes();
        if (length < MIN_LENGTH || length > bytes.capacity()) {
            return false;
        }
        window.read(headerAt + HEADER_BYTES, bytes.clear().limit(length));
        if (searching) {
            summedBytes += length;
            return document.isWhole(bytes);
        }
        return document.isWhole(bytes) || takeAnew(headerAt, bytes.clear().limit(length));
    }

    /** The window may have been filled while the document was being written. */
    private boolean takeAnew(long headerAt, ByteBuffer bytes) throws IOException {
        window.forget();
        window.read(headerAt + HEADER_BYTES, bytes);
        return document.isWhole(bytes);
    }

    private static long after(long headerAt, int length) {
        return headerAt + HEADER_BYTES + length + HEADER_BYTES - 1 & -HEADER_BYTES;
    }

    /** Moves to the next header before a whole document; where there is none yet, the search goes on from the zeros. */
    private boolean search() throws IOException {
        searching = true;
        long zerosAt = nextAt + HEADER_BYTES;
        for (long at = window.nonZero(zerosAt, Long.MAX_VALUE);
                window.has(at, HEADER_BYTES + MIN_LENGTH);
                at = window.nonZero(at + HEADER_BYTES, Long.MAX_VALUE)) {
            zerosAt = at;
            if (summedBytes < SEARCH_FACTOR * window.fileBytes() && isDocument(at, window.intAt(at))) {
                nextAt = at;
                searching = false;
                return true;
            }
        }
        nextAt = zerosAt;
        window.forget();
        return false;
    }

    private void damaged(String what) {
        damage = damage == null ? what : damage;
        damagedPlaces++;
    }

    /**
     * Moves so that the next document is the one with this index, by the headers alone.
     *
     * @param index counted from 0
     * @return false when there is no such document now; the next one is undefined then
     */
    public boolean moveTo(long index) {
        return skip(index) == index && hasMore();
    }

    /** How many documents there are now, by the headers alone; the next one is undefined then. */
    public long count() {
        return skip(Long.MAX_VALUE);
    }

    private long skip(long most) {
        nextAt = 0;
        searching = false;
        long skipped = 0;
        try {
            while (skipped < most && advance(false)) {
                skipped++;
            }
        } catch (IOException e) {
            damaged(String.valueOf(e.getMessage()));
        }
        return skipped;
    }

    private boolean hasMore() {
        long here = nextAt;
        try {
            boolean more = advance(false);
            nextAt = here;
            return more;
        } catch (IOException e) {
            damaged(String.valueOf(e.getMessage()));
            return false;
        }
    }

    /** What the first damage was that was met; null where none was. */
    public @Nullable String damage() {
        return damage;
    }

    /** How many damaged places were passed over so far. */
    public long damagedPlaces() {
        return damagedPlaces;
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            // was read only
        }
    }
}

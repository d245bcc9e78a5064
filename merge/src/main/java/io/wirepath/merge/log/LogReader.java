package io.wirepath.merge.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log from its beginning, also while it is written. Of a log that was cut or damaged, or whose writer was killed,
 * it gives what was written before. Used by one thread at a time.
 */
public final class LogReader implements Closeable {

    private final FileChannel file;
    private final SingleChronicleQueue queue;
    private final ExcerptTailer tailer;
    private final LogDocument document;
    private final Bytes<ByteBuffer> buffer;

    /** Where the next document's header will be, or 0 where it is not known. */
    private long nextAt;

    private long fileBytes;
    private @Nullable String damage;

    /**
     * Opens a log; nothing in it is changed.
     *
     * @param document where documents are read into
     * @throws IOException when there is none that can be opened
     */
    public LogReader(Path directory, LogDocument document) throws IOException {
        this.document = document;
        buffer = Bytes.wrapForWrite(document.bytes());
        // stays open, so that its length can be asked for when it has been deleted
        file = FileChannel.open(LogDirectory.file(directory), StandardOpenOption.READ);
        try {
            queue = LogDirectory.queue(directory, true);
            tailer = queue.createTailer();
            // the thread that reads may change, as long as there is one at a time
            tailer.singleThreadedCheckDisabled(true);
        } catch (Exception | InternalError e) {
            file.close();
            throw new IOException(e.getMessage(), e);
        }
    }

    /**
     * Moves to the next whole document, which is in the buffer then.
     *
     * @return false when there is none now
     */
    public boolean next() {
        if (damage != null) {
            return false;
        }
        try {
            return isInFile(nextAt + Integer.BYTES) && readDocument();
        } catch (Exception | InternalError e) {
            // Chronicle Queue throws checked exceptions undeclared; an InternalError is a mapping without a file behind
            // it
            damage = e.toString();
            return false;
        }
    }

    private boolean readDocument() throws IOException {
        try (DocumentContext context = tailer.readingDocument()) {
            return context.isPresent() && take(context.wire().bytes());
        }
    }

    private boolean take(Bytes<?> bytes) throws IOException {
        long length = bytes.readRemaining();
        long end = bytes.readPosition() + length;
        if (length > document.bytes().capacity()) {
            damage = "a document of " + length + " bytes";
            return false;
        }
        if (!isInFile(end)) {
            damage = "the file ends inside a document";
            return false;
        }
        bytes.read(buffer.clear(), (int) length);
        document.bytes().clear().limit((int) length);
        if (!document.isWhole(document.bytes())) {
            damage = "a document at offset " + (end - length) + " does not match its check sum";
            return false;
        }
        nextAt = end + Integer.BYTES - 1 & -Integer.BYTES;
        return true;
    }

    /**
     * Moves so that the next document is the one with this index.
     *
     * @param index counted from 0
     * @return false when there is no such document now; the next one is undefined then
     */
    public boolean moveTo(long index) {
        nextAt = 0;
        try {
            return damage == null && tailer.moveToIndex(LogDirectory.CYCLE.toIndex(0, index));
        } catch (Exception | InternalError e) {
            damage = e.toString();
            return false;
        }
    }

    /** How many documents there are now, whether or not they are whole; the next one is undefined then. */
    public long count() {
        long some = 1;
        while (moveTo(some - 1)) {
            some *= 2;
        }
        long least = some / 2;
        long most = some - 1;
        while (least < most) {
            long middle = least + (most - least + 1) / 2;
            if (moveTo(middle - 1)) {
                least = middle;
            } else {
                most = middle - 1;
            }
        }
        return least;
    }

    /** Why nothing more will ever come from this log; null while something may. */
    public @Nullable String damage() {
        return damage;
    }

    /** Behind the end of the file, a mapping can fault. */
    private boolean isInFile(long end) throws IOException {
        if (end > fileBytes) {
            fileBytes = file.size();
        }
        return end <= fileBytes;
    }

    @Override
    public void close() {
        tailer.close();
        queue.close();
        try {
            file.close();
        } catch (IOException e) {
            // was read only
        }
    }
}

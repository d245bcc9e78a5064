package io.wirepath.merge.log;

import io.wirepath.sniffer.file.PrivateFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;
import org.jspecify.annotations.Nullable;

/**
 * Writes a log of sealed documents. Allocates nothing for a document. Used by one thread at a time, but for
 * {@link #force}.
 */
public class LogWriter implements Closeable {

    /** Where logs are begun: on the disk, or in tests on one that fails. */
    public interface Opener {

        /** The disk. */
        Opener DISK = LogWriter::new;

        /** Begins a log in this directory, of documents that are made in this buffer. */
        LogWriter open(Path directory, LogDocument document) throws IOException;

        /** Forces a log to the disk that has ended. */
        default void force(Path directory) throws IOException {
            LogDirectory.force(directory);
        }
    }

    /** What a new log takes at once: the headers of its files. */
    private static final long NEW_LOG_BYTES = 1 << 20;

    /** What Chronicle Queue may put around a document: pages of its index. */
    private static final long INDEX_BYTES = 128 << 10;

    /** A reader looks for the next document behind the last one: that place must stay in the file. */
    private static final long PAGE_BYTES = 4096;

    private final Path directory;
    private final SingleChronicleQueue queue;
    private final ExcerptAppender appender;
    private final LogDocument document;
    private final Bytes<ByteBuffer> whole;
    private volatile @Nullable FileChannel file;
    private @Nullable ClaimedRoom room;
    private long written;
    private long documents;
    private boolean broken;

    /**
     * Makes a new log.
     *
     * @param directory does not exist or is empty
     * @param document the buffer in which documents are made
     * @throws DiskFullException when there is no room for another log
     * @throws IOException when it cannot be written
     */
    public LogWriter(Path directory, LogDocument document) throws IOException {
        this.directory = directory;
        this.document = document;
        whole = Bytes.wrapForRead(document.bytes());
        PrivateFiles.createDirectories(directory);
        LogDirectory.requireNothingOfAQueue(directory);
        if (Files.getFileStore(directory).getUsableSpace() < NEW_LOG_BYTES) {
            throw new DiskFullException(directory);
        }
        try {
            queue = LogDirectory.queue(directory, false);
            appender = queue.createAppender();
            // the thread that writes may be another one than that which ends the log
            appender.singleThreadedCheckDisabled(true);
        } catch (RuntimeException | InternalError e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /**
     * Appends the document in the buffer, which is sealed.
     *
     * @return false when there is no room for it on the disk: nothing was written
     * @throws IOException when it could not be written for another reason; then this log takes nothing more
     */
    public boolean append() throws IOException {
        int length = document.bytes().limit();
        if (room != null && !room.claim(written + length + INDEX_BYTES)) {
            return false;
        }
        if (broken) {
            throw new IOException("writing failed before in " + directory);
        }
        broken = true;
        try (DocumentContext context = appender.writingDocument()) {
            context.wire().bytes().write(whole, 0L, (long) length);
        } catch (RuntimeException | InternalError e) {
            // an InternalError is a page of the mapping for which there was no room after all
            throw new IOException(e.getMessage(), e);
        }
        written = appender.wire().bytes().writePosition();
        if (room == null) {
            LogDirectory.close(directory);
            FileChannel opened =
                    FileChannel.open(LogDirectory.file(directory), StandardOpenOption.READ, StandardOpenOption.WRITE);
            file = opened;
            room = new ClaimedRoom(opened, written + INDEX_BYTES);
        }
        documents++;
        broken = false;
        return true;
    }

    /** Makes sure that there is room for so many bytes of documents; false when there is not. */
    public boolean claim(long bytes) {
        return room == null || room.claim(written + bytes + INDEX_BYTES);
    }

    /** Documents written so far. */
    public long documents() {
        return documents;
    }

    /** Bytes of the file that are in use. */
    public long bytes() {
        return written;
    }

    /** Forces what was written to the disk; any thread may do so. */
    public void force() throws IOException {
        FileChannel opened = file;
        if (opened != null) {
            opened.force(false);
        }
    }

    /** Ends the log, and gives back what was claimed and not used. */
    @Override
    public void close() {
        try {
            appender.close();
            queue.close();
        } catch (RuntimeException | InternalError e) {
            if (!broken) {
                throw e;
            }
        }
        FileChannel opened = file;
        if (opened != null) {
            try (opened) {
                opened.truncate((written + Integer.BYTES + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES);
            } catch (IOException e) {
                // the file keeps its length, which hurts nobody
            }
        }
    }
}

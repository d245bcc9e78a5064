package io.wirepath.merge.store;

import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.live.Consumed;
import io.wirepath.merge.reconcile.MergeResult;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * Writes a message store. Allocates nothing for a message. Used by one thread at a
 * time; {@link #close} marks the end.
 *
 * <p>Chronicle Queue writes through memory-mapped files, where a full disk is a fault of the process and no exception.
 * So the free space is looked at before every {@value #CHECK_BYTES} bytes.
 */
public final class StoreWriter implements StoreVisitor, Closeable {

    private static final long CHECK_BYTES = 1 << 20;

    /** What the log may claim before the next look: its present block and the one after it. */
    private static final long RESERVE_BYTES = 3L * MessageStore.BLOCK_BYTES;

    private final Path directory;
    private final FileStore disk;
    private final SingleChronicleQueue queue;
    private final ExcerptAppender appender;
    private final ByteBuffer buffer = StoreDocument.allocate();
    private final Bytes<ByteBuffer> document = Bytes.wrapForRead(buffer);
    private long untilCheck;
    private long messages;
    private long bytesWritten;
    private boolean finished;

    StoreWriter(Path directory, String program) throws StoreException {
        this.directory = directory;
        try {
            disk = Files.getFileStore(directory);
            queue = MessageStore.queue(directory, false);
            appender = queue.createAppender();
            // the thread that collects sightings may be another one than that which ends the store
            appender.singleThreadedCheckDisabled(true);
            append(StoreDocument.header(buffer, program));
        } catch (IOException | RuntimeException e) {
            throw new StoreException(directory, "cannot be written (" + e.getMessage() + ")", e);
        }
    }

    @Override
    public void onMessage(MessageRecord message) {
        StoreDocument.begin(buffer, StoreDocument.MESSAGE);
        buffer.put(StoreDocument.PAYLOAD_AT, message.bytes(), message.offset(), MessageCodec.LENGTH);
        buffer.position(StoreDocument.PAYLOAD_AT + MessageCodec.LENGTH);
        append(StoreDocument.seal(buffer));
        messages++;
    }

    /** Keeps a message of a live merge and the sightings of which it was made in one document: both or neither. */
    public void onMessage(MessageRecord message, Consumed consumed) {
        append(StoreDocument.merged(buffer, message, consumed));
        messages++;
    }

    @Override
    public void onName(long addressHigh, long addressLow, String name, NameOrigin origin) {
        append(StoreDocument.name(buffer, addressHigh, addressLow, name, origin));
    }

    @Override
    public void onSniffer(SnifferRecord sniffer) {
        append(SnifferCodec.encode(buffer, sniffer));
    }

    @Override
    public void onResult(MergeResult result) {
        append(ResultCodec.encode(buffer, result));
    }

    @Override
    public void onNote(String note) {
        append(StoreDocument.note(buffer, note));
    }

    /** Marks the store as complete. */
    public void finish() {
        append(StoreDocument.end(buffer, messages));
        finished = true;
    }

    /** Messages written so far. */
    public long messages() {
        return messages;
    }

    /** Where the document written last stands: what {@link StoreReader#seekBehind} takes. */
    public long lastIndex() {
        return appender.lastIndexAppended();
    }

    /** Bytes of the documents written so far. */
    public long bytesWritten() {
        return bytesWritten;
    }

    /** Forces what was written to the disk. */
    public void sync() {
        appender.sync();
    }

    /** Whether {@link #finish} was called. */
    public boolean isFinished() {
        return finished;
    }

    @Override
    public void close() {
        appender.close();
        queue.close();
    }

    private void append(ByteBuffer whole) {
        int length = whole.limit();
        bytesWritten += length;
        untilCheck -= length;
        if (untilCheck < 0) {
            checkSpace();
            untilCheck = CHECK_BYTES;
        }
        try (DocumentContext context = appender.writingDocument()) {
            context.wire().bytes().write(document, 0L, (long) length);
        }
    }

    private void checkSpace() {
        try {
            long free = disk.getUsableSpace();
            if (free < RESERVE_BYTES) {
                throw new StoreException(
                        directory,
                        "the disk is full (" + (free >> 20) + " MiB free after " + messages
                                + " messages); make room, or keep the store on another disk");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

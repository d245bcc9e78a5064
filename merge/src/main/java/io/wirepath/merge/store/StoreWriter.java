package io.wirepath.merge.store;

import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.Consumed;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.log.DiskFullException;
import io.wirepath.merge.log.LogDocument;
import io.wirepath.merge.log.LogWriter;
import io.wirepath.merge.result.MergeResult;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Writes a message store. Allocates nothing for a message. Used by one thread at a
 * time; {@link #finish} marks the end. Where the disk is full, writing ends with a {@link StoreException}.
 */
public final class StoreWriter implements StoreVisitor, Closeable {

    private final Path directory;
    private final LogDocument document = new LogDocument(StoreDocument.MAX_LENGTH);
    private final LogWriter log;
    private final @Nullable ContinuedStore before;
    private long messages;

    /** Makes a new store, or one that takes the place of an unfinished one when it is finished. */
    StoreWriter(Path directory, String program, @Nullable ContinuedStore before) throws StoreException {
        this.directory = directory;
        this.before = before;
        try {
            log = new LogWriter(before == null ? directory : before.place(), document);
        } catch (DiskFullException e) {
            throw full(e);
        } catch (IOException e) {
            throw new StoreException(directory, "cannot be written (" + e.getMessage() + ")", e);
        }
        StoreDocument.header(document, program);
        try {
            write();
        } catch (StoreException e) {
            log.close();
            throw e;
        }
    }

    @Override
    public void onMessage(MessageRecord message) {
        ByteBuffer to = StoreDocument.begin(document, StoreDocument.MESSAGE);
        to.put(LogDocument.PAYLOAD_AT, message.bytes(), message.offset(), MessageCodec.LENGTH);
        to.position(LogDocument.PAYLOAD_AT + MessageCodec.LENGTH);
        document.seal();
        append();
        messages++;
    }

    /** Keeps a message of a live merge and the sightings of which it was made in one document: both or neither. */
    public void onMessage(MessageRecord message, Consumed consumed) {
        StoreDocument.merged(document, message, consumed);
        append();
        messages++;
    }

    /** Keeps which sightings of a live merge came too late for their messages. */
    public void onCopies(Consumed copies) {
        StoreDocument.copies(document, copies);
        append();
    }

    @Override
    public void onName(long addressHigh, long addressLow, String name, NameOrigin origin) {
        StoreDocument.name(document, addressHigh, addressLow, name, origin);
        append();
    }

    @Override
    public void onTemplate(int number, String template) {
        StoreDocument.template(document, number, template);
        append();
    }

    @Override
    public void onSniffer(SnifferRecord sniffer) {
        SnifferCodec.encode(document, sniffer);
        append();
    }

    @Override
    public void onResult(MergeResult result) {
        ResultCodec.encode(document, result);
        append();
    }

    @Override
    public void onNote(String note) {
        StoreDocument.note(document, note);
        append();
    }

    /** Marks the store as complete; nothing is written after this. */
    public void finish() {
        StoreDocument.end(document, messages);
        append();
        if (before != null) {
            try {
                log.force();
                log.close();
                before.replace();
            } catch (IOException e) {
                throw new UncheckedIOException(
                        new StoreException(directory, "cannot be finished (" + e.getMessage() + ")", e));
            }
        }
    }

    /** Where the document written last stands: what {@link StoreReader#seekBehind} takes. */
    public long lastIndex() {
        return log.documents() - 1;
    }

    /** Bytes of the documents written so far. */
    public long bytesWritten() {
        return log.bytes();
    }

    /** Forces what was written to the disk. */
    public void sync() throws IOException {
        log.force();
    }

    @Override
    public void close() {
        if (before != null) {
            before.close();
        }
        log.close();
    }

    private void append() {
        try {
            write();
        } catch (StoreException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write() throws StoreException {
        boolean written;
        if (before != null) {
            before.compare(document);
        }
        try {
            written = log.append();
        } catch (IOException e) {
            throw new StoreException(directory, "cannot be written (" + e.getMessage() + ")", e);
        }
        if (!written) {
            throw full(null);
        }
    }

    private StoreException full(@Nullable Throwable cause) {
        return new StoreException(
                directory,
                "the disk is full after " + messages + " messages; make room, or keep the store on another disk",
                cause);
    }
}

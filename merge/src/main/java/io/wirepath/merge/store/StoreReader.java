package io.wirepath.merge.store;

import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.MessageRecord;
import java.io.Closeable;
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;
import org.jspecify.annotations.Nullable;

/**
 * Reads a message store from its beginning. A store that was cut, or whose writer was killed, gives what was written
 * before. Used by one thread.
 */
public final class StoreReader implements Closeable {

    private static final NameOrigin[] ORIGINS = NameOrigin.values();

    private final Path directory;
    private final SingleChronicleQueue queue;
    private final ExcerptTailer tailer;
    private final ByteBuffer buffer = StoreDocument.allocate();
    private final Bytes<ByteBuffer> document = Bytes.wrapForWrite(buffer);
    private final MessageRecord message = new MessageRecord();
    private final String program;
    private long messages;
    private boolean complete;
    private boolean atCut;
    private @Nullable File measured;
    private long measuredBytes;

    StoreReader(Path directory) throws StoreException {
        this.directory = directory;
        try {
            queue = MessageStore.queue(directory, true);
            tailer = queue.createTailer();
        } catch (Exception e) {
            throw new StoreException(
                    directory,
                    "cannot be opened as a message store (" + e.getMessage() + "); re-create it from the captures",
                    e);
        }
        program = header();
    }

    /** The program that wrote the store. */
    public String program() {
        return program;
    }

    /** Hands everything over, in the order in which it was written. */
    public void read(StoreVisitor visitor) throws StoreException {
        while (!complete && next()) {
            dispatch(visitor);
        }
    }

    /**
     * Goes on behind the document that was written at this index ({@link StoreWriter#lastIndex}).
     *
     * @return whether the document is there
     */
    public boolean seekBehind(long index) throws StoreException {
        try {
            if (!tailer.moveToIndex(index)) {
                return false;
            }
        } catch (RuntimeException e) {
            return false;
        }
        return next();
    }

    /** Messages read so far. */
    public long messages() {
        return messages;
    }

    /** Whether the mark of the end was read: if not, the store was cut or its writer did not finish. */
    public boolean isComplete() {
        return complete;
    }

    @Override
    public void close() {
        tailer.close();
        queue.close();
    }

    private String header() throws StoreException {
        if (!next() || StoreDocument.type(buffer) != StoreDocument.HEADER) {
            close();
            throw new StoreException(
                    directory, "holds no messages, only the files of a store; re-create it from the captures");
        }
        int version = StoreDocument.version(buffer);
        String writer = StoreDocument.takeText(buffer.position(StoreDocument.PAYLOAD_AT));
        if (version != StoreDocument.version(StoreDocument.HEADER)) {
            close();
            throw versionMismatch("store", version, StoreDocument.version(StoreDocument.HEADER), writer);
        }
        return writer;
    }

    private StoreException versionMismatch(String what, int found, int wanted, String writer) {
        return new StoreException(
                directory,
                what + " version " + found + ", written by " + writer + ", but this program reads version " + wanted
                        + "; re-create the store from the captures with analyze --keep");
    }

    /** Moves to the next whole document, and copies it into the buffer. */
    private boolean next() throws StoreException {
        if (atCut) {
            return false;
        }
        try (DocumentContext context = tailer.readingDocument()) {
            if (!context.isPresent()) {
                return false;
            }
            Bytes<?> bytes = context.wire().bytes();
            long remaining = fileBytes() - bytes.readPosition() - bytes.readRemaining();
            atCut = remaining < Integer.BYTES;
            if (remaining < 0) {
                return false;
            }
            int length = (int) Math.min(bytes.readRemaining(), StoreDocument.MAX_LENGTH);
            bytes.read(document.clear(), length);
            buffer.clear().limit(length);
            return StoreDocument.isWhole(buffer);
        } catch (Exception | InternalError e) {
            // Chronicle Queue throws checked exceptions undeclared; an InternalError is a mapping without a file behind
            // it
            throw new StoreException(
                    directory,
                    "is damaged after " + messages + " messages (" + e + "); re-create it from the captures",
                    e);
        }
    }

    /** Length of the present file: behind it, a mapping can fault. */
    private long fileBytes() {
        File file = tailer.currentFile();
        if (file != null && !file.equals(measured)) {
            measured = file;
            measuredBytes = file.length();
        }
        return measuredBytes;
    }

    private void dispatch(StoreVisitor visitor) throws StoreException {
        int type = StoreDocument.type(buffer);
        if (StoreDocument.version(buffer) != StoreDocument.version(type)) {
            throw versionMismatch(
                    "record of type " + type + " with",
                    StoreDocument.version(buffer),
                    StoreDocument.version(type),
                    program);
        }
        buffer.position(StoreDocument.PAYLOAD_AT);
        switch (type) {
            case StoreDocument.MESSAGE -> {
                messages++;
                visitor.onMessage(message.wrap(buffer, StoreDocument.PAYLOAD_AT));
            }
            case StoreDocument.MERGED -> {
                messages++;
                int consumed = buffer.getInt(StoreDocument.CONSUMED_AT);
                buffer.position(StoreDocument.CONSUMED_AT + Integer.BYTES);
                for (int i = 0; i < consumed; i++) {
                    visitor.onConsumed(buffer.getShort() & 0xffff, buffer.getLong());
                }
                visitor.onMessage(message.wrap(buffer, StoreDocument.PAYLOAD_AT));
            }
            case StoreDocument.NAME -> {
                long high = buffer.getLong();
                long low = buffer.getLong();
                NameOrigin origin = ORIGINS[buffer.get()];
                visitor.onName(high, low, StoreDocument.takeText(buffer), origin);
            }
            case StoreDocument.SNIFFER -> visitor.onSniffer(SnifferCodec.decode(buffer));
            case StoreDocument.NOTE -> visitor.onNote(StoreDocument.takeText(buffer));
            case StoreDocument.RESULT -> visitor.onResult(ResultCodec.decode(buffer));
            case StoreDocument.END -> complete = true;
            default ->
                throw versionMismatch(
                        "record of unknown type " + type + ",", StoreDocument.version(buffer), 1, program);
        }
    }
}

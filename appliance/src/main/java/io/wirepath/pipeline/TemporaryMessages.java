package io.wirepath.pipeline;

import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.merge.store.MessageStore;
import io.wirepath.merge.store.StoreException;
import io.wirepath.merge.store.StoreVisitor;
import io.wirepath.merge.store.StoreWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a merge of captures emits, until it has been analysed: in memory while it is small, else in a temporary store.
 *
 * <pre>
 *  merge ─► chunks of message records, everything else ──── replay ─────────────┬─► StoreVisitor
 *               │ larger than the bound                                         │
 *               └─► StoreWriter ─► temporary directory ─► finish ─► ManyStores ─┘
 * </pre>
 *
 * Used by one thread.
 */
final class TemporaryMessages implements StoreVisitor, MessageSource, Closeable {

    /** A quarter of a million messages; a store of fewer takes longer to open than to fill. */
    private static final long MAX_BYTES = 64L << 20;

    /** Share of the heap that the messages may take. */
    private static final int HEAP_SHARE = 16;

    private static final int CHUNK_MESSAGES = 1024;
    private static final int CHUNK_BYTES = CHUNK_MESSAGES * MessageCodec.LENGTH;

    /** Heap of a name, a note or a sniffer, about. */
    private static final int OTHER_BYTES = 256;

    private final long mostBytes;
    private final List<ByteBuffer> chunks = new ArrayList<>();
    private final List<Consumer<StoreVisitor>> others = new ArrayList<>();
    private int inLastChunk = CHUNK_MESSAGES;
    private @Nullable StoreDirectory directory;
    private @Nullable StoreWriter writer;

    /** Holds as much in memory as this JVM's heap allows. */
    TemporaryMessages() {
        this(Math.min(MAX_BYTES, Runtime.getRuntime().maxMemory() / HEAP_SHARE));
    }

    /** Holds this many bytes in memory at most, give or take a chunk. */
    TemporaryMessages(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    @Override
    public void onMessage(MessageRecord message) {
        if (writer != null) {
            writer.onMessage(message);
            return;
        }
        if (inLastChunk == CHUNK_MESSAGES) {
            chunks.add(ByteBuffer.allocate(CHUNK_BYTES).order(ByteOrder.LITTLE_ENDIAN));
            inLastChunk = 0;
        }
        ByteBuffer last = chunks.get(chunks.size() - 1);
        last.put(inLastChunk++ * MessageCodec.LENGTH, message.bytes(), message.offset(), MessageCodec.LENGTH);
        spillWhereLarge();
    }

    @Override
    public void onName(long addressHigh, long addressLow, String name, NameOrigin origin) {
        add(to -> to.onName(addressHigh, addressLow, name, origin));
    }

    @Override
    public void onTemplate(int number, String template) {
        add(to -> to.onTemplate(number, template));
    }

    @Override
    public void onSniffer(SnifferRecord sniffer) {
        add(to -> to.onSniffer(sniffer));
    }

    @Override
    public void onResult(MergeResult result) {
        add(to -> to.onResult(result));
    }

    @Override
    public void onNote(String note) {
        add(to -> to.onNote(note));
    }

    private void add(Consumer<StoreVisitor> other) {
        if (writer != null) {
            other.accept(writer);
            return;
        }
        others.add(other);
        spillWhereLarge();
    }

    private void spillWhereLarge() {
        long bytes = (long) chunks.size() * CHUNK_BYTES + (long) others.size() * OTHER_BYTES;
        if (bytes <= mostBytes) {
            return;
        }
        directory = new StoreDirectory();
        try {
            writer = MessageStore.createOrContinue(directory.path(), "wirepath " + Version.text());
        } catch (StoreException e) {
            throw new UncheckedIOException(e);
        }
        replay(writer);
        chunks.clear();
        others.clear();
    }

    private void replay(StoreVisitor to) {
        others.forEach(other -> other.accept(to));
        MessageRecord message = new MessageRecord();
        for (int chunk = 0; chunk < chunks.size(); chunk++) {
            int messages = chunk == chunks.size() - 1 ? inLastChunk : CHUNK_MESSAGES;
            for (int i = 0; i < messages; i++) {
                to.onMessage(message.wrap(chunks.get(chunk), i * MessageCodec.LENGTH));
            }
        }
    }

    /** Ends the writing; nothing is taken after this. */
    void finish() throws IOException {
        if (writer != null) {
            writer.finish();
            writer.close();
            writer = null;
        }
    }

    @Override
    public void read(StoreVisitor to) throws StoreException {
        if (directory == null) {
            replay(to);
        } else {
            new ManyStores(List.of(directory.path())).read(to);
        }
    }

    @Override
    public List<String> notes() {
        return List.of();
    }

    /** Where the messages are; null while they are in memory. */
    @Nullable
    Path place() {
        return directory == null ? null : directory.path();
    }

    @Override
    public void close() {
        if (writer != null) {
            writer.close();
        }
        if (directory != null) {
            directory.close();
        }
    }
}

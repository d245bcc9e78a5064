package io.wirepath.merge.store;

import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.log.LogDocument;
import io.wirepath.merge.log.LogReader;
import io.wirepath.merge.result.MergeResult;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads a message store from its beginning. A store that was cut, or whose writer was killed, gives what was written
 * before. Used by one thread.
 */
public final class StoreReader implements Closeable {

    private static final NameOrigin[] ORIGINS = NameOrigin.values();

    private final Path directory;
    private final LogDocument document = new LogDocument(StoreDocument.MAX_LENGTH);
    private final ByteBuffer buffer = document.bytes();
    private final LogReader log;
    private final MessageRecord message = new MessageRecord();
    private final String program;
    private long messages;
    private int sniffers;
    private final StoreCheck check = new StoreCheck();
    private boolean skipped;
    private long malformed;
    private long promised;
    private boolean complete;

    StoreReader(Path directory) throws StoreException {
        this.directory = directory;
        try {
            log = new LogReader(directory, document);
        } catch (IOException e) {
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
        while (!complete && (log.next() || log.searchOn() && log.next())) {
            dispatch(visitor);
        }
    }

    /** What is damaged, one sentence; empty where all that was read is as it was written. */
    public Optional<String> damage() {
        long places = log.damagedPlaces() + malformed;
        long lost = complete ? promised - messages : 0;
        if (places == 0 && lost == 0) {
            return Optional.empty();
        }
        return Optional.of("The message store " + directory + " is damaged in " + places
                + (places == 1 ? " place" : " places")
                + (log.damage() == null ? "" : " (first: " + log.damage() + ")")
                + (lost > 0 ? "; " + lost + " messages are missing" : "") + "; intact messages were used.");
    }

    /**
     * Goes on behind the document that was written at this index ({@link StoreWriter#lastIndex}).
     *
     * @return whether the document is there
     */
    public boolean seekBehind(long index) {
        skipped = true;
        return log.moveTo(index) && log.next();
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
        log.close();
    }

    private String header() throws StoreException {
        if (!log.next() || LogDocument.kind(buffer) != StoreDocument.HEADER || !check.isSound(buffer)) {
            close();
            throw new StoreException(
                    directory, "holds no messages, only the files of a store; re-create it from the captures");
        }
        int version = LogDocument.version(buffer);
        String writer = LogDocument.takeText(buffer.position(LogDocument.PAYLOAD_AT));
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

    private void dispatch(StoreVisitor visitor) throws StoreException {
        int kind = LogDocument.kind(buffer);
        if (LogDocument.version(buffer) != StoreDocument.version(kind)) {
            throw versionMismatch(
                    "record of kind " + kind + " with",
                    LogDocument.version(buffer),
                    StoreDocument.version(kind),
                    program);
        }
        if (!check.isSound(buffer)) {
            malformed++;
            return;
        }
        buffer.position(LogDocument.PAYLOAD_AT);
        switch (kind) {
            case StoreDocument.MESSAGE -> {
                messages++;
                visitor.onMessage(message.wrap(buffer, LogDocument.PAYLOAD_AT));
            }
            case StoreDocument.MERGED -> {
                messages++;
                consumed(buffer.position(StoreDocument.CONSUMED_AT), visitor);
                visitor.onMessage(message.wrap(buffer, LogDocument.PAYLOAD_AT));
            }
            case StoreDocument.COPIES -> {
                consumed(buffer, visitor);
                visitor.onCopies();
            }
            case StoreDocument.NAME -> {
                long high = buffer.getLong();
                long low = buffer.getLong();
                NameOrigin origin = ORIGINS[buffer.get()];
                visitor.onName(high, low, LogDocument.takeText(buffer), origin);
            }
            case StoreDocument.TEMPLATE -> visitor.onTemplate(buffer.getShort() & 0xffff, LogDocument.takeText(buffer));
            case StoreDocument.SNIFFER -> {
                sniffers++;
                visitor.onSniffer(SnifferCodec.decode(buffer));
            }
            case StoreDocument.NOTE -> visitor.onNote(LogDocument.takeText(buffer));
            case StoreDocument.RESULT -> result(ResultCodec.decode(buffer), visitor);
            case StoreDocument.END -> {
                promised = skipped ? messages : buffer.getLong();
                complete = true;
            }
            default ->
                throw versionMismatch("record of unknown kind " + kind + ",", LogDocument.version(buffer), 1, program);
        }
    }

    /** A result names sniffers by number: where the record of one is lost, it can mean nothing. */
    private void result(MergeResult result, StoreVisitor visitor) {
        if (skipped || result.sniffers() <= sniffers) {
            visitor.onResult(result);
        } else {
            malformed++;
        }
    }

    private static void consumed(ByteBuffer from, StoreVisitor visitor) {
        for (int left = from.getInt(); left > 0; left--) {
            visitor.onConsumed(from.getShort() & 0xffff, from.getLong());
        }
    }
}

package io.wirepath.merge.store;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;

/**
 * A directory with the messages of an analysis in Chronicle Queue. Written once, by one thread, then read as often as
 * wanted; any number of processes may read it.
 */
public final class MessageStore {

    /** Files grow by this much: small stores stay small, and a large one needs few mappings. */
    static final int BLOCK_BYTES = 4 << 20;

    /** How long a reader waits for a writer to put a file's header; it never comes in a file that is no store. */
    private static final long NO_HEADER_MILLIS = 200;

    private static final String QUEUE_FILES = "*.cq4";

    private MessageStore() {}

    /** Whether the directory holds a store. */
    public static boolean isStore(Path directory) {
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, QUEUE_FILES)) {
            return files.iterator().hasNext();
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Makes a new store.
     *
     * @param directory does not exist or is empty
     * @param program name and version of the program that writes
     * @throws StoreException when it exists already, or cannot be written
     */
    public static StoreWriter create(Path directory, String program) throws StoreException {
        if (isStore(directory)) {
            throw new StoreException(directory, "already holds a message store; delete it, or name another directory");
        }
        try {
            Files.createDirectories(directory);
            if (!Files.isWritable(directory)) {
                throw new StoreException(directory, "cannot be written; name a directory that you may write to");
            }
        } catch (FileSystemException e) {
            throw new StoreException(directory, "cannot be made (" + reason(e) + "); name another directory", e);
        } catch (IOException e) {
            throw new StoreException(directory, "cannot be made (" + e.getMessage() + "); name another directory", e);
        }
        return new StoreWriter(directory, program);
    }

    /**
     * Opens a store for reading; nothing in it is changed.
     *
     * @throws StoreException when there is none, or it was written by a program with another format
     */
    public static StoreReader open(Path directory) throws StoreException {
        if (!isStore(directory)) {
            throw new StoreException(directory, "holds no message store; analyze --keep DIR makes one from captures");
        }
        return new StoreReader(directory);
    }

    private static String reason(FileSystemException e) {
        return e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
    }

    static SingleChronicleQueue queue(Path directory, boolean readOnly) {
        SingleChronicleQueueBuilder builder = SingleChronicleQueueBuilder.binary(directory)
                .rollCycle(RollCycles.FAST_DAILY)
                .blockSize(BLOCK_BYTES)
                .readOnly(readOnly);
        return (readOnly ? builder.timeoutMS(NO_HEADER_MILLIS) : builder).build();
    }
}

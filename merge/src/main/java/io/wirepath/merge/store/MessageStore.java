package io.wirepath.merge.store;

import io.wirepath.merge.log.LogDirectory;
import io.wirepath.sniffer.file.PrivateFiles;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A directory with the messages of an analysis in Chronicle Queue. Written once, by one thread, then read as often as
 * wanted; any number of processes may read it.
 */
public final class MessageStore {

    private MessageStore() {}

    /** Whether the directory holds a store. */
    public static boolean isStore(Path directory) {
        return LogDirectory.isLog(directory);
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
            PrivateFiles.createDirectories(directory);
            if (!Files.isWritable(directory)) {
                throw new StoreException(directory, "cannot be written; name a directory that you may write to");
            }
        } catch (FileSystemException e) {
            throw new StoreException(directory, "cannot be made (" + reason(e) + "); name another directory", e);
        } catch (IOException e) {
            throw new StoreException(directory, "cannot be made (" + e.getMessage() + "); name another directory", e);
        }
        return new StoreWriter(directory, program, null);
    }

    /**
     * Makes a new store, or goes on with one whose writer was killed or ran out of disk. It is written from its
     * beginning again, and must be the same as far as it goes; until {@link StoreWriter#finish} it stays as it is.
     *
     * @param directory does not exist, is empty, or holds an unfinished store
     * @param program name and version of the program that writes
     * @throws StoreException when it holds a complete store, or cannot be written; a difference from what is there is
     *     thrown by the write that shows it
     */
    public static StoreWriter createOrContinue(Path directory, String program) throws StoreException {
        return isStore(directory)
                ? new StoreWriter(directory, program, ContinuedStore.of(directory))
                : create(directory, program);
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
}

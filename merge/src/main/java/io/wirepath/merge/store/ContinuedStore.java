package io.wirepath.merge.store;

import io.wirepath.merge.log.LogDirectory;
import io.wirepath.merge.log.LogDocument;
import io.wirepath.merge.log.LogReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A store that was left unfinished, while it is written again from its beginning: a merge gives the same documents each
 * time, so what is there must come again, byte for byte. What is there stays as it is until the new one is whole; then
 * that takes its place in one step.
 *
 * <pre>
 *  DIR/*.cq4                 what was left            compared, document by document, then replaced
 *  DIR/{@value #BEING_WRITTEN}/*.cq4   what is being written
 * </pre>
 *
 * Used by one thread.
 */
final class ContinuedStore implements Closeable {

    private static final String BEING_WRITTEN = "continued";

    private final Path directory;
    private final LogDocument document = new LogDocument(StoreDocument.MAX_LENGTH);
    private @Nullable LogReader left;
    private long compared;

    private ContinuedStore(Path directory) throws IOException {
        this.directory = directory;
        left = new LogReader(directory, document);
    }

    /**
     * Takes up a store.
     *
     * @param directory holds the files of one
     * @throws StoreException when it is complete, or is no store
     */
    static ContinuedStore of(Path directory) throws StoreException {
        try {
            refuseComplete(directory);
            deleteRest(directory);
            return new ContinuedStore(directory);
        } catch (StoreException e) {
            throw e;
        } catch (IOException e) {
            throw new StoreException(
                    directory, "cannot be continued (" + e.getMessage() + "); delete it, or name another directory", e);
        }
    }

    private static void refuseComplete(Path directory) throws IOException {
        LogDocument any = new LogDocument(StoreDocument.MAX_LENGTH);
        try (LogReader reader = new LogReader(directory, any)) {
            boolean first = true;
            while (reader.next()) {
                int kind = LogDocument.kind(any.bytes());
                if (first && kind != StoreDocument.HEADER) {
                    throw new StoreException(directory, "holds no message store; name another directory");
                }
                if (kind == StoreDocument.END) {
                    throw new StoreException(
                            directory, "already holds a message store; delete it, or name another directory");
                }
                first = false;
            }
            if (first && reader.damage() != null) {
                throw new StoreException(
                        directory, "holds no message store (" + reader.damage() + "); name another directory");
            }
        }
    }

    /** Where the new store is written. */
    Path place() {
        return directory.resolve(BEING_WRITTEN);
    }

    /**
     * Compares a document that is about to be written with the one that was left in its place, if any was.
     *
     * @throws StoreException when they differ
     */
    void compare(LogDocument with) throws StoreException {
        if (left == null) {
            return;
        }
        if (!left.next()) {
            left.close();
            left = null;
            return;
        }
        compared++;
        if (!document.bytes().rewind().equals(with.bytes().duplicate().rewind())) {
            throw new StoreException(
                    directory,
                    "holds an unfinished store of other inputs or settings, or by another version of the program:"
                            + " document "
                            + compared + " differs; delete it, or name another directory");
        }
    }

    /** The new store is whole: it takes the place of the old. */
    void replace() throws IOException {
        close();
        LogDirectory.replace(directory, place());
        deleteRest(directory);
    }

    private static void deleteRest(Path directory) throws IOException {
        Path rest = directory.resolve(BEING_WRITTEN);
        if (Files.isDirectory(rest)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(rest)) {
                for (Path file : files) {
                    Files.delete(file);
                }
            }
            Files.delete(rest);
        }
    }

    @Override
    public void close() {
        if (left != null) {
            left.close();
            left = null;
        }
    }
}

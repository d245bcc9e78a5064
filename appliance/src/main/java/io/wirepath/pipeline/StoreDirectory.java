package io.wirepath.pipeline;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where the messages of one run are stored: a directory that the operator names and that stays, or a temporary one that
 * is deleted when this is closed or the process ends, also by SIGINT or SIGTERM.
 */
public final class StoreDirectory implements Closeable {

    private final Path path;
    private final @Nullable Thread atExit;

    /** Uses this directory and keeps it, or makes a temporary one for null. */
    public StoreDirectory(@Nullable Path keep) {
        if (keep != null) {
            path = keep;
            atExit = null;
            return;
        }
        try {
            path = Files.createTempDirectory("wirepath-");
        } catch (IOException e) {
            throw new Failure(
                    System.getProperty("java.io.tmpdir") + ": no temporary directory can be made there ("
                            + Failure.reason(e)
                            + "); free some space, or name another place with --keep DIR or the environment"
                            + " variable WIREPATH_JAVA_OPTS=-Djava.io.tmpdir=DIR",
                    e);
        }
        atExit = new Thread(() -> delete(path), "delete-store");
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** The directory. */
    public Path path() {
        return path;
    }

    @Override
    public void close() {
        if (atExit != null) {
            delete(path);
            try {
                Runtime.getRuntime().removeShutdownHook(atExit);
            } catch (IllegalStateException e) {
                // the process is ending, and the hook deletes what was written since
            }
        }
    }

    private static void delete(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(directory)) {
            List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // a file that appears meanwhile stays behind in the temporary directory, which the system cleans
        }
    }
}

package io.wirepath.pipeline;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A temporary directory for the messages of one run, deleted when this is closed or the process ends, also by SIGINT or
 * SIGTERM.
 */
public final class StoreDirectory implements Closeable {

    private final Path path;
    private final Thread atExit;

    /** Makes one. */
    public StoreDirectory() {
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
        delete(path);
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // the process is ending, and the hook deletes what was written since
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

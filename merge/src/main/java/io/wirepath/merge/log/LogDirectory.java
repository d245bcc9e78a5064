package io.wirepath.merge.log;

import io.wirepath.sniffer.file.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import net.openhft.chronicle.queue.RollCycle;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;

/** A directory with one Chronicle Queue in one file: its clock stands still, so it never begins another. */
public final class LogDirectory {

    /** The file grows by this much: small logs stay small, and a large one needs few mappings. */
    static final int BLOCK_BYTES = 4 << 20;

    static final RollCycle CYCLE = RollCycles.FAST_DAILY;

    /** How long a reader waits for a writer to put the file's header; it never comes in a file that is no log. */
    private static final long NO_HEADER_MILLIS = 200;

    private static final String QUEUE_FILES = "*.cq4";
    private static final String ANY_FILES = QUEUE_FILES + "*";

    private LogDirectory() {}

    /** Whether the directory holds a log. */
    public static boolean isLog(Path directory) {
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, QUEUE_FILES)) {
            return files.iterator().hasNext();
        } catch (IOException e) {
            return false;
        }
    }

    /** The file with the documents. */
    static Path file(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, QUEUE_FILES)) {
            for (Path file : files) {
                return file;
            }
        }
        throw new IOException("there is no log in " + directory);
    }

    /**
     * Refuses a directory in which something lies that Chronicle Queue would read, and load the classes which it names.
     */
    static void requireNothingOfAQueue(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, ANY_FILES)) {
            for (Path file : files) {
                throw new IOException(file.getFileName() + " is there; a log begins in an empty directory");
            }
        }
    }

    /** Makes what Chronicle Queue wrote its owner's alone. */
    static void close(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, ANY_FILES)) {
            for (Path file : files) {
                PrivateFiles.close(file);
            }
        }
    }

    /** Forces the file with the documents to the disk. */
    static void force(Path directory) throws IOException {
        try (FileChannel file = FileChannel.open(file(directory), StandardOpenOption.WRITE)) {
            file.force(true);
        }
    }

    /** Puts the log of another directory in the place of this one's, in one step. */
    public static void replace(Path directory, Path by) throws IOException {
        Files.move(file(by), file(directory), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    static SingleChronicleQueue queue(Path directory, boolean readOnly) {
        SingleChronicleQueueBuilder builder = SingleChronicleQueueBuilder.binary(directory)
                .rollCycle(CYCLE)
                .timeProvider(() -> 0)
                .blockSize(BLOCK_BYTES)
                .readOnly(readOnly);
        return (readOnly ? builder.timeoutMS(NO_HEADER_MILLIS) : builder).build();
    }
}

package io.wirepath.appliance.serve.history;

import io.wirepath.sniffer.file.PrivateFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** The right to use the directory of a service: two that kept their state in one would keep everything twice. */
public final class StateLock implements Closeable {

    private final FileChannel file;

    private StateLock(FileChannel file) {
        this.file = file;
    }

    /**
     * Takes the directory, which is made where it does not exist.
     *
     * @throws IOException when another service has it, or it cannot be written; the message says what to do
     */
    public static StateLock of(Path directory) throws IOException {
        PrivateFiles.createDirectories(directory);
        Path place = directory.resolve("lock");
        if (Files.isSymbolicLink(place)) {
            throw new IOException(place + ": is a link, and nothing is written through one; delete it");
        }
        FileChannel file = PrivateFiles.open(
                place, StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        @Nullable FileLock lock = null;
        try {
            lock = file.tryLock();
        } catch (OverlappingFileLockException e) {
            // this process has it
        }
        if (lock == null) {
            file.close();
            throw new IOException(
                    directory + ": is used by another service; stop that one, or name another directory (directory)");
        }
        return new StateLock(file);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}

package io.wirepath.merge.spool;

import io.wirepath.sniffer.file.PrivateFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What stands beside the rolls in the directory of a spool, and the right to write there.
 *
 * <pre>
 *  spool     text: "wirepath spool 1" and, on a line of its own, the incarnation; made once
 *  lock      locked by the process that writes
 *  running   text: the boot of the machine in which a writer is or was at work; deleted when it ends in order
 * </pre>
 */
final class SpoolHome implements Closeable {

    private static final String IDENTITY = "spool";
    private static final String LOCK = "lock";
    private static final String RUNNING = "running";
    private static final String FORMAT = "wirepath spool 1";
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    private final Path directory;
    private final FileChannel lockFile;
    private final UUID incarnation;
    private final boolean machineStopped;

    /**
     * Takes the right to write, and makes the spool where there is none.
     *
     * @param wanted the incarnation that it must have, or null for any, and a random one for a new spool
     */
    SpoolHome(Path directory, @Nullable UUID wanted) throws SpoolException {
        this(directory, wanted, boot());
    }

    SpoolHome(Path directory, @Nullable UUID wanted, String boot) throws SpoolException {
        this.directory = directory;
        try {
            PrivateFiles.createDirectories(directory);
            OwnDirectory.check(directory);
            lockFile = lock(directory);
        } catch (SpoolException e) {
            throw e;
        } catch (IOException e) {
            throw new SpoolException(
                    directory, "cannot be written (" + reason(e) + "); name a directory that you may write to", e);
        }
        try {
            incarnation = Files.exists(directory.resolve(IDENTITY)) ? incarnation(directory) : create(wanted);
            if (wanted != null && !wanted.equals(incarnation)) {
                throw new SpoolException(directory, "is the spool " + incarnation + " and not " + wanted);
            }
            Path running = directory.resolve(RUNNING);
            machineStopped = Files.exists(running)
                    && (boot.isEmpty() || !Files.readString(running).equals(boot));
            write(running, boot);
            Roll.deleteRests(directory);
        } catch (SpoolException e) {
            release();
            throw e;
        } catch (IOException e) {
            release();
            throw new SpoolException(directory, "cannot be written (" + reason(e) + ")", e);
        }
    }

    /** Deletes what makes a directory without rolls a spool, and the directory. */
    static void delete(Path directory) throws IOException {
        Roll.deleteRests(directory);
        for (String file : new String[] {IDENTITY, RUNNING, LOCK}) {
            Files.deleteIfExists(directory.resolve(file));
        }
        Files.deleteIfExists(directory);
    }

    private static FileChannel lock(Path directory) throws IOException {
        FileChannel channel = PrivateFiles.open(
                directory.resolve(LOCK),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
        @Nullable FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // this process has it
        }
        if (lock == null) {
            channel.close();
            throw new SpoolException(
                    directory, "is written by another process; stop that one, or name another directory");
        }
        return channel;
    }

    private UUID create(@Nullable UUID wanted) throws IOException {
        UUID made = wanted == null ? UUID.randomUUID() : wanted;
        write(directory.resolve(IDENTITY), FORMAT + "\n" + made + "\n");
        return made;
    }

    /** Writes a small file that is there whole or not at all. */
    private static void write(Path file, String text) throws IOException {
        Path half = file.resolveSibling("." + file.getFileName());
        try (FileChannel channel = PrivateFiles.open(
                half,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS)) {
            channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
            channel.force(true);
        }
        Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Whether the directory holds a spool. */
    static boolean isSpool(Path directory) {
        return Files.isRegularFile(directory.resolve(IDENTITY));
    }

    /** The incarnation of the spool in this directory. */
    static UUID incarnation(Path directory) throws SpoolException {
        try {
            List<String> lines = Files.readAllLines(directory.resolve(IDENTITY));
            if (lines.size() == 2 && lines.get(0).equals(FORMAT)) {
                return UUID.fromString(lines.get(1));
            }
        } catch (NoSuchFileException e) {
            throw new SpoolException(directory, "holds no spool; sniff --spool DIR makes one", e);
        } catch (IOException | IllegalArgumentException e) {
            throw new SpoolException(directory, "cannot be read as a spool (" + reason(e) + ")", e);
        }
        throw new SpoolException(
                directory,
                "holds a spool of another format than this program's (" + FORMAT + "); name another directory");
    }

    private static String boot() {
        try {
            return Files.readString(BOOT).strip();
        } catch (IOException e) {
            return "";
        }
    }

    static String reason(Exception e) {
        if (e instanceof SpoolException || !(e instanceof FileSystemException file)) {
            return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        return file.getReason() == null ? e.getClass().getSimpleName() : file.getReason();
    }

    UUID incarnation() {
        return incarnation;
    }

    /**
     * Whether the machine stopped while a writer was at work, so that documents that others have read may be missing at
     * the end.
     */
    boolean machineStopped() {
        return machineStopped;
    }

    /** Says that everything that was written is on the disk. */
    void endedInOrder() throws IOException {
        Files.deleteIfExists(directory.resolve(RUNNING));
    }

    private void release() {
        try {
            lockFile.close();
        } catch (IOException e) {
            // the process gives it up at its end
        }
    }

    @Override
    public void close() {
        release();
    }
}

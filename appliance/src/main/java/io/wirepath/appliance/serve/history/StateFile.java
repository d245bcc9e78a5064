package io.wirepath.appliance.serve.history;

import io.wirepath.sniffer.file.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * A small file that is replaced as a whole: whatever happens, it holds what was written before or what was written
 * last.
 *
 * <pre>
 *    0  u32  CRC-32C of the rest        4  ...  the bytes
 * </pre>
 */
public final class StateFile {

    private static final String BEING_WRITTEN = ".new";
    private static final String DAMAGED = ".damaged";

    private final Path path;

    /** The file at this path, which need not exist. */
    public StateFile(Path path) {
        this.path = path;
    }

    /** Replaces the content and forces it to the disk. */
    public void write(byte[] content) throws IOException {
        ByteBuffer whole = ByteBuffer.allocate(Integer.BYTES + content.length)
                .putInt(checksum(content))
                .put(content)
                .flip();
        replace(path, whole, true);
    }

    /** The content; empty where there is none, or it is damaged. */
    public Optional<byte[]> read() throws IOException {
        byte[] whole;
        try {
            whole = Files.readAllBytes(path);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        if (whole.length < Integer.BYTES) {
            return Optional.empty();
        }
        ByteBuffer buffer = ByteBuffer.wrap(whole);
        int checksum = buffer.getInt();
        byte[] content = new byte[buffer.remaining()];
        buffer.get(content);
        return checksum == checksum(content) ? Optional.of(content) : Optional.empty();
    }

    /**
     * The content; empty where there is none. What is damaged is kept beside it, for what is written next takes its
     * place.
     *
     * @param damaged told where it is kept
     */
    public Optional<byte[]> readOrSetAside(Consumer<Path> damaged) throws IOException {
        Optional<byte[]> content = read();
        if (content.isEmpty() && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            Path aside = path.resolveSibling(path.getFileName() + DAMAGED);
            Files.move(path, aside, StandardCopyOption.REPLACE_EXISTING);
            damaged.accept(aside);
        }
        return content;
    }

    /** Deletes the file, where that is possible. */
    void deleteQuietly() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // a small file stays behind
        }
    }

    /** What a file is to hold. */
    @FunctionalInterface
    interface Content {
        void writeTo(FileChannel file) throws IOException;
    }

    /** Puts a file in place of another in one step. */
    static void replace(Path path, ByteBuffer whole, boolean force) throws IOException {
        replace(path, to -> writeAll(whole, to), force);
    }

    private static void writeAll(ByteBuffer whole, FileChannel to) throws IOException {
        while (whole.hasRemaining()) {
            to.write(whole);
        }
    }

    /** The same with content that is made while it is written. */
    static void replace(Path path, Content content, boolean force) throws IOException {
        Path draft = path.resolveSibling(path.getFileName() + BEING_WRITTEN);
        try (FileChannel to = PrivateFiles.open(
                draft,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING,
                LinkOption.NOFOLLOW_LINKS)) {
            content.writeTo(to);
            if (force) {
                to.force(true);
            }
        } catch (IOException e) {
            Files.deleteIfExists(draft);
            throw e;
        }
        Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static int checksum(byte[] content) {
        CRC32C crc = new CRC32C();
        crc.update(content);
        return (int) crc.getValue();
    }
}

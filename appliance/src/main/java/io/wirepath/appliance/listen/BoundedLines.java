package io.wirepath.appliance.listen;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.sniffer.file.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Lines of JSON in a file for its owner alone, to which is appended. When it is half of the bound it takes the place of
 * the one before, so the latest half of the bound is always there. Thread-safe.
 */
public final class BoundedLines {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;
    private final long maxBytes;

    /**
     * Goes on with what is there.
     *
     * @param maxBytes bound of both files
     */
    public BoundedLines(Path file, long maxBytes) {
        this.file = file;
        this.maxBytes = maxBytes;
    }

    /** Appends a line. */
    public synchronized void add(ObjectNode line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((JSON.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8));
        if (Files.exists(file) && Files.size(file) + bytes.remaining() > maxBytes / 2) {
            Files.move(file, file.resolveSibling(file.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
        }
        try (FileChannel to = PrivateFiles.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS)) {
            while (bytes.hasRemaining()) {
                to.write(bytes);
            }
        }
    }
}

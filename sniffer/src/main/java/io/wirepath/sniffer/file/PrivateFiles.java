package io.wirepath.sniffer.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Makes files and directories that their owner alone may read, whatever the process's mask allows: for what holds
 * traffic, or what can be learnt of it. What is there already keeps the permissions that somebody gave it. Stateless.
 */
public final class PrivateFiles {

    private PrivateFiles() {}

    /** Makes a directory and those above it that are not there. */
    public static Path createDirectories(Path directory) throws IOException {
        return Files.createDirectories(directory, permissions(directory, "rwx------"));
    }

    /** Opens a file, which is made where the options say so. */
    public static FileChannel open(Path file, Set<OpenOption> options) throws IOException {
        return FileChannel.open(file, options, permissions(file, "rw-------"));
    }

    /** The same with options one by one. */
    public static FileChannel open(Path file, OpenOption... options) throws IOException {
        return open(file, Set.of(options));
    }

    /** Writes a file anew. */
    public static void write(Path file, String text) throws IOException {
        try (FileChannel to = open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING,
                LinkOption.NOFOLLOW_LINKS)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                to.write(bytes);
            }
        }
    }

    /** Takes a file that somebody else made from all but its owner. */
    public static void close(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view != null) {
            view.setPermissions(PosixFilePermissions.fromString("rw-------"));
        }
    }

    private static FileAttribute<?>[] permissions(Path path, String text) {
        boolean known = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        return known
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text))}
                : new FileAttribute<?>[0];
    }
}

package io.wirepath.sniffer.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateFilesTest {

    @TempDir
    private Path temp;

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void whatIsMadeIsForItsOwnerAlone() throws IOException {
        Path directory = PrivateFiles.createDirectories(temp.resolve("a/b"));
        Path file = directory.resolve("c");
        PrivateFiles.open(file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE))
                .close();
        PrivateFiles.write(directory.resolve("d"), "text");
        assertEquals("text", Files.readString(directory.resolve("d")));
        assertEquals("rw-------", permissions(directory.resolve("d")));
        assertEquals("rwx------", permissions(temp.resolve("a")));
        assertEquals("rwx------", permissions(directory));
        assertEquals("rw-------", permissions(file));
    }

    @Test
    void whatIsThereKeepsThePermissionsThatItHas() throws IOException {
        Path shared = Files.createDirectory(
                temp.resolve("shared"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        PrivateFiles.createDirectories(shared);
        assertEquals("rwxr-xr-x", permissions(shared));
    }
}

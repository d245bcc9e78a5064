package io.wirepath.merge.spool;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SpoolLinksTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"lock", ".spool", ".running"})
    void noFileIsWrittenThroughALink(String name) throws IOException {
        Path victim = Files.writeString(directory.resolve("victim"), "precious");
        Path spool = Files.createDirectory(directory.resolve("spool"));
        Files.createSymbolicLink(spool.resolve(name), victim);
        assertThrows(SpoolException.class, () -> new SpoolHome(spool, null));
        assertEquals("precious", Files.readString(victim));
    }

    @Test
    void rootWritesToADirectoryOfItsOwnAlone() {
        assertDoesNotThrow(() -> OwnDirectory.check(directory, directory, 0, 0, 0755));
        assertThrows(SpoolException.class, () -> OwnDirectory.check(directory, directory, 0, 1000, 0755));
        assertThrows(SpoolException.class, () -> OwnDirectory.check(directory, directory, 0, 0, 0775));
        assertDoesNotThrow(() -> OwnDirectory.check(directory, directory, 1000, 1001, 0777));
    }

    @Test
    void nobodyElseMayPutALinkInThePlaceOfARootsDirectory() throws IOException {
        assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "only root can be led astray");
        Path others = Files.createDirectory(directory.resolve("others"));
        Path spool = Files.createDirectory(others.resolve("tap"));
        assertDoesNotThrow(() -> OwnDirectory.check(spool));
        Files.setAttribute(others, "unix:uid", 65534);
        String told = assertThrows(SpoolException.class, () -> OwnDirectory.check(spool))
                .getMessage();
        assertTrue(told.contains("lies in " + others.toRealPath()), told);
        Files.setAttribute(others, "unix:uid", 0);
        Files.setPosixFilePermissions(others, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThrows(SpoolException.class, () -> OwnDirectory.check(spool));
    }
}

package io.wirepath.merge.spool;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        assertDoesNotThrow(() -> OwnDirectory.check(directory, 0, 0, 0755));
        assertThrows(SpoolException.class, () -> OwnDirectory.check(directory, 0, 1000, 0755));
        assertThrows(SpoolException.class, () -> OwnDirectory.check(directory, 0, 0, 0775));
        assertDoesNotThrow(() -> OwnDirectory.check(directory, 1000, 1001, 0777));
    }
}

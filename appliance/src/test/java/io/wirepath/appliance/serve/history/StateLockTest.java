package io.wirepath.appliance.serve.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StateLockTest {

    @TempDir
    Path directory;

    @Test
    void oneServiceAtATimeUsesADirectory() throws IOException {
        Path state = directory.resolve("state");
        try (StateLock first = StateLock.of(state)) {
            String said =
                    assertThrows(IOException.class, () -> StateLock.of(state)).getMessage();
            assertTrue(said.contains("another service"), said);
            assertTrue(first != null);
        }
        StateLock.of(state).close();
    }

    @Test
    void aLinkInItsPlaceIsNotFollowed() throws IOException {
        Path victim = Files.writeString(directory.resolve("victim"), "precious");
        Path state = Files.createDirectories(directory.resolve("state"));
        Files.createSymbolicLink(state.resolve("lock"), victim);
        assertThrows(IOException.class, () -> StateLock.of(state));
        assertEquals("precious", Files.readString(victim));
    }
}

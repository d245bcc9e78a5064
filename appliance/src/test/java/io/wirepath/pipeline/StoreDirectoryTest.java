package io.wirepath.pipeline;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoreDirectoryTest {

    @TempDir
    private Path temp;

    @Test
    void deletesATemporaryStoreWithAllThatIsInIt() throws IOException {
        Path path;
        try (StoreDirectory directory = new StoreDirectory(null)) {
            path = directory.path();
            Files.writeString(path.resolve("20261121F.cq4"), "messages");
            Files.writeString(Files.createDirectory(path.resolve("spool")).resolve("sightings"), "more");
            assertTrue(Files.exists(path));
        }
        assertFalse(Files.exists(path));
    }

    @Test
    void keepsWhatTheOperatorAskedToKeep() throws IOException {
        try (StoreDirectory directory = new StoreDirectory(temp)) {
            Files.writeString(directory.path().resolve("20261121F.cq4"), "messages");
        }
        assertTrue(Files.exists(temp.resolve("20261121F.cq4")));
    }
}

package io.wirepath.pipeline;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class StoreDirectoryTest {

    @Test
    void deletesATemporaryStoreWithAllThatIsInIt() throws IOException {
        Path path;
        try (StoreDirectory directory = new StoreDirectory()) {
            path = directory.path();
            Files.writeString(path.resolve("20261121F.cq4"), "messages");
            Files.writeString(Files.createDirectory(path.resolve("spool")).resolve("sightings"), "more");
            assertTrue(Files.exists(path));
        }
        assertFalse(Files.exists(path));
    }
}

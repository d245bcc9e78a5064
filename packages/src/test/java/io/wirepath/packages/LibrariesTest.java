package io.wirepath.packages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What this build was made with is what was looked at: a library that a repository serves with other bytes fails here.
 */
final class LibrariesTest {

    @Test
    void eachLibraryHasTheBytesThatWereLookedAtAndALicence() throws Exception {
        Map<String, Path> there = new HashMap<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            there.put(String.valueOf(path.getFileName()), path);
        }
        List<LibraryList> kept = LibraryList.kept();
        assertTrue(kept.size() > 50, () -> "only " + kept.size());
        for (LibraryList library : kept) {
            Path jar = there.get(library.file());
            assertTrue(jar != null, () -> library.file() + " is in the list and not on the class path");
            assertEquals(library.sha256(), LibraryList.sha256(jar), library.file());
            assertFalse(library.licence().isBlank(), library.file());
        }
    }
}

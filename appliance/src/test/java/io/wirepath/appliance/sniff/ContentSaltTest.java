package io.wirepath.appliance.sniff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sniffers that are started by hand find one salt, so that their spools can be merged. */
class ContentSaltTest {

    private final List<String> log = new ArrayList<>();

    @Test
    void theSecondSnifferOfAUserFindsTheSaltOfTheFirst(@TempDir Path home) throws Exception {
        Path installed = home.resolve("etc/content.salt");
        Path file = home.resolve(".local/state/wirepath/content.salt");

        ContentSalt first = ContentSalt.ofUser(installed, file, log::add);
        ContentSalt second = ContentSalt.ofUser(installed, file, log::add);

        assertEquals(first.fingerprint(), second.fingerprint());
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        assertEquals(1, log.size(), "said once, by the one that made it: " + log);
    }

    @Test
    void withoutAPlaceEachRunHasASaltOfItsOwnAndSaysSo(@TempDir Path home) throws Exception {
        Path installed = home.resolve("etc/content.salt");
        Path file = Files.createFile(home.resolve("file")).resolve("content.salt");

        ContentSalt first = ContentSalt.ofUser(installed, file, log::add);
        ContentSalt second = ContentSalt.ofUser(installed, file, log::add);

        assertNotEquals(first.fingerprint(), second.fingerprint());
        assertTrue(log.get(0).contains("--set content.salt-file=FILE"), log.get(0));
    }
}

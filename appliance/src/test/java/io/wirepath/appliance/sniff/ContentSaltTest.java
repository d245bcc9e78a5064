package io.wirepath.appliance.sniff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.config.binding.HostPort;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    private Optional<ContentSalt> given(Path kept, ContentSalt.Asking asking) {
        return ContentSalt.ofReceiver(new HostPort("merge.example", 7171), asking, kept, log::add);
    }

    private static Optional<byte[]> away(boolean waits) throws IOException {
        throw new IOException("connection refused");
    }

    @Test
    void aReceiversSaltIsKeptForWhenItIsAwayAndGivesWayToItsNext(@TempDir Path home) throws Exception {
        Path kept = home.resolve("wirepath/given.salt");
        byte[] one = "one salt of thirty-two characters".getBytes(StandardCharsets.US_ASCII);
        byte[] other = "another of thirty-two characters".getBytes(StandardCharsets.US_ASCII);

        long first = given(kept, waits -> Optional.of(one)).orElseThrow().fingerprint();
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)));
        assertEquals(List.of(), log);
        assertEquals(first, given(kept, ContentSaltTest::away).orElseThrow().fingerprint());
        assertTrue(log.get(0).contains("merge.example:7171 cannot be asked"), log.get(0));
        long second = given(kept, waits -> Optional.of(other)).orElseThrow().fingerprint();
        assertNotEquals(first, second);
        assertEquals(second, given(kept, ContentSaltTest::away).orElseThrow().fingerprint());
    }

    @Test
    void aReceiverThatNeverGaveItsSaltAndIsAwayIsAReasonNotToStart(@TempDir Path home) {
        Failure refused = assertThrows(Failure.class, () -> given(home.resolve("given.salt"), ContentSaltTest::away));
        assertTrue(String.valueOf(refused.getMessage()).contains("start wirepath serve there first"));
    }

    @Test
    void aReceiverThatIsNotThereYetIsWaitedFor(@TempDir Path home) {
        byte[] salt = "one salt of thirty-two characters".getBytes(StandardCharsets.US_ASCII);
        assertTrue(given(home.resolve("given.salt"), waits -> waits ? Optional.of(salt) : away(false))
                .isPresent());
        assertTrue(log.get(0).startsWith("waits for merge.example:7171"), log.get(0));
    }

    @Test
    void aReceiverOfAnOlderVersionLeavesTheSaltToThisMachine(@TempDir Path home) {
        assertTrue(given(home.resolve("given.salt"), waits -> Optional.empty()).isEmpty());
        assertTrue(log.get(0).contains("gives no salt"), log.get(0));
    }
}

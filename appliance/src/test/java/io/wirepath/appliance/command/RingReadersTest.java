package io.wirepath.appliance.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.appliance.systemd.SystemLogs;
import io.wirepath.sniffer.file.RingSegment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who reads a ring on its own machine is told beside the ring and in the log of the system. */
final class RingReadersTest extends VerbTest {

    private static final Instant NOW = Instant.parse("2026-11-28T21:00:00Z");

    @TempDir
    private Path temp;

    private final List<String> complaints = new ArrayList<>();

    private Path ring(String sniffer) throws IOException {
        Path ring = RingSegment.of(temp.resolve(sniffer));
        Files.createDirectories(ring);
        Files.createFile(ring.resolve("000000000001-1764298800123456789.pcapng"));
        return ring;
    }

    private RingReaders readers(String log) {
        return new RingReaders(log, Map.of("SUDO_USER", "ada"), InstantSource.fixed(NOW), complaints::add);
    }

    @Test
    void aLineIsWrittenBesideTheRingAndToTheSystem() throws IOException {
        Path ring = ring("tap");
        String socket = temp.resolve("log").toString();
        try (SystemLogs log = SystemLogs.at(socket)) {
            readers(socket)
                    .reading(
                            List.of(
                                    temp.resolve("tap").toString(),
                                    temp.resolve("none").toString()),
                            List.of("extract", "17", "a\nb"));
            String told = log.next();
            assertTrue(told.startsWith("<86>wirepath["), told);
            assertTrue(told.contains("(ada by sudo) reads packets of " + ring + ": wirepath extract 17 a b"), told);
        }
        JsonNode line = new ObjectMapper().readTree(Files.readString(ring.resolveSibling(RingReaders.FILE)));
        assertEquals(NOW.toString(), line.path("time").asText());
        assertEquals(System.getProperty("user.name"), line.path("user").asText());
        assertEquals("ada", line.path("login").asText());
        assertEquals("extract 17 a\nb", line.path("command").asText());
        assertEquals(
                "rw-------",
                PosixFilePermissions.toString(Files.getPosixFilePermissions(ring.resolveSibling(RingReaders.FILE))));
        assertFalse(Files.exists(temp.resolve("none")));
        assertEquals(List.of(), complaints);
    }

    @Test
    void whereNothingTakesTheLineThatIsSaid() throws IOException {
        Path ring = ring("tap");
        Files.createDirectory(ring.resolveSibling(RingReaders.FILE));
        readers(temp.resolve("nobody").toString())
                .reading(List.of(temp.resolve("tap").toString()), List.of("extract", "17"));
        assertEquals(1, complaints.size());
        assertTrue(
                complaints.get(0).startsWith("nobody is told that this ring is read: " + ring), complaints::toString);
    }

    /** The verbs that read packets of rings do so. */
    @Test
    void extractTells() throws IOException {
        String spools = temp.resolve("spools").toString();
        String capture = SampleCapture.path("sw-data");
        assertEquals(
                0,
                run(
                        "sniff", "--quiet", "--pace", "max", "--name", "tap", "--spool", spools, "--read", capture,
                        "--ring", "32MiB"),
                err::toString);
        String spool = spools + "/tap";
        assertEquals(0, run("extract", "1", spool), err::toString);
        String log = Files.readString(Path.of(spool, RingReaders.FILE));
        assertEquals(1, log.lines().count(), log);
        assertTrue(log.contains("\"command\":\"extract 1 " + spool + "\""), log);
    }
}

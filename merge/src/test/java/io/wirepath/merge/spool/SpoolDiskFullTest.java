package io.wirepath.merge.spool;

import static io.wirepath.merge.spool.Documents.NOW;
import static io.wirepath.merge.spool.Documents.RUN;
import static io.wirepath.merge.spool.Documents.SECOND;
import static io.wirepath.merge.spool.Documents.sighting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.sniffer.live.lab.SmallDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** On a real file system of its own that is too small. */
final class SpoolDiskFullTest {

    private static final int BALLAST_MEGABYTES = 6;
    private static final SpoolSettings SETTINGS = SpoolSettings.defaults().withMaxBytes(1L << 30);

    @RegisterExtension
    final SmallDisk disk = new SmallDisk(16);

    @TempDir
    private Path temp;

    @Test
    void writingGoesOnWhenThereIsRoomAgainAndTheGapIsTold() throws IOException {
        Path ballast = disk.ballast("ballast", BALLAST_MEGABYTES);
        long kept;
        long notKept;
        try (SpoolWriter writer = Spool.open(disk.path().resolve("spool"), SETTINGS, NOW)) {
            writer.start(RUN);
            long next = 0;
            while (!writer.isFull()) {
                writer.onSighting(sighting(next++));
                assertTrue(next < 100_000, "the disk should be full by now");
            }
            kept = next - 1;
            assertTrue(kept > 20_000, kept + " sightings fit onto the disk");
            for (int i = 0; i < 5000; i++) {
                writer.onSighting(sighting(-1));
            }
            writer.onTime(NOW + SECOND);
            assertTrue(writer.isFull());
            writer.onSighting(sighting(-1));
            notKept = writer.counters().get(SpoolCounter.SPOOL_DOCUMENTS_NOT_KEPT);
            assertEquals(5002, notKept);
            Files.delete(ballast);
            writer.onTime(NOW + 2 * SECOND);
            assertFalse(writer.isFull());
            writer.onSighting(sighting(kept));
            writer.end();
            assertEquals(1 + kept + notKept + 1 + 1 + 1, writer.lastNumber(), "a number was used up for each");
        }
        try (SpoolReader reader = Spool.read(disk.path().resolve("spool"))) {
            Documents got = Documents.of(reader);
            assertEquals(LongStream.rangeClosed(0, kept).boxed().toList(), got.digests);
            List<String> gaps =
                    got.lines.stream().filter(line -> line.startsWith("gap")).toList();
            assertEquals(List.of("gap " + (kept + 2) + ".." + (kept + 1 + notKept) + " DISK_FULL"), gaps);
            assertEquals(notKept, reader.documentsMissing());
        }
    }

    @Test
    void aCopyRefusesAndTakesTheSameDocumentLater() throws IOException {
        Path original = temp.resolve("original");
        try (SpoolWriter writer = Spool.open(original, SETTINGS, NOW)) {
            writer.start(RUN);
            for (long i = 0; i < 40_000; i++) {
                writer.onSighting(sighting(i));
            }
        }
        Path ballast = disk.ballast("ballast", 10);
        try (SpoolReader reader = Spool.read(original);
                SpoolWriter copy = Spool.openCopy(disk.path().resolve("copy"), reader.incarnation(), SETTINGS, NOW)) {
            long refused = 0;
            while (reader.next()) {
                while (!copy.append(reader.document())) {
                    refused++;
                    Files.deleteIfExists(ballast);
                    copy.onTime(NOW + refused * SECOND);
                    assertTrue(refused < 3, "there is room now");
                }
            }
            assertTrue(refused > 0, "the disk should have been full");
            assertEquals(40_001, copy.lastNumber());
        }
        try (SpoolReader reader = Spool.read(disk.path().resolve("copy"))) {
            assertEquals(LongStream.range(0, 40_000).boxed().toList(), Documents.of(reader).digests);
            assertEquals(0, reader.documentsMissing());
        }
    }

    @Test
    void aDiskThatIsFullFromTheStartLosesNothingButWhatItCannotHold() throws IOException {
        SpoolWriter writer = Spool.open(disk.path().resolve("spool"), SETTINGS, NOW);
        Path ballast = disk.ballast("ballast", 15);
        try (writer) {
            writer.start(RUN);
            writer.onSighting(sighting(1));
            assertTrue(writer.isFull());
            Files.delete(ballast);
            writer.onTime(NOW + SECOND);
            writer.onSighting(sighting(2));
        }
        try (SpoolReader reader = Spool.read(disk.path().resolve("spool"))) {
            assertEquals(
                    List.of("gap 1..2 DISK_FULL", "4 start sw-app " + NOW, "4 sighting 2"), Documents.of(reader).lines);
        }
    }
}

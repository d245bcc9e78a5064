package io.wirepath.merge.spool;

import static io.wirepath.merge.spool.Documents.MANY;
import static io.wirepath.merge.spool.Documents.NEVER_SYNCED;
import static io.wirepath.merge.spool.Documents.NOW;
import static io.wirepath.merge.spool.Documents.ROLLFUL;
import static io.wirepath.merge.spool.Documents.RUN;
import static io.wirepath.merge.spool.Documents.SMALL;
import static io.wirepath.merge.spool.Documents.connectionEnd;
import static io.wirepath.merge.spool.Documents.read;
import static io.wirepath.merge.spool.Documents.rolls;
import static io.wirepath.merge.spool.Documents.sighting;
import static io.wirepath.merge.spool.Documents.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.sniffer.CounterSet;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SpoolTest {

    @TempDir
    private Path temp;

    private Path spool() {
        return temp.resolve("spool");
    }

    @Test
    void whatIsMadeIsForItsOwnerAlone() throws IOException {
        try (SpoolWriter writer = Spool.open(spool(), SpoolSettings.defaults(), NOW)) {
            writer.start(RUN);
        }
        for (Path directory : List.of(spool(), Documents.rolls(spool()).get(0))) {
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)));
        }
    }

    @Test
    void givesBackEveryKindOfDocumentInOrder() throws IOException {
        try (SpoolWriter writer = Spool.open(spool(), SpoolSettings.defaults(), NOW)) {
            writer.start(RUN);
            writer.onSighting(sighting(7));
            writer.onName(1, 2, "web1", NameOrigin.DNS_ANSWER);
            writer.onConnectionEnd(connectionEnd(9));
            writer.onProgress(NOW);
            writer.onProgress(NOW + 1);
            writer.note(NOW, "half of the connections are kept");
            writer.load(NOW, List.of(new HostLoad("cpu.busy", 0.25), new HostLoad("memory.available", 1e9)));
            writer.counters(NOW, NOW + 1, List.of(new CounterSet.Value(SpoolCounter.SPOOL_DOCUMENTS, 5)));
            writer.end();
            assertEquals(10, writer.lastNumber());
        }
        assertEquals(
                List.of(
                        "1 start sw-app " + NOW,
                        "2 sighting 7",
                        "3 name 1 2 web1 DNS_ANSWER",
                        "4 end of 9",
                        "5 progress " + NOW,
                        "6 note " + NOW + " half of the connections are kept",
                        "7 load " + NOW + " [cpu.busy=0.25, memory.available=1.0E9]",
                        "8 counter SPOOL_DOCUMENTS 5",
                        "9 progress " + (NOW + 1),
                        "10 end"),
                read(spool()).lines);
    }

    @Test
    void numbersGoOnOverRestartsAndTheSpoolKeepsItsIdentity() throws IOException {
        UUID first;
        try (SpoolWriter writer = Spool.open(spool(), NEVER_SYNCED, NOW)) {
            first = writer.incarnation();
            writer.start(RUN);
            writer.onSighting(sighting(1));
            writer.end();
        }
        SnifferRun second = new SnifferRun("sw-app", "eth1", "wirepath 0.0-test", "tap1", NOW + 1, 4711);
        try (SpoolWriter writer = Spool.open(spool(), NEVER_SYNCED, NOW + 1)) {
            assertEquals(first, writer.incarnation());
            assertEquals(3, writer.lastNumber());
            writer.start(second);
            writer.onSighting(sighting(2));
        }
        assertEquals(
                List.of(
                        "1 start sw-app " + NOW,
                        "2 sighting 1",
                        "3 end",
                        "4 start sw-app " + (NOW + 1),
                        "5 sighting 2"),
                read(spool()).lines);
        try (SpoolReader reader = Spool.read(spool())) {
            assertEquals(first, reader.incarnation());
        }
    }

    @Test
    void keepsItsBoundOfBytesByDeletingTheOldestRollsAndCountsThem() throws IOException {
        long bound = 8 << 20;
        try (SpoolWriter writer = Spool.open(spool(), SMALL, NOW)) {
            writer.start(RUN);
            for (int i = 0; i < 20; i++) {
                write(writer, (long) i * ROLLFUL, ROLLFUL);
                assertTrue(onDisk() <= bound, "on disk: " + onDisk());
                assertTrue(writer.bytesOnDisk() <= bound, "told: " + writer.bytesOnDisk());
            }
            long deleted = writer.counters().get(SpoolCounter.SPOOL_DOCUMENTS_DELETED);
            assertEquals(writer.firstNumber() - 1, deleted);
            assertTrue(writer.counters().get(SpoolCounter.SPOOL_ROLLS_DELETED) > 5);
            Documents got = read(spool());
            assertEquals("gap 1.." + deleted + " DELETED", got.lines.get(0));
            assertEquals(writer.firstNumber() + " start sw-app " + NOW, got.lines.get(1), "the run is still known");
            assertEquals(
                    LongStream.range(deleted - 1, 20L * ROLLFUL).boxed().toList(), got.digests, "nothing else is gone");
        }
    }

    /** Blocks that the file system gave out, as du counts them. */
    private long onDisk() throws IOException {
        Process du = new ProcessBuilder("du", "-s", "--block-size=1", spool().toString()).start();
        String line = new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return Long.parseLong(line.substring(0, line.indexOf('\t')));
    }

    @Test
    void keepsItsBoundOfAge() throws IOException {
        SpoolSettings hourly =
                NEVER_SYNCED.withRolls(64 << 20, TimeUnit.HOURS.toNanos(1)).withMaxAgeNanos(TimeUnit.HOURS.toNanos(10));
        try (SpoolWriter writer = Spool.open(spool(), hourly, NOW)) {
            writer.start(RUN);
            for (int minute = 0; minute < 48 * 60; minute++) {
                writer.onTime(NOW + TimeUnit.MINUTES.toNanos(minute));
                writer.onSighting(sighting(minute));
            }
        }
        List<Long> kept = read(spool()).digests;
        assertTrue(kept.get(0) > 37 * 60 - 2 && kept.get(0) <= 38 * 60, "the oldest is of minute " + kept.get(0));
        assertEquals(48 * 60 - 1, kept.get(kept.size() - 1));
        assertTrue(rolls(spool()).size() <= 12, rolls(spool()).size() + " rolls");
    }

    @Test
    void aClockThatIsSetAheadForAWhileDeletesNothing() throws IOException {
        SpoolSettings daily = NEVER_SYNCED
                .withRolls(64 << 20, TimeUnit.MINUTES.toNanos(10))
                .withMaxAgeNanos(TimeUnit.DAYS.toNanos(7));
        long month = TimeUnit.DAYS.toNanos(30);
        long second = TimeUnit.SECONDS.toNanos(1);
        try (SpoolWriter writer = Spool.open(spool(), daily, NOW)) {
            writer.start(RUN);
            for (int i = 0; i < 3000; i++) {
                long set = i >= 1000 && i < 2000 ? month : 0;
                writer.onTime(NOW + i * second + set);
                writer.onSighting(sighting(i));
            }
            assertEquals(1, writer.firstNumber());
        }
        // and for a start with a wrong clock
        try (SpoolWriter writer = Spool.open(spool(), daily, NOW + 2 * month)) {
            writer.start(RUN);
            writer.onTime(NOW + 2 * month);
            writer.onTime(NOW + 2 * month + second);
            assertEquals(1, writer.firstNumber());
            for (int i = 0; i <= 3600; i++) {
                writer.onTime(NOW + 2 * month + i * second);
            }
            assertTrue(writer.firstNumber() > 1, "a clock is believed when it has run for an hour");
        }
    }

    @Test
    void aReaderFollowsAWriterOverItsRolls() throws IOException {
        try (SpoolWriter writer = Spool.open(spool(), MANY, NOW);
                SpoolReader reader = Spool.read(spool())) {
            assertFalse(reader.read(new Documents()));
            writer.start(RUN);
            Documents got = new Documents();
            for (int i = 0; i < 3 * ROLLFUL; i++) {
                writer.onSighting(sighting(i));
                if (i % 7 == 0) {
                    while (reader.read(got)) {
                        got.numbers.add(reader.number());
                    }
                    assertEquals(i + 1, got.digests.size());
                }
            }
            assertTrue(rolls(spool()).size() > 3, rolls(spool()).size() + " rolls");
            assertEquals(0, reader.documentsMissing());
        }
    }

    @Test
    void aReaderThatIsTooSlowIsToldWhatWasDeleted() throws IOException {
        try (SpoolWriter writer = Spool.open(spool(), SMALL, NOW);
                SpoolReader reader = Spool.read(spool())) {
            writer.start(RUN);
            write(writer, 0, 10);
            Documents first = Documents.of(reader);
            assertEquals(10, first.digests.size());
            write(writer, 10, 20 * ROLLFUL);
            Documents rest = Documents.of(reader);
            String gap = rest.lines.stream()
                    .filter(line -> line.startsWith("gap"))
                    .findFirst()
                    .orElseThrow();
            long firstKept = writer.firstNumber();
            assertTrue(gap.endsWith(".." + (firstKept - 1) + " DELETED"), gap);
            long readBefore = Long.parseLong(gap.substring(4, gap.indexOf("..")));
            assertEquals(firstKept - readBefore, reader.documentsMissing());
            assertEquals(20L * ROLLFUL + 9, rest.digests.get(rest.digests.size() - 1));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 4711, 5000, 5001, 12_000, 17_999, 18_001})
    void findsADocumentByItsNumber(long number) throws IOException {
        try (SpoolWriter writer = Spool.open(spool(), MANY, NOW)) {
            writer.start(RUN);
            write(writer, 2, 3 * ROLLFUL);
            try (SpoolReader reader = Spool.read(spool())) {
                Documents.of(reader);
                reader.seek(number);
                assertTrue(reader.next());
                assertEquals(Math.max(1, number), reader.number());
                assertEquals(RUN, reader.run());
                assertEquals(3 * ROLLFUL + 1, reader.lastNumber());
                assertEquals(1, reader.firstNumber());
                assertEquals(0, reader.documentsMissing());
            }
        }
    }

    @Test
    void aSeekBehindTheEndWaitsForThatNumber() throws IOException {
        try (SpoolWriter writer = Spool.open(spool(), SMALL, NOW);
                SpoolReader reader = Spool.read(spool())) {
            writer.start(RUN);
            write(writer, 2, 10);
            reader.seek(15);
            assertFalse(reader.next());
            write(writer, 12, 10);
            assertTrue(reader.next());
            assertEquals(15, reader.number());
        }
    }

    @Test
    void onlyOneMayWrite() throws IOException {
        try (SpoolWriter writer = Spool.open(spool(), SMALL, NOW)) {
            String message = assertThrows(SpoolException.class, () -> Spool.open(spool(), SMALL, NOW))
                    .getMessage();
            assertEquals(
                    spool() + ": is written by another process; stop that one, or name another directory", message);
            assertEquals(0, writer.lastNumber());
        }
        Spool.open(spool(), SMALL, NOW).close();
    }

    @Test
    void allocatesNothingForASighting() throws IOException {
        Sighting sighting = sighting(1);
        try (SpoolWriter writer = Spool.open(spool(), NEVER_SYNCED, NOW)) {
            writer.start(RUN);
            for (int i = 0; i < 50_000; i++) {
                writer.onSighting(sighting);
            }
            var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 50_000; i++) {
                writer.onSighting(sighting);
            }
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertTrue(allocated < 50_000, allocated + " bytes for 50,000 sightings");
        }
    }

    @Test
    @Tag("slow")
    void opensInLessThanASecond() throws IOException {
        try (SpoolWriter writer = Spool.open(spool(), NEVER_SYNCED, NOW)) {
            writer.start(RUN);
            write(writer, 0, 200_000);
        }
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        try (SpoolWriter writer = Spool.open(spool(), NEVER_SYNCED, NOW)) {
            writer.start(RUN);
        }
        // of the processor, which other programs may use as well
        long millis = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before) / 1_000_000;
        assertTrue(millis < 1000, "opened in " + millis + " ms");
    }
}

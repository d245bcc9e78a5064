package io.wirepath.merge.spool;

import static io.wirepath.merge.spool.Documents.NOW;
import static io.wirepath.merge.spool.Documents.RUN;
import static io.wirepath.merge.spool.Documents.connectionEnd;
import static io.wirepath.merge.spool.Documents.sighting;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.sniffer.CounterSet;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SpoolTest {

    private static final SpoolSettings NEVER_SYNCED = SpoolSettings.defaults().withSync(0, 0);
    private static final SpoolSettings SMALL = NEVER_SYNCED.withMaxBytes(8 << 20);

    private static final SpoolSettings MANY =
            NEVER_SYNCED.withMaxBytes(64 << 20).withRolls(1 << 20, TimeUnit.HOURS.toNanos(1));

    /** Sightings that fill a roll of {@link #SMALL} and some more. */
    private static final int ROLLFUL = 6000;

    @TempDir
    private Path temp;

    private Path spool() {
        return temp.resolve("spool");
    }

    private void write(SpoolWriter writer, long firstDigest, int count) {
        for (long i = 0; i < count; i++) {
            writer.onSighting(sighting(firstDigest + i));
        }
    }

    private Documents read() throws IOException {
        try (SpoolReader reader = Spool.read(spool())) {
            return Documents.of(reader);
        }
    }

    private List<Path> rolls() throws IOException {
        try (Stream<Path> files = Files.list(spool())) {
            return files.filter(file -> file.getFileName().toString().startsWith("0"))
                    .sorted()
                    .toList();
        }
    }

    private static Path queueFile(Path roll) throws IOException {
        try (Stream<Path> files = Files.list(roll)) {
            return files.filter(file -> file.toString().endsWith(".cq4"))
                    .findFirst()
                    .orElseThrow();
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
            writer.counters(NOW, NOW + 1, List.of(new CounterSet.Value(SpoolCounter.SPOOL_DOCUMENTS, 5)));
            writer.end();
            assertEquals(9, writer.lastNumber());
        }
        assertEquals(
                List.of(
                        "1 start sw-app " + NOW,
                        "2 sighting 7",
                        "3 name 1 2 web1 DNS_ANSWER",
                        "4 end of 9",
                        "5 progress " + NOW,
                        "6 note " + NOW + " half of the connections are kept",
                        "7 counter SPOOL_DOCUMENTS 5",
                        "8 progress " + (NOW + 1),
                        "9 end"),
                read().lines);
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
                read().lines);
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
            Documents got = read();
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
        List<Long> kept = read().digests;
        assertTrue(kept.get(0) > 37 * 60 - 2 && kept.get(0) <= 38 * 60, "the oldest is of minute " + kept.get(0));
        assertEquals(48 * 60 - 1, kept.get(kept.size() - 1));
        assertTrue(rolls().size() <= 12, rolls().size() + " rolls");
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
            assertTrue(rolls().size() > 3, rolls().size() + " rolls");
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
    void aCopyHasTheSameBytesUnderTheSameNumbers() throws IOException {
        Path copy = temp.resolve("copy");
        try (SpoolWriter writer = Spool.open(spool(), SMALL, NOW);
                SpoolReader reader = Spool.read(spool());
                SpoolWriter copying = Spool.openCopy(copy, writer.incarnation(), SMALL, NOW)) {
            writer.start(RUN);
            write(writer, 0, 2 * ROLLFUL);
            writer.end();
            reader.seek(3);
            while (reader.next()) {
                assertTrue(copying.append(reader.document()));
            }
            assertEquals(writer.lastNumber(), copying.lastNumber());
            reader.seek(5);
            assertTrue(reader.next());
            assertThrows(IllegalArgumentException.class, () -> copying.append(reader.document()), "a number twice");
            ByteBuffer damaged = ByteBuffer.allocate(1000).order(ByteOrder.LITTLE_ENDIAN);
            damaged.put(reader.document()).put(20, (byte) 99).flip();
            assertThrows(IllegalArgumentException.class, () -> copying.append(damaged));
        }
        try (SpoolReader one = Spool.read(spool());
                SpoolReader other = Spool.read(copy)) {
            assertEquals(one.incarnation(), other.incarnation());
            one.seek(3);
            while (one.next()) {
                assertTrue(other.next());
                assertEquals(one.document(), other.document());
            }
            assertFalse(other.next());
        }
        assertThrows(SpoolException.class, () -> Spool.openCopy(copy, UUID.randomUUID(), SMALL, NOW));
    }

    @Test
    void aCopyKeepsRunsApart() throws IOException {
        SnifferRun second = new SnifferRun("sw-app", "eth1", "wirepath 0.0-test", "tap1", NOW + 5, 4711);
        Path copy = temp.resolve("copy");
        try (SpoolWriter writer = Spool.open(spool(), SMALL, NOW)) {
            writer.start(RUN);
            writer.onSighting(sighting(1));
            writer.start(second);
            writer.onSighting(sighting(2));
        }
        try (SpoolReader reader = Spool.read(spool());
                SpoolWriter copying = Spool.openCopy(copy, reader.incarnation(), SMALL, NOW)) {
            while (reader.next()) {
                assertTrue(copying.append(reader.document()));
            }
        }
        try (SpoolReader reader = Spool.read(copy)) {
            reader.seek(4);
            assertEquals(
                    List.of("4 start sw-app " + (NOW + 5), "4 sighting 2").get(1),
                    Documents.of(reader).lines.get(1));
            reader.seek(2);
            assertTrue(reader.next());
            assertEquals(RUN, reader.run());
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

    @ParameterizedTest
    @ValueSource(ints = {70_000, 131_072, 135_168, 300_001, 600_000})
    void aCutRollGivesItsIntactPrefixAndTheRestOfTheSpool(int bytes) throws IOException {
        try (SpoolWriter writer = Spool.open(spool(), MANY, NOW)) {
            writer.start(RUN);
            write(writer, 2, 4000);
            writer.start(RUN);
            write(writer, 4003, 5);
        }
        try (RandomAccessFile file =
                new RandomAccessFile(queueFile(rolls().get(0)).toFile(), "rw")) {
            file.setLength(bytes);
        }
        Documents got = read();
        String gap = got.lines.stream()
                .filter(line -> line.startsWith("gap"))
                .findFirst()
                .orElseThrow();
        long last = Long.parseLong(gap.substring(4, gap.indexOf("..")));
        assertTrue(last > 2 && last < 4001, gap);
        assertTrue(gap.endsWith("..4001 DAMAGED"), gap);
        List<Long> wanted = new ArrayList<>(LongStream.range(2, last).boxed().toList());
        wanted.addAll(List.of(4003L, 4004L, 4005L, 4006L, 4007L));
        assertEquals(wanted, got.digests);
    }

    @Test
    void damageInTheMiddleEndsTheRollAndNothingElse() throws IOException {
        try (SpoolWriter writer = Spool.open(spool(), MANY, NOW)) {
            writer.start(RUN);
            write(writer, 2, 4000);
            writer.start(RUN);
            write(writer, 4003, 5);
        }
        try (RandomAccessFile file =
                new RandomAccessFile(queueFile(rolls().get(0)).toFile(), "rw")) {
            file.seek(400_000);
            file.write(new byte[4096]);
        }
        Documents got = read();
        assertTrue(got.lines.stream().anyMatch(line -> line.matches("gap [0-9]+..4001 DAMAGED")));
        assertEquals(4007, got.digests.get(got.digests.size() - 1));
    }

    @Test
    void noNumberIsGivenTwiceAfterTheMachineStopped() throws IOException {
        SpoolHome stopped = new SpoolHome(spool(), null, "boot 1");
        try (SpoolWriter writer = new SpoolWriter(spool(), stopped, SMALL, NOW)) {
            writer.start(RUN);
            write(writer, 0, 10);
        }
        Files.writeString(spool().resolve("running"), "boot 1");
        try (SpoolHome same = new SpoolHome(spool(), null, "boot 1")) {
            assertFalse(same.machineStopped(), "the process was killed, the machine went on");
        }
        SpoolHome next = new SpoolHome(spool(), null, "boot 2");
        try (SpoolWriter writer = new SpoolWriter(spool(), next, SMALL, NOW)) {
            writer.start(RUN);
            write(writer, 10, 1);
        }
        Documents got = read();
        assertEquals(SpoolWriter.SKIP + 1, got.numbers.get(11));
        assertTrue(got.lines.contains("gap 12.." + SpoolWriter.SKIP + " MACHINE_STOPPED"), got.lines.toString());
        assertEquals(11, got.digests.size());
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

    @Test
    void refusesWhatIsNoSpool() throws IOException {
        assertFalse(Spool.isSpool(temp));
        assertThrows(SpoolException.class, () -> Spool.read(temp));
        Files.writeString(Files.createDirectory(temp.resolve("other")).resolve("spool"), "wirepath spool 99\nx\n");
        assertTrue(assertThrows(SpoolException.class, () -> Spool.read(temp.resolve("other")))
                .getMessage()
                .contains("of another format"));
        Path file = Files.createFile(temp.resolve("file"));
        assertThrows(SpoolException.class, () -> Spool.open(file.resolve("spool"), SMALL, NOW));
    }
}

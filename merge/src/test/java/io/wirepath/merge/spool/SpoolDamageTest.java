package io.wirepath.merge.spool;

import static io.wirepath.merge.spool.Documents.MANY;
import static io.wirepath.merge.spool.Documents.NOW;
import static io.wirepath.merge.spool.Documents.RUN;
import static io.wirepath.merge.spool.Documents.SMALL;
import static io.wirepath.merge.spool.Documents.read;
import static io.wirepath.merge.spool.Documents.rolls;
import static io.wirepath.merge.spool.Documents.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.log.LogWriter;
import io.wirepath.merge.result.Address;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SpoolDamageTest {

    @TempDir
    private Path temp;

    private Path spool() {
        return temp.resolve("spool");
    }

    private static Path queueFile(Path roll) throws IOException {
        try (Stream<Path> files = Files.list(roll)) {
            return files.filter(file -> file.toString().endsWith(".cq4"))
                    .findFirst()
                    .orElseThrow();
        }
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
                new RandomAccessFile(queueFile(rolls(spool()).get(0)).toFile(), "rw")) {
            file.setLength(bytes);
        }
        Documents got = read(spool());
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

    /** Of others no more is read than that they are whole: no gap stands for them, and what is damaged is told. */
    @Test
    void whoReadsOfSomeHostsIsToldOfDamageToOthersToo() throws IOException {
        Address host = new Address(0, 7);
        Sighting own = Documents.sighting(9000);
        own.bytes().putLong(SightingCodec.DESTINATION_AT + Long.BYTES, host.low());
        try (SpoolWriter writer = Spool.open(spool(), MANY, NOW)) {
            writer.start(RUN);
            write(writer, 2, 4000);
            writer.onSighting(own);
            writer.onConnectionEnd(Documents.connectionEnd(5));
            writer.onName(0, 1, "other", NameOrigin.HOSTS_FILE);
        }
        assertEquals(List.of("4002 sighting 9000", "4004 name 0 1 other HOSTS_FILE"), linesOf(host));
        try (RandomAccessFile file =
                new RandomAccessFile(queueFile(rolls(spool()).get(0)).toFile(), "rw")) {
            file.seek(500_000);
            int was = file.read();
            file.seek(500_000);
            file.write(was ^ 1);
        }
        List<String> damaged = linesOf(host);
        assertEquals(3, damaged.size(), damaged::toString);
        assertTrue(damaged.get(0).startsWith("gap ") && damaged.get(0).endsWith(" DAMAGED"), damaged::toString);
        assertEquals("4002 sighting 9000", damaged.get(1));
    }

    /** All but the start. */
    private List<String> linesOf(Address host) throws IOException {
        try (SpoolReader reader = Spool.read(spool())) {
            reader.of(List.of(host));
            List<String> lines = Documents.of(reader).lines;
            return lines.subList(1, lines.size());
        }
    }

    @Test
    void damageInTheMiddleCostsWhatStoodThereAndNothingElse() throws IOException {
        try (SpoolWriter writer = Spool.open(spool(), MANY, NOW)) {
            writer.start(RUN);
            write(writer, 2, 4000);
            writer.start(RUN);
            write(writer, 4003, 5);
        }
        try (RandomAccessFile file =
                new RandomAccessFile(queueFile(rolls(spool()).get(0)).toFile(), "rw")) {
            file.seek(400_000);
            file.write(new byte[4096]);
        }
        Documents got = read(spool());
        List<String> gaps =
                got.lines.stream().filter(line -> line.startsWith("gap")).toList();
        assertTrue(gaps.size() == 1 && gaps.get(0).endsWith(" DAMAGED"), gaps.toString());
        int lost = 4005 - got.digests.size();
        assertTrue(lost > 10 && lost < 30, lost + " of 4005 lost to a page of zeros");
        assertEquals(4007, got.digests.get(got.digests.size() - 1));
    }

    @Test
    void aFlippedBitCostsOneDocumentAtMostAndIsTold() throws IOException {
        try (SpoolWriter writer = Spool.open(spool(), MANY, NOW)) {
            writer.start(RUN);
            write(writer, 2, 300);
        }
        Path file = queueFile(rolls(spool()).get(0));
        byte[] whole = Files.readAllBytes(file);
        Random random = new Random(5);
        int first = whole.length - 300 * 220;
        for (int i = 0; i < 400; i++) {
            byte[] flipped = whole.clone();
            // half of them where documents are, half anywhere
            int bit = i % 2 == 0 ? random.nextInt(first * 8, whole.length * 8) : random.nextInt(whole.length * 8);
            flipped[bit >> 3] ^= (byte) (1 << (bit & 7));
            Files.write(file, flipped);
            try (SpoolReader reader = Spool.read(spool())) {
                Documents got = Documents.of(reader);
                int lost = 300 - got.digests.size();
                String shown = "bit " + bit + " lost " + lost + ": " + reader.damage();
                assertTrue(lost <= 1, shown);
                boolean lastOne = lost == 1 && !got.digests.contains(301L);
                assertTrue(lost == 0 || lastOne || reader.documentsMissing() == 1, shown);
                assertTrue(reader.damagedPlaces() <= 1 && (lost == 0 || reader.damagedPlaces() == 1), shown);
            }
        }
    }

    @Test
    void aFlippedBitOfAHeaderCostsOneDocumentAtMostAndIsTold() throws IOException {
        try (SpoolWriter writer = Spool.open(spool(), MANY, NOW)) {
            writer.start(RUN);
            write(writer, 2, 20);
        }
        Path file = queueFile(rolls(spool()).get(0));
        byte[] whole = Files.readAllBytes(file);
        ByteBuffer headers = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; headers.getInt(at) != 0; at += 4 + (headers.getInt(at) & 0x3fff_ffff) + 3 & -4) {
            for (int bit = 0; bit < 32; bit++) {
                byte[] flipped = whole.clone();
                flipped[at + bit / 8] ^= (byte) (1 << bit % 8);
                Files.write(file, flipped);
                try (SpoolReader reader = Spool.read(spool())) {
                    int got = 0;
                    do {
                        got += Documents.of(reader).digests.size();
                    } while (reader.searchOn());
                    String shown = "header at " + at + ", bit " + bit + ": " + got + ", " + reader.damage();
                    assertTrue(got == 20 || got == 19 && reader.damage() != null, shown);
                }
            }
        }
    }

    @Test
    void aFileThatIsAllHeadersIsGivenUpInTimeThatItsLengthBounds() throws IOException {
        try (SpoolWriter writer = Spool.open(spool(), MANY, NOW)) {
            writer.start(RUN);
            write(writer, 2, 10);
        }
        ByteBuffer hostile = ByteBuffer.allocate(4 << 20).order(ByteOrder.LITTLE_ENDIAN);
        while (hostile.hasRemaining()) {
            hostile.putInt(60_000);
        }
        Files.write(queueFile(rolls(spool()).get(0)), hostile.array());
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            try (SpoolReader reader = Spool.read(spool())) {
                assertEquals(List.of(), Documents.of(reader).digests);
                assertTrue(reader.damagedPlaces() > 0);
            }
        });
    }

    @Test
    void noNumberIsGivenTwiceAfterTheMachineStopped() throws IOException {
        SpoolHome stopped = new SpoolHome(spool(), null, "boot 1");
        try (SpoolWriter writer = new SpoolWriter(spool(), stopped, SMALL, LogWriter.Opener.DISK, NOW, false)) {
            writer.start(RUN);
            write(writer, 0, 10);
        }
        Files.writeString(spool().resolve("running"), "boot 1");
        try (SpoolHome same = new SpoolHome(spool(), null, "boot 1")) {
            assertFalse(same.machineStopped(), "the process was killed, the machine went on");
        }
        SpoolHome next = new SpoolHome(spool(), null, "boot 2");
        try (SpoolWriter writer = new SpoolWriter(spool(), next, SMALL, LogWriter.Opener.DISK, NOW, false)) {
            writer.start(RUN);
            write(writer, 10, 1);
        }
        Documents got = read(spool());
        assertEquals(SpoolDocument.SKIP + 1, got.numbers.get(11));
        assertTrue(got.lines.contains("gap ?.." + SpoolDocument.SKIP + " MACHINE_STOPPED"), got.lines.toString());
        assertEquals(11, got.digests.size());
    }

    /** Others may have read what was lost before anything was forced to the disk. */
    @Test
    void noNumberIsGivenTwiceWhereNothingIsLeft() throws IOException {
        new SpoolHome(spool(), null, "boot 1").close();
        SpoolHome next = new SpoolHome(spool(), null, "boot 2");
        try (SpoolWriter writer = new SpoolWriter(spool(), next, SMALL, LogWriter.Opener.DISK, NOW, false)) {
            writer.start(RUN);
            write(writer, 0, 1);
        }
        assertTrue(read(spool()).numbers.stream().allMatch(number -> number >= SpoolDocument.SKIP));
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

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
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    @Test
    void damageInTheMiddleEndsTheRollAndNothingElse() throws IOException {
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
        assertTrue(got.lines.stream().anyMatch(line -> line.matches("gap [0-9]+..4001 DAMAGED")));
        assertEquals(4007, got.digests.get(got.digests.size() - 1));
    }

    @Test
    void noNumberIsGivenTwiceAfterTheMachineStopped() throws IOException {
        SpoolHome stopped = new SpoolHome(spool(), null, "boot 1");
        try (SpoolWriter writer = new SpoolWriter(spool(), stopped, SMALL, NOW, false)) {
            writer.start(RUN);
            write(writer, 0, 10);
        }
        Files.writeString(spool().resolve("running"), "boot 1");
        try (SpoolHome same = new SpoolHome(spool(), null, "boot 1")) {
            assertFalse(same.machineStopped(), "the process was killed, the machine went on");
        }
        SpoolHome next = new SpoolHome(spool(), null, "boot 2");
        try (SpoolWriter writer = new SpoolWriter(spool(), next, SMALL, NOW, false)) {
            writer.start(RUN);
            write(writer, 10, 1);
        }
        Documents got = read(spool());
        assertEquals(SpoolWriter.SKIP + 1, got.numbers.get(11));
        assertTrue(got.lines.contains("gap 12.." + SpoolWriter.SKIP + " MACHINE_STOPPED"), got.lines.toString());
        assertEquals(11, got.digests.size());
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

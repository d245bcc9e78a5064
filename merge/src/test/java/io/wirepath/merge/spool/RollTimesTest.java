package io.wirepath.merge.spool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of a spool whose rolls begin half an hour after each other, by a clock that is set back once. */
final class RollTimesTest {

    private static final long PERIOD = 1800 * Documents.SECOND;
    private static final int ROLLS = 12;
    private static final int SIGHTINGS = 3;

    @TempDir
    private Path spool;

    @BeforeEach
    void writeRolls() throws IOException {
        try (SpoolWriter writer = Spool.open(spool, Documents.NEVER_SYNCED, 1)) {
            for (int roll = 0; roll < ROLLS; roll++) {
                long begin = begin(roll);
                writer.onTime(begin);
                writer.start(Documents.RUN);
                for (int i = 0; i < SIGHTINGS; i++) {
                    writer.onSighting(seenAt(begin + i * Documents.SECOND, roll));
                    writer.onProgress(begin + (i + 1) * Documents.SECOND);
                }
            }
        }
        assertEquals(ROLLS, Documents.rolls(spool).size());
    }

    private static long begin(int roll) {
        return Documents.NOW + (roll < 10 ? roll : roll - 5) * PERIOD;
    }

    private static Sighting seenAt(long nanos, long digest) {
        Sighting sighting = Documents.sighting(digest);
        sighting.bytes().putLong(SightingCodec.FIRST_BYTE_AT, nanos).putLong(SightingCodec.LAST_BYTE_AT, nanos);
        return sighting;
    }

    /** Numbers of the rolls that were read; none is told as missing. */
    private List<Long> read(long from, long to, int before) throws IOException {
        try (SpoolReader reader = Spool.read(spool)) {
            reader.only(from, to, before);
            Documents all = Documents.of(reader);
            assertTrue(all.lines.stream().noneMatch(line -> line.startsWith("gap")), all.lines::toString);
            return all.digests.stream().distinct().toList();
        }
    }

    @Test
    void rollsOfOtherTimesStayClosed() throws IOException {
        assertEquals(List.of(2L), read(begin(2) + 10 * Documents.SECOND, begin(2) + 50 * Documents.SECOND, 0));
        assertEquals(List.of(0L, 1L), read(Long.MIN_VALUE, begin(1) + 1, 0));
        assertEquals(List.of(), read(0, 1, 0));
    }

    @Test
    void whatWasSeenJustBeforeARollWasBegunMayBeInIt() throws IOException {
        assertEquals(List.of(2L, 3L), read(begin(3) - 10 * Documents.SECOND, begin(3) - Documents.SECOND, 0));
    }

    @Test
    void someBeforeAreReadForWhatTheyTellOfNames() throws IOException {
        assertEquals(
                List.of(0L, 1L, 2L, 3L),
                read(begin(3) + 10 * Documents.SECOND, begin(3) + 50 * Documents.SECOND, SIGHTINGS));
        assertEquals(List.of(10L, 11L), read(Long.MAX_VALUE - 1, Long.MAX_VALUE, 1));
    }

    @Test
    void aClockThatWasSetBackHidesNothing() throws IOException {
        long inBoth = begin(10) + Documents.SECOND;
        List<Long> read = read(inBoth, inBoth + 1, 0);
        assertTrue(read.containsAll(List.of(5L, 10L)), read::toString);
    }

    @Test
    void aRollWithinWhichTheClockWasSetBackHoldsWhatWasBeforeAndAfter() throws IOException {
        long before = begin(9) + 300 * Documents.SECOND;
        long after = begin(10) - 300 * Documents.SECOND;
        assertTrue(read(before, before + 1, 0).contains(9L));
        assertTrue(read(after, after + 1, 0).contains(9L));
    }

    /** Captures are replayed one after the other; the second is of the day before, or begins within the first. */
    @ParameterizedTest
    @ValueSource(longs = {-24, 1})
    void aReplayEndsNotWhereTheNextBegins(long hours) throws IOException {
        Path replays = spool.resolve("replays");
        long hour = 2 * PERIOD;
        long late = Documents.NOW + 8 * hour;
        try (SpoolWriter writer = Spool.open(replays, Documents.NEVER_SYNCED, 1)) {
            writer.onTime(Documents.NOW + 1000 * hour);
            for (long begin : List.of(Documents.NOW, Documents.NOW + hours * hour)) {
                writer.start(new SnifferRun("sw-app", "file", "wirepath", "tap1", begin, 4711));
                for (long nanos : List.of(begin, begin + 8 * hour)) {
                    writer.onSighting(seenAt(nanos, nanos));
                    writer.onProgress(nanos + Documents.SECOND);
                }
            }
        }
        try (SpoolReader reader = Spool.read(replays)) {
            reader.only(late, late + 1, 0);
            assertTrue(Documents.of(reader).digests.contains(late));
        }
    }

    @Test
    void aDayOfAFastMirrorIsNotLookedThrough() throws IOException {
        int many = 300;
        Path day = spool.resolve("day");
        try (SpoolWriter writer = Spool.open(day, Documents.NEVER_SYNCED, 1)) {
            for (int roll = 0; roll < many; roll++) {
                long begin = Documents.NOW + roll * 3L * Documents.SECOND;
                writer.onTime(begin);
                writer.start(Documents.RUN);
                writer.onProgress(begin);
            }
        }
        List<Roll> rolls = Roll.list(day);
        RollTimes times = new RollTimes(rolls);
        long wanted = Documents.NOW + 600 * Documents.SECOND;
        assertTrue(times.without(wanted, wanted + 1, 0).size() >= many - 5);
        assertTrue(times.looked() <= 40, () -> times.looked() + " rolls were looked into");
    }

    @Test
    void rollsThatCannotBeReadAreOpened() throws IOException {
        for (Path roll : Documents.rolls(spool).subList(4, 5)) {
            try (var files = Files.list(roll)) {
                for (Path file : files.toList()) {
                    Files.write(file, new byte[100]);
                }
            }
        }
        assertEquals(List.of(2L), read(begin(2) + 10 * Documents.SECOND, begin(2) + 50 * Documents.SECOND, 0));
        assertEquals(List.of(3L), read(begin(4) + 10 * Documents.SECOND, begin(4) + 50 * Documents.SECOND, 0));
    }

    @Test
    void allIsReadWhereTheTimeHasNoEnds() throws IOException {
        assertEquals(LongStream.range(0, ROLLS).boxed().toList(), read(Long.MIN_VALUE, Long.MAX_VALUE, 0));
    }
}

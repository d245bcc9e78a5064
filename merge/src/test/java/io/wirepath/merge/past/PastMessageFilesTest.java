package io.wirepath.merge.past;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.wirepath.merge.sample.ContentKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PastMessageFilesTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long START = 1_800_000_000L * SECOND;
    private static final long WITHIN = 2 * SECOND;
    private static final long MUCH = 1L << 30;
    private static final long HOUR = 3600 * SECOND;

    @TempDir
    private Path directory;

    private PastMessageFiles open() throws IOException {
        return new PastMessageFiles(directory, MUCH, HOUR);
    }

    private static long key(long content) {
        return ContentKey.mix(content + 1) | 1;
    }

    @Test
    void aMessageIsClaimedOnceByEachSnifferThatDidNotBringIt() throws IOException {
        try (PastMessageFiles past = open()) {
            past.note(key(1), START, 0b001, false);
            assertFalse(past.claim(key(1), START, 0b001, WITHIN), "it brought it");
            assertFalse(past.claim(key(2), START, 0b010, WITHIN), "another content");
            assertFalse(past.claim(key(1), START + WITHIN + 1, 0b010, WITHIN), "another time");
            assertTrue(past.claim(key(1), START + WITHIN, 0b010, WITHIN));
            assertFalse(past.claim(key(1), START, 0b010, WITHIN), "for the second time");
            assertTrue(past.claim(key(1), START - WITHIN, 0b100, WITHIN), "in the slice before");
        }
    }

    @Test
    void ofEqualContentsTheNearestIsTaken() throws IOException {
        try (PastMessageFiles past = open()) {
            for (int i = 0; i < 4; i++) {
                past.note(key(1), START + i * SECOND / 2, 1, false);
            }
            for (int i = 0; i < 4; i++) {
                assertTrue(past.claim(key(1), START + i * SECOND / 2 + 1, 2, WITHIN));
            }
            assertFalse(past.claim(key(1), START, 2, WITHIN), "five of four");
        }
    }

    @Test
    void aMessageThatIsComposedAgainIsThereOnce() throws IOException {
        try (PastMessageFiles past = open()) {
            past.note(key(1), START, 1, false);
            past.note(key(1), START + 1000, 0b101, true);
            assertTrue(past.claim(key(1), START, 2, WITHIN));
            assertFalse(past.claim(key(1), START, 2, WITHIN));
            assertFalse(past.claim(key(1), START, 4, WITHIN), "it was among those that brought it again");
            past.note(key(2), START, 1, true);
            assertTrue(past.claim(key(2), START, 2, WITHIN), "what a kill had taken is noted again");
        }
    }

    @Test
    void aKillTakesWhatWasNotSynced() throws IOException {
        PastMessageFiles killed = open();
        killed.note(key(1), START, 1, false);
        killed.note(key(2), START, 1, false);
        assertTrue(killed.claim(key(1), START, 2, WITHIN));
        killed.sync();
        killed.note(key(3), START, 1, false);
        assertTrue(killed.claim(key(2), START, 2, WITHIN));
        try (PastMessageFiles past = open()) {
            assertFalse(past.claim(key(1), START, 2, WITHIN));
            assertTrue(past.claim(key(2), START, 2, WITHIN));
            assertFalse(past.claim(key(3), START, 2, WITHIN));
        }
        killed.close();
    }

    @Test
    void aPieceOfAnEntryAtTheEndIsPassedOver() throws IOException {
        try (PastMessageFiles past = open()) {
            past.note(key(1), START, 1, false);
            past.sync();
        }
        Path file = files().get(0);
        Files.write(file, new byte[] {1, 2, 3}, StandardOpenOption.APPEND);
        try (PastMessageFiles past = open()) {
            past.note(key(2), START, 1, false);
            past.sync();
        }
        try (PastMessageFiles past = open()) {
            assertTrue(past.claim(key(1), START, 2, WITHIN));
            assertTrue(past.claim(key(2), START, 2, WITHIN));
        }
    }

    @Test
    void aFileThatIsNoSliceIsBegunAnew() throws IOException {
        Files.write(directory.resolve(START / PastMessageFiles.SLICE_NANOS + ".given"), new byte[100]);
        try (PastMessageFiles past = open()) {
            assertFalse(past.claim(0, START, 2, WITHIN));
            past.note(key(1), START, 1, false);
            past.sync();
        }
        try (PastMessageFiles past = open()) {
            assertTrue(past.claim(key(1), START, 2, WITHIN));
        }
    }

    @Test
    void whatIsTooOldIsForgottenAndNotBegunAgain() throws IOException {
        try (PastMessageFiles past = new PastMessageFiles(directory, MUCH, 60 * SECOND)) {
            past.note(key(1), START, 1, false);
            past.note(key(2), START + 100 * SECOND, 1, false);
            past.sync();
            past.advance(START + 100 * SECOND);
            assertFalse(past.reaches(START));
            assertTrue(past.reaches(START + 48 * SECOND));
            assertFalse(past.claim(key(1), START, 2, WITHIN));
            assertTrue(past.note(key(3), START, 1, false));
            past.sync();
            assertEquals(1, files().size());
            assertTrue(past.claim(key(2), START + 100 * SECOND, 2, WITHIN));
        }
    }

    @Test
    void theOldestAreForgottenForTheirBytesAndThatIsRemembered() throws IOException {
        try (PastMessageFiles past = new PastMessageFiles(directory, 3000, HOUR)) {
            for (int i = 0; i < 400; i++) {
                past.note(key(i), START + i * SECOND, 1, false);
                assertTrue(past.bytes() <= 3000, "bytes");
            }
            past.sync();
            assertFalse(past.reaches(START + 200 * SECOND));
            assertTrue(past.reaches(START + 390 * SECOND));
        }
        try (PastMessageFiles past = open()) {
            assertFalse(past.reaches(START + 200 * SECOND));
            assertTrue(past.claim(key(390), START + 390 * SECOND, 2, WITHIN));
            assertEquals(bytesOfFiles(), past.bytes() - PastSlice.ENTRY_BYTES);
        }
    }

    @Test
    void aDirectoryThatIsGoneIsAnError() throws IOException {
        PastMessageFiles past = new PastMessageFiles(directory.resolve("given"), MUCH, HOUR);
        past.note(key(1), START, 1, false);
        Files.delete(directory.resolve("given"));
        assertThrows(IOException.class, past::sync);
        assertThrows(UncheckedIOException.class, () -> past.claim(key(1), START, 2, WITHIN));
        past.close();
    }

    /** All traffic on time passes here. */
    @Test
    void toNoteAMessageAllocatesNothing() throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (PastMessageFiles past = open()) {
            long allocated = 0;
            for (int round = 0; round < 4; round++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < 40_000; i++) {
                    past.note(key(i), START + 2L * round * SECOND + i * 50_000L, 1, false);
                }
                allocated = threads.getCurrentThreadAllocatedBytes() - before;
                past.sync();
            }
            assertTrue(allocated < 4000, allocated + " bytes for the last 40,000, once the lists had grown");
        }
    }

    private record Model(long key, long nanos, long[] seenBy) {}

    /** Against a list that is looked through, with syncs, kills after a sync, and many slices open by turns. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void claimsAsAListWould(long seed) throws IOException {
        Random random = new Random(seed);
        List<Model> model = new ArrayList<>();
        PastMessageFiles past = open();
        for (int i = 0; i < 20_000; i++) {
            long nanos = START + (long) (random.nextDouble() * 200 * SECOND);
            long key = key(random.nextInt(300));
            if (random.nextInt(3) == 0) {
                long by = 1L << random.nextInt(3);
                past.note(key, nanos, by, false);
                model.add(new Model(key, nanos, new long[] {by}));
            } else {
                long by = 1L << random.nextInt(5);
                assertEquals(claim(model, key, nanos, by), past.claim(key, nanos, by, WITHIN), "step " + i);
            }
            if (random.nextInt(2000) == 0) {
                past.sync();
                past = open();
            }
        }
        past.close();
    }

    private static boolean claim(List<Model> model, long key, long nanos, long by) {
        Model best = null;
        for (Model each : model) {
            long away = Math.abs(each.nanos - nanos);
            boolean may = each.key == key && away <= WITHIN && (each.seenBy[0] & by) == 0;
            best = may && (best == null || away < Math.abs(best.nanos - nanos)) ? each : best;
        }
        if (best != null) {
            best.seenBy[0] |= by;
        }
        return best != null;
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> inside = Files.list(directory)) {
            return inside.filter(file -> file.toString().endsWith(".given")).toList();
        }
    }

    private long bytesOfFiles() throws IOException {
        long bytes = 0;
        for (Path file : files()) {
            bytes += Files.size(file);
        }
        return bytes;
    }
}

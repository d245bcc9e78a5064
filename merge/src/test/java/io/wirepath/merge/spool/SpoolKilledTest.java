package io.wirepath.merge.spool;

import static io.wirepath.merge.spool.Documents.NOW;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SpoolKilledTest {

    @TempDir
    private Path temp;

    @Test
    void everythingThatWasWrittenIsThereAfterAKill() throws Exception {
        killAndRead(4, 1);
    }

    @Test
    @Tag("slow")
    void everythingThatWasWrittenIsThereAfterTwentyKills() throws Exception {
        killAndRead(20, 2);
    }

    private void killAndRead(int times, long seed) throws Exception {
        Random random = new Random(seed);
        Path spool = temp.resolve("spool");
        for (int run = 0; run < times; run++) {
            long told = killAtSomeMoment(spool, run, random.nextInt(2000));
            assertEquals(run + 1, allIsThere(spool, told), "runs");
        }
        try (SpoolWriter writer = Spool.open(spool, SpoolSettings.defaults(), NOW)) {
            long last = writer.lastNumber();
            writer.onSighting(Documents.sighting(last + 1));
            assertEquals(last + 1, writer.lastNumber());
        }
    }

    /** Kills a writer after so many lines; gives the last number that it told. */
    private static long killAtSomeMoment(Path spool, int run, int lines) throws IOException, InterruptedException {
        Process victim = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "@../config/jvm.args",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SpoolVictim.class.getName(),
                        spool.toString(),
                        Integer.toString(run))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String last = null;
        try (BufferedReader output = victim.inputReader()) {
            String line = output.readLine();
            for (int i = 0; i < lines && line != null; i++) {
                last = line;
                line = output.readLine();
            }
            assertTrue(last != null || lines == 0, "the writer wrote nothing");
        } finally {
            victim.destroyForcibly().waitFor();
        }
        return last == null ? 0 : Long.parseLong(last);
    }

    /** Numbers are dense, each sighting has its number for a digest, and what was told is there; gives the runs. */
    private static int allIsThere(Path spool, long told) throws SpoolException {
        List<Long> runs = new ArrayList<>();
        Documents got = new Documents() {
            @Override
            public void onStart(long number, SnifferRun run) {
                runs.add(number);
            }
        };
        long last = 0;
        try (SpoolReader reader = Spool.read(spool)) {
            while (reader.read(got)) {
                assertEquals(last + 1, reader.number());
                last = reader.number();
            }
        }
        assertTrue(last >= told, "told " + told + ", there " + last);
        List<Long> sightings = LongStream.rangeClosed(1, last)
                .boxed()
                .filter(n -> !runs.contains(n))
                .toList();
        assertEquals(sightings, got.digests);
        return runs.size();
    }
}

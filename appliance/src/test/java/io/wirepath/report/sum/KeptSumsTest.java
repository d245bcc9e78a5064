package io.wirepath.report.sum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.delay.KeptForm;
import io.wirepath.analyze.path.PatternTable;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.TimeSpan;
import io.wirepath.report.BoxPairs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Windows of one time, cut anywhere, added up, against that time as a whole. */
final class KeptSumsTest {

    private static final long SECOND = 1_000_000_000L;
    private static final int REQUESTS = 300;
    private static final int CASES = 12;
    private static final int FLIPS = 2000;
    private static final int HEADER_BITS = 40 * Byte.SIZE;
    private static final ReportSum.Lists ALL = new ReportSum.Lists(0, 100, 100, 100);

    /** Delays with the same first two digits are one. */
    private static final double RELATIVE_ERROR = 1 / 128.0;

    @TempDir
    private Path directory;

    private ObjectNode sum(List<Analysis> windows) throws IOException {
        ReportSum sum = new ReportSum();
        PatternTable table = new PatternTable();
        for (Analysis window : windows) {
            Path file = Files.createTempFile(directory, "window", ".sums");
            Files.write(file, KeptSums.of(window));
            try (KeptSums kept = KeptSums.open(file)) {
                sum.add(kept);
                kept.addPaths(
                        Set.copyOf(window.patterns().stream().map(p -> p.id()).toList()), table);
            }
        }
        return sum.json(new TimeSpan(0, 1), ALL, table);
    }

    private static List<Analysis> windows(CalledWindow all, SplittableRandom random) {
        List<Analysis> windows = new ArrayList<>();
        for (long from = 0; from < 100 * SECOND; ) {
            long to = from + 1 + random.nextLong(20 * SECOND);
            windows.add(all.analysis(new TimeSpan(from, to)));
            from = to;
        }
        return windows;
    }

    @Test
    void anyWindowsOfATimeAddUpToIt() throws IOException {
        for (int seed = 1; seed <= CASES; seed++) {
            CalledWindow all = new CalledWindow(SECOND, REQUESTS, seed);
            ObjectNode whole = sum(List.of(all.analysis(TimeSpan.ALWAYS)));
            ObjectNode added = sum(windows(all, new SplittableRandom(seed)));
            for (String list : List.of("nodes", "edges", "patterns")) {
                assertSame(whole.path(list), added.path(list), "seed " + seed + " " + list);
            }
            assertEquals(
                    whole.path("totals").path("messages"), added.path("totals").path("messages"));
            assertEquals(
                    whole.path("totals").path("calls"), added.path("totals").path("calls"));
            assertExact(all.alone(), added, "seed " + seed);
        }
    }

    /** All that is told is the same; sums of numbers as far as the order of adding lets them. */
    private static void assertSame(JsonNode whole, JsonNode added, String where) {
        assertEquals(whole.size(), added.size(), where);
        if (whole.isObject()) {
            whole.properties()
                    .forEach(each ->
                            assertSame(each.getValue(), added.path(each.getKey()), where + "." + each.getKey()));
        } else if (whole.isArray()) {
            for (int i = 0; i < whole.size(); i++) {
                assertSame(whole.get(i), added.get(i), where + i);
            }
        } else if (whole.isDouble()) {
            double value = whole.asDouble();
            assertEquals(value, added.asDouble(), 1e-6 * Math.abs(value) + 1e-3, where);
        } else {
            assertEquals(whole, added, where);
        }
    }

    /** The path of web alone against each of its requests. */
    private static void assertExact(List<Long> alone, ObjectNode sum, String where) {
        List<Long> sorted = alone.stream().sorted().toList();
        List<JsonNode> paths = new ArrayList<>();
        sum.path("patterns").forEach(path -> {
            if (path.path("count").asInt() == sorted.size()) {
                paths.add(path.path("duration"));
            }
        });
        assertEquals(1, paths.size(), where + sum.path("patterns").findValues("count"));
        for (int percent : List.of(50, 90, 99)) {
            double exact = sorted.get((int) Math.ceil(percent / 100.0 * sorted.size()) - 1);
            double told = paths.get(0).path("p" + percent + "Nanos").asDouble();
            assertTrue(
                    told >= exact && told <= exact * (1 + RELATIVE_ERROR) + 1,
                    where + ", p" + percent + ": " + told + ", not " + exact);
        }
    }

    /** The first answer over windows reads these bytes and nothing else. */
    @Test
    void whatIsReadToAddAWindowDoesNotGrowWithItsRequests() {
        int few = KeptSums.of(new CalledWindow(SECOND, 20_000, 1).analysis(TimeSpan.ALWAYS)).length;
        int many = KeptSums.of(new CalledWindow(SECOND, 80_000, 1).analysis(TimeSpan.ALWAYS)).length;
        assertTrue(many < 2 * few, "20,000 requests: " + few + " bytes, 80,000: " + many);
    }

    /** All that is kept of a window, in words. */
    private static String told(Path file, Set<String> paths) throws IOException {
        try (KeptSums kept = KeptSums.open(file)) {
            ReportSum sum = new ReportSum();
            sum.add(kept);
            PatternTable table = new PatternTable();
            kept.addPaths(paths, table);
            KeptForm again = KeptForm.written();
            again.record(WindowTables.class, kept.tables());
            again.record(BoxPairs.class, kept.pairs());
            kept.load().keep(again);
            kept.sums().keep(again);
            return sum.json(new TimeSpan(0, 1), ALL, table) + Arrays.toString(again.bytes());
        }
    }

    @Test
    void aFlippedBitIsToldOrChangesNothing() throws IOException {
        Analysis window = new CalledWindow(SECOND, 20, 1).analysis(TimeSpan.ALWAYS);
        Set<String> paths =
                Set.copyOf(window.patterns().stream().map(p -> p.id()).toList());
        byte[] good = KeptSums.of(window);
        Path file = directory.resolve("damaged");
        Files.write(file, good);
        String right = told(file, paths);
        SplittableRandom random = new SplittableRandom(1);
        int told = 0;
        for (int i = 0; i < FLIPS; i++) {
            int bit = i < HEADER_BITS ? i : random.nextInt(Byte.SIZE * good.length);
            byte[] bytes = good.clone();
            bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            Files.write(file, bytes);
            try {
                assertTrue(right.equals(told(file, paths)), "another figure by bit " + bit);
            } catch (IOException e) {
                told++;
            }
        }
        assertTrue(told > FLIPS / 2, told + " of " + FLIPS + " were told");
        Files.write(file, new byte[] {1, 2, 3});
        assertThrows(IOException.class, () -> KeptSums.open(file).close());
    }
}

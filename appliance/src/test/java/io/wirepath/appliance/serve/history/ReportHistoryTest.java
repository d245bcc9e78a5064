package io.wirepath.appliance.serve.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.causes.TimeSpan;
import io.wirepath.report.SumsJson;
import io.wirepath.report.sum.KeptSums;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportHistoryTest {

    private static final long MINUTE = 60_000_000_000L;
    private static final long START = 1_795_196_940_000_000_000L;
    private static final HistoryBounds PLENTY = new HistoryBounds(1L << 30, 1000 * MINUTE);

    @TempDir
    private Path directory;

    private final HistoryCounters counters = new HistoryCounters();

    private ReportHistory open(HistoryBounds bounds) throws IOException {
        return new ReportHistory(directory, bounds, counters);
    }

    private static WindowId minute(int number) {
        return new WindowId(START + number * MINUTE, START + (number + 1) * MINUTE);
    }

    private static ObjectNode report(int number) {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.putObject(ReportHistory.SUMMARY)
                .put("id", minute(number).toString())
                .put("n", number);
        report.put("format", 1);
        SplittableRandom random = new SplittableRandom(number);
        report.put("noise", random.ints(500).boxed().toList().toString());
        return report;
    }

    @Test
    void findsReportsAgainAfterARestart() throws IOException {
        ReportHistory before = open(PLENTY);
        for (int i = 0; i < 5; i++) {
            before.put(minute(i), report(i));
        }
        before.put(minute(3), report(3));
        ReportHistory after = open(PLENTY);
        assertEquals(5, after.size());
        assertEquals(before.bytes(), after.bytes());
        assertEquals(Optional.of(minute(4)), after.newest());
        assertEquals(Optional.of(report(2)), after.report(minute(2)));
        assertEquals(
                Optional.of(report(2).retain(ReportHistory.SUMMARY, "format")),
                after.report(minute(2), Set.of("format")),
                "that field alone");
        assertEquals(2, after.summary(minute(2)).orElseThrow().path("n").asInt());
        assertEquals(
                List.of(minute(1), minute(2)),
                after.windows(minute(1).fromNanos(), minute(3).fromNanos(), 100));
        assertEquals(List.of(minute(3), minute(4)), after.windows(0, Long.MAX_VALUE, 2), "the newest ones");
    }

    @Test
    void deletesTheOldestWithinItsBounds() throws IOException {
        ReportHistory history = open(new HistoryBounds(1L << 30, 3 * MINUTE));
        for (int i = 0; i < 10; i++) {
            history.put(minute(i), report(i));
        }
        assertEquals(List.of(minute(6), minute(7), minute(8), minute(9)), history.windows(0, Long.MAX_VALUE, 100));
        long four = history.bytes();
        ReportHistory tight = open(new HistoryBounds(four / 2, 1000 * MINUTE));
        tight.put(minute(10), report(10));
        assertTrue(tight.bytes() <= four / 2, tight.bytes() + " of " + four / 2);
        assertTrue(tight.windows(0, Long.MAX_VALUE, 100).contains(minute(10)));
        try (Stream<Path> files = Files.list(directory)) {
            List<String> left =
                    files.map(file -> file.getFileName().toString()).sorted().toList();
            assertEquals(
                    tight.size(),
                    left.stream().filter(name -> name.endsWith(".json.gz")).count(),
                    "deleted on the disk, too");
            assertTrue(
                    left.stream()
                            .filter(name -> name.endsWith(".page"))
                            .allMatch(name -> left.contains(name.replace(".page", ".json.gz"))),
                    "no parts of a report that is deleted: " + left);
        }
    }

    private static Sums load(int number) {
        ObjectNode sums = JsonNodeFactory.instance.objectNode();
        sums.put("firstNanos", minute(number).fromNanos())
                .put("lastNanos", minute(number).toNanos() - 1);
        sums.putArray("delays");
        ObjectNode load = sums.putArray("shares").addObject();
        load.put("of", "node")
                .put("name", "app")
                .put("peer", "")
                .put("measure", "failed")
                .put("kind", "");
        for (String of : List.of("events", "trials")) {
            ArrayNode blocks = load.putArray(of);
            for (int i = 0; i < Sums.BLOCKS; i++) {
                blocks.add(of.equals("trials") ? 10 + number : number % 7);
            }
        }
        return SumsJson.read(sums);
    }

    private static double trials(Sums of) {
        return of.shares().stream().mapToDouble(own -> own.allTrials()).sum();
    }

    /** Four hours; the reports of the last minutes alone are kept. What is compared is the same, and far smaller. */
    @Test
    void addsUpTheHoursWhoseReportsAreGone() throws IOException {
        ReportHistory history = open(new HistoryBounds(60_000, Long.MAX_VALUE / 2));
        double wanted = 0;
        for (int i = 0; i < 240; i++) {
            ObjectNode report = report(i);
            report.put(KeptSums.FIELD, KeptSums.of(load(i)));
            history.put(minute(i), report);
            wanted += trials(load(i));
            assertEquals(wanted, trials(history.sums(TimeSpan.ALWAYS)), "after minute " + i);
        }
        assertTrue(history.size() < 60, "reports are gone: " + history.size());
        try (Stream<Path> files = Files.list(directory)) {
            long sums = files.filter(file -> file.toString().endsWith(".sums")).count();
            assertTrue(sums < 60 + 60 + 4, "sums that are kept: " + sums);
        }
        assertTrue(history.bytesOfSums() <= 60_000, "bytes of sums: " + history.bytesOfSums());
        ReportHistory after = open(new HistoryBounds(60_000, Long.MAX_VALUE / 2));
        assertEquals(wanted, trials(after.sums(TimeSpan.ALWAYS)));
    }

    /** A window that was read before is compared by its new report, and by none once that has no sums. */
    @Test
    void comparesByTheReportThatTookThePlaceOfOne() throws IOException {
        ReportHistory history = open(PLENTY);
        history.put(minute(1), report(1).put(KeptSums.FIELD, KeptSums.of(load(1))));
        assertEquals(trials(load(1)), trials(history.sums(minute(1))));
        assertSame(history.sums(minute(1)), history.sums(minute(1)), "read once");
        history.put(minute(1), report(1).put(KeptSums.FIELD, KeptSums.of(load(2))));
        assertEquals(trials(load(2)), trials(history.sums(minute(1))));
        history.put(minute(1), report(1));
        assertEquals(Sums.NOTHING, history.sums(minute(1)));
    }

    /** An upgrade takes no evidence away: what the version before kept is compared, but not added up. */
    @Test
    void comparesByWhatTheVersionBeforeKept() throws IOException {
        ReportHistory history = open(PLENTY);
        byte[] kept = KeptSums.of(load(1));
        kept[7] = 4; // the form
        history.put(minute(1), report(1).put(KeptSums.FIELD, kept));
        assertEquals(trials(load(1)), trials(history.sums(TimeSpan.ALWAYS)));
        List<KeptSums> added = new ArrayList<>();
        history.kept(minute(1), added::add);
        assertEquals(0, added.size());
        assertEquals(0, counters.get(HistoryCounter.REPORTS_DAMAGED));
    }

    @Test
    void keepsTheNewestEvenWhereItAloneIsTooLarge() throws IOException {
        ReportHistory history = open(new HistoryBounds(1, MINUTE));
        history.put(minute(0), report(0));
        history.put(minute(1), report(1));
        assertEquals(List.of(minute(1)), history.windows(0, Long.MAX_VALUE, 100));
    }

    @Test
    void passesOverDamagedFilesAndCountsThem() throws IOException {
        ReportHistory history = open(PLENTY);
        for (int i = 0; i < 3; i++) {
            history.put(minute(i), report(i));
        }
        Path cut = directory.resolve(minute(1) + ".json.gz");
        byte[] whole = Files.readAllBytes(cut);
        Files.write(cut, java.util.Arrays.copyOf(whole, whole.length / 2));
        Files.writeString(directory.resolve(minute(2) + ".json.gz"), "no gzip");
        Files.writeString(directory.resolve("README.json.gz"), "not a report");
        ReportHistory after = open(PLENTY);
        assertEquals(3, after.size());
        assertEquals(Optional.empty(), after.report(minute(1)));
        assertEquals(Optional.empty(), after.report(minute(2)));
        assertEquals(Optional.empty(), after.summary(minute(2)));
        assertEquals(3, counters.get(HistoryCounter.REPORTS_DAMAGED));
        assertEquals(Optional.of(report(0)), after.report(minute(0)));
        assertEquals(Optional.empty(), after.report(minute(7)), "one that never was is no damage");
        assertEquals(3, counters.get(HistoryCounter.REPORTS_DAMAGED));
    }

    @Test
    void countsWhatTheDiskDoesNotTake() throws IOException {
        ReportHistory history = open(PLENTY);
        Files.delete(directory);
        history.put(minute(0), report(0));
        assertEquals(1, counters.get(HistoryCounter.REPORTS_NOT_KEPT));
        assertEquals(0, history.size());
    }

    @Test
    void namesWindowsByTheirTime() {
        assertEquals("20261120T174900Z-60", minute(0).toString());
        assertEquals(Optional.of(minute(0)), WindowId.parse("20261120T174900Z-60"));
        for (String wrong : List.of(
                "",
                "x",
                "20261120T174900Z",
                "20261120T174900Z-",
                "20261120T174900Z-060",
                "20261399T174900Z-60",
                "../../etc/passwd-1",
                "20261120T174900Z-99999999999")) {
            assertEquals(Optional.empty(), WindowId.parse(wrong), wrong);
        }
    }
}

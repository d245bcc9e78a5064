package io.wirepath.appliance.serve.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.compare.Comparison;
import io.wirepath.analyze.compare.Contrast;
import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.SumsBuilder;
import io.wirepath.causes.TimeSpan;
import io.wirepath.report.sum.KeptSums;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Eight days of windows of a minute, of which the reports of a day are kept: the last hour is compared with the one
 * before, and with the same hour of yesterday and of last week. Each day has its swing, as sites do; the last hour is
 * slower.
 */
class WeekOfSumsTest {

    private static final long MINUTE = 60_000_000_000L;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final int MINUTES = 8 * 24 * 60;
    private static final int NODES = 10;
    private static final int REQUESTS = 60;
    private static final double SLOWER = 1.5;

    /** As much as a day of these reports takes. */
    private static final HistoryBounds A_DAY = new HistoryBounds(20L << 20, 30 * DAY);

    @TempDir
    private Path directory;

    private static WindowId minute(int minute) {
        return new WindowId(minute * MINUTE, (minute + 1) * MINUTE);
    }

    /** What is asked of a site in the afternoon takes half as long again as at night. */
    private static byte[] sums(int minute) {
        SplittableRandom random = new SplittableRandom(minute);
        SumsBuilder sums = new SumsBuilder(minute * MINUTE, (minute + 1) * MINUTE - 1);
        double swing = 1.25 + 0.25 * Math.sin(2 * Math.PI * minute / (24 * 60));
        for (int node = 0; node < NODES; node++) {
            ComparedPlace place = new ComparedPlace(ComparedPlace.Sort.NODE, "app" + node, "");
            double usual = 1e7 * swing * (node == 3 && minute >= MINUTES - 60 ? SLOWER : 1);
            for (int i = 0; i < REQUESTS; i++) {
                long at = minute * MINUTE + i * (MINUTE / REQUESTS);
                sums.rate(ComparedPlace.SYSTEM, at);
                sums.delay(place, Measure.OWN, "", at, Math.round(usual * (0.5 + random.nextDouble())));
            }
        }
        return KeptSums.of(sums.sums());
    }

    private static ObjectNode report(int minute) {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.putObject("window").put("id", minute(minute).toString());
        SplittableRandom random = new SplittableRandom(minute);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            text.append(random.nextLong());
        }
        return report.put("text", text.toString());
    }

    private static List<String> slower(ReportHistory history, long agoNanos) {
        long end = MINUTES * MINUTE;
        return Comparison.of(
                        history.sums(new TimeSpan(end - HOUR - agoNanos, end - agoNanos)),
                        history.sums(new TimeSpan(end - HOUR, end)))
                .differences()
                .stream()
                .filter(own -> own.measure() == Measure.OWN)
                .map(WeekOfSumsTest::words)
                .toList();
    }

    private static String words(Contrast own) {
        return own.place().name() + " " + Math.round(10 * own.after() / own.before());
    }

    @Test
    @Tag("slow")
    void theLastHourIsComparedWithTheSameOneOfYesterdayAndOfLastWeek() throws IOException {
        ReportHistory history = new ReportHistory(directory, A_DAY, new HistoryCounters());
        for (int minute = 0; minute < MINUTES; minute++) {
            ObjectNode report = report(minute);
            report.put(KeptSums.FIELD, sums(minute));
            history.put(minute(minute), report);
        }
        assertTrue(history.size() < 2 * 24 * 60, "reports are gone: " + history.size());
        assertTrue(history.bytes() <= A_DAY.maxBytes() && history.bytesOfSums() <= A_DAY.maxBytes());
        ReportHistory after = new ReportHistory(directory, A_DAY, new HistoryCounters());
        for (ReportHistory each : List.of(history, after)) {
            assertEquals(List.of("app3 15"), slower(each, DAY));
            assertEquals(List.of("app3 15"), slower(each, 7 * DAY));
            assertTrue(
                    slower(each, HOUR).get(0).startsWith("app3 1"),
                    () -> slower(each, HOUR).toString());
        }
    }
}

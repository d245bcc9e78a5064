package io.wirepath.appliance.serve.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.WindowReport;
import io.wirepath.causes.TimeSpan;
import io.wirepath.report.sum.CalledWindow;
import io.wirepath.report.sum.ReportSum;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummedReportsTest {

    private static final long MINUTE = 60_000_000_000L;
    private static final ReportSum.Lists ALL = new ReportSum.Lists(0, 100, 100, 100);

    @TempDir
    private Path directory;

    private ReportHistory reports;
    private HistoryCounters counters;
    private SummedReports sums;

    @BeforeEach
    void open() throws IOException {
        counters = new HistoryCounters();
        reports = new ReportHistory(directory, HistoryBounds.ofReports(), counters);
        sums = new SummedReports(reports);
    }

    private static WindowId window(int minute) {
        return new WindowId(minute * MINUTE, (minute + 1) * MINUTE);
    }

    private static ObjectNode report(int minute, int requests) {
        WindowId id = window(minute);
        TimeSpan core = new TimeSpan(id.fromNanos(), id.toNanos());
        return WindowReport.of(core, core, new CalledWindow(id.fromNanos(), requests, 1).report());
    }

    private WindowId keep(int minute, int requests) {
        reports.put(window(minute), report(minute, requests));
        return window(minute);
    }

    /** Calls of so many requests. */
    private static int calls(int requests) {
        return requests + requests * 2 / 3;
    }

    private static int calls(JsonNode sum) {
        return sum.path("totals").path("calls").asInt();
    }

    @Test
    void growsByWindowsThatComeAndForgetsThoseThatAreReplaced() {
        List<WindowId> two = List.of(keep(1, 3), keep(2, 12));
        List<WindowId> three = List.of(window(1), window(2), keep(3, 99));
        assertEquals(calls(15), calls(sums.json(two, ALL)));
        assertEquals(calls(114), calls(sums.json(three, ALL)));
        assertEquals(calls(15), calls(sums.json(two, ALL)), "it had grown");
        assertEquals(calls(111), calls(sums.json(three.subList(1, 3), ALL)));
        assertEquals(3, sums.json(three, ALL).path("windows").asInt());
        keep(2, 30);
        assertEquals(calls(132), calls(sums.json(three, ALL)));
    }

    @Test
    void tellsOfEachListSomeAndHowManyAreLeftOut() {
        JsonNode sum = sums.json(List.of(keep(1, 30)), new ReportSum.Lists(1, 0, 0, 1));
        assertEquals("client", sum.path("edges").path(0).path("to").asText(), "second by messages, then by name");
        assertEquals(1, sum.path("edges").size());
        assertEquals(5, sum.path("edgesLeftOut").asInt());
        assertEquals(0, sum.path("patterns").size());
    }

    /** What comes over a network comes as text. */
    @Test
    void takesWhatAReportCarriesAlsoAsText() throws IOException {
        ObjectNode carried = (ObjectNode) new com.fasterxml.jackson.databind.ObjectMapper()
                .readTree(report(1, 30).toString());
        reports.put(window(1), carried);
        assertEquals(calls(30), calls(sums.json(List.of(window(1)), ALL)));
    }

    @Test
    void aWindowWhoseSumsAreDamagedOrOfAnEarlierVersionIsLeftOutAndCounted() throws IOException {
        List<WindowId> ids = List.of(keep(1, 3), keep(2, 12));
        Files.write(directory.resolve(window(1) + ".sums"), new byte[] {1});
        JsonNode sum = sums.json(ids, ALL);
        assertEquals(1, sum.path("windows").asInt());
        assertEquals(calls(12), calls(sum));
        assertEquals(2, counters.get(HistoryCounter.REPORTS_DAMAGED), "for its terms and for its paths");
    }
}

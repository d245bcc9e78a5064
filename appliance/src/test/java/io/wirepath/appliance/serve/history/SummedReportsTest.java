package io.wirepath.appliance.serve.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.report.ReportJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummedReportsTest {

    private static final long MINUTE = 60_000_000_000L;
    private static final SummedReports.Lists ALL = new SummedReports.Lists(0, 100, 100, 100);

    @TempDir
    private Path directory;

    private ReportHistory reports;
    private SummedReports sums;

    @BeforeEach
    void open() throws IOException {
        reports = new ReportHistory(directory, HistoryBounds.ofReports(), new HistoryCounters());
        sums = new SummedReports(reports);
    }

    private static WindowId window(int minute) {
        return new WindowId(minute * MINUTE, (minute + 1) * MINUTE);
    }

    private WindowId keep(int minute, int messages) {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.put("format", ReportJson.FORMAT);
        report.putObject("totals").put("messages", messages);
        for (String to : List.of("a", "b", "c")) {
            report.withArrayProperty("edges")
                    .addObject()
                    .put("from", "web")
                    .put("to", to)
                    .put("messages", messages + to.charAt(0));
        }
        reports.put(window(minute), report);
        return window(minute);
    }

    private static int messages(JsonNode sum) {
        return sum.path("totals").path("messages").asInt();
    }

    @Test
    void growsByWindowsThatComeAndForgetsThoseThatAreReplaced() {
        List<WindowId> two = List.of(keep(1, 1), keep(2, 10));
        List<WindowId> three = List.of(window(1), window(2), keep(3, 100));
        assertEquals(11, messages(sums.json(two, ALL)));
        assertEquals(111, messages(sums.json(three, ALL)));
        assertEquals(11, messages(sums.json(two, ALL)), "it had grown");
        assertEquals(110, messages(sums.json(three.subList(1, 3), ALL)));
        assertEquals(3, sums.json(three, ALL).path("windows").asInt());
        keep(2, 1000);
        assertEquals(1101, messages(sums.json(three, ALL)));
    }

    @Test
    void tellsOfEachListSomeAndHowManyAreLeftOut() {
        JsonNode sum = sums.json(List.of(keep(1, 1)), new SummedReports.Lists(1, 0, 0, 1));
        assertEquals("b", sum.path("edges").path(0).path("to").asText(), "second by messages");
        assertEquals(1, sum.path("edges").size());
        assertEquals(2, sum.path("edgesLeftOut").asInt());
    }
}

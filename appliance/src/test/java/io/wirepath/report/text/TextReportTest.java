package io.wirepath.report.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.request.RequestTimes;
import io.wirepath.analyze.request.TimeSums;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.report.Report;
import io.wirepath.report.SampleReport;
import io.wirepath.report.text.TextSettings.Health;
import io.wirepath.sniffer.CaptureCounter;
import io.wirepath.sniffer.CounterSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TextReportTest {

    private static String text(boolean colour) {
        return text(SampleReport.make(), new Style(colour, 100), Health.WHERE_NOT_CLEAN);
    }

    private static String text(Report report, Style style, Health health) {
        return TextReport.of(report, new TextSettings(10, PatternRank.EXPECTED, health, false, false, style));
    }

    @Test
    void fitsAHundredColumns() {
        for (String line : text(false).lines().toList()) {
            assertTrue(line.length() <= 100, line);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 80, 132, 200, 500})
    void isAsWideAsTheTerminal(int columns) {
        String text = text(SampleReport.make(), new Style(false, columns), Health.ALL);
        int most = Math.min(200, Math.max(80, columns));
        assertEquals(
                List.of(), text.lines().filter(line -> line.length() > most).toList());
    }

    @Test
    void cutsNothingInAPipe() {
        TextTable table = new TextTable("<path", "<to");
        table.row("a".repeat(150), "b".repeat(150));
        StringBuilder to = new StringBuilder();
        table.print(to, new Style(false, 0));
        assertTrue(to.toString().contains("a".repeat(150) + "  " + "b".repeat(150)), to.toString());
    }

    @Test
    void putsALongLastColumnBelowItsRow() {
        TextTable table = new TextTable("count", "<id", "/path");
        table.row("1", "a", "web → app → " + "[db, mc] → ".repeat(8) + "mail");
        StringBuilder to = new StringBuilder();
        table.print(to, new Style(false, 80));
        assertTrue(to.toString().contains("mail"), to.toString());
        assertTrue(to.toString().lines().allMatch(line -> line.length() <= 80), to.toString());
    }

    @Test
    void cutsNamesSoThatTheyStayApart() {
        TextTable table = new TextTable("<host", "calls");
        table.row("web-frontend.production.cluster-one.example.co.in" + "x".repeat(50) + "1", "1");
        table.row("web-frontend.production.cluster-one.example.co.in" + "x".repeat(50) + "2", "2");
        StringBuilder to = new StringBuilder();
        table.print(to, new Style(false, 80));
        List<String> rows = to.toString()
                .lines()
                .skip(1)
                .map(line -> line.strip().split(" ", -1)[0])
                .toList();
        assertEquals(2, rows.stream().distinct().count(), to.toString());
        assertTrue(rows.stream().allMatch(row -> row.contains("…")), to.toString());
    }

    @Test
    void tellsOfCleanCapturesInOneLine() {
        Report sample = SampleReport.make();
        List<SnifferRecord> clean = IntStream.range(0, 505)
                .mapToObj(i -> new SnifferRecord(i, "s" + i, "s" + i, 10, 1, 2, Optional.empty(), List.of()))
                .toList();
        String text = text(with(sample, clean), new Style(false, 0), Health.WHERE_NOT_CLEAN);
        assertTrue(text.contains("CAPTURE HEALTH  505 captures, 5 050 frames, nothing lost\n"), text);
        assertFalse(text.contains("s17"), text);
    }

    @Test
    void givesEachOfManyCapturesThatLostALine() {
        Report sample = SampleReport.make();
        List<CounterSet.Value> lost = List.of(
                new CounterSet.Value(CaptureCounter.FRAMES, 10),
                new CounterSet.Value(CaptureCounter.DROPPED_RING_FULL, 3));
        List<SnifferRecord> dirty = IntStream.range(0, 505)
                .mapToObj(i -> new SnifferRecord(i, "s" + i, "s" + i, 10, 1, 2, Optional.empty(), lost))
                .toList();
        String text = text(with(sample, dirty), new Style(false, 0), Health.WHERE_NOT_CLEAN);
        List<String> lines =
                text.lines().filter(line -> line.matches("  s[0-9]+: .*")).toList();
        assertEquals(505, lines.size());
        assertTrue(lines.get(7).startsWith("  s7: 10 frames in 1 ns; 3 frames dropped because the ring"), lines.get(7));
        assertTrue(text.contains("CAPTURE HEALTH  505 captures, 5 050 frames, 505 not clean"), text);
    }

    private static Report with(Report report, List<SnifferRecord> inputs) {
        return new Report(
                report.title(), report.version(), report.analysis(), inputs, report.settings(), report.notes());
    }

    @Test
    void saysTheSameWithAndWithoutColour() {
        String plain = text(false);
        assertFalse(plain.contains("\u001b"), plain);
        String coloured = text(true);
        assertTrue(coloured.contains("\u001b[1;31m"), coloured);
        assertEquals(plain, coloured.replaceAll("\u001b\\[[0-9;]*m", ""));
    }

    @Test
    void putsFindingsFirstInAPipeAndLastOnATerminal() {
        String terminal = text(false);
        assertTrue(terminal.indexOf("app2 is 50.0 ms slower than app1") > terminal.indexOf("NOTES"), terminal);
        String text = text(SampleReport.make(), new Style(false, 0), Health.WHERE_NOT_CLEAN);
        List<Integer> places = List.of(
                text.indexOf("app2 is 50.0 ms slower than app1"),
                text.indexOf("PATHS"),
                text.indexOf("NODES"),
                text.indexOf("CALLS"),
                text.indexOf("CAPTURE HEALTH"),
                text.indexOf("NOTES"));
        assertEquals(places.stream().sorted().toList(), places);
        assertTrue(places.get(0) > 0, text);
    }

    @Test
    void ranksPathsAsAskedFor() {
        Report report = SampleReport.make();
        for (PatternRank rank : PatternRank.values()) {
            String text =
                    TextReport.of(report, new TextSettings(1, rank, Health.ALL, false, false, new Style(false, 100)));
            assertTrue(text.contains("PATHS  (1 of 2) by " + rank), text);
        }
    }

    @Test
    void saysHowManyPathsAreNotShownAndHowOftenTheyWereTaken() {
        TextSettings settings = new TextSettings(1, PatternRank.COUNT, Health.ALL, false, false, new Style(false, 100));
        String text = TextReport.of(SampleReport.make(), settings);
        assertTrue(text.contains("  1 more path, taken 40 times; --top N shows more\n"), text);
    }

    @Test
    void tellsTheNodesOfARoleApartWhereAsked() {
        assertFalse(text(false).contains("PATHS BY NODE"));
        String text = TextReport.of(
                SampleReport.make(),
                new TextSettings(10, PatternRank.EXPECTED, Health.ALL, true, false, new Style(false, 100)));
        List<String> lines = text.lines()
                .dropWhile(line -> !line.startsWith("PATHS BY NODE"))
                .limit(8)
                .toList();
        assertTrue(lines.get(1).endsWith("app before its request to redis"), text);
        assertTrue(lines.get(3).matches("  app2 +52.0 ms +52.\\d ms .* 1 +█"), text);
        assertTrue(lines.get(4).matches("  app1 +1 ms +1.00 ms .* 1 +█"), text);
    }

    @Test
    void tellsOfDamageInWords() {
        assertTrue(text(false).replaceAll("\\s+", " ").contains("damaged at packet 1235, offset 99"));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 ns",
        "999, 999 ns",
        "1000, 1 µs",
        "1234, 1.23 µs",
        "12345, 12.3 µs",
        "52345678, 52.3 ms",
        "999600000, 1000 ms",
        "1500000000, 1.50 s",
        "119000000000, 119 s",
        "300000000000, 5 min",
        "7200000000000, 2 h",
        "212520000000000, 2.46 days",
        "-2500000, -2.50 ms"
    })
    void writesTimesInThreeDigits(long nanos, String wanted) {
        assertEquals(wanted, Figures.time(nanos));
    }

    @Test
    void letsNoNameCommandTheTerminal() {
        assertEquals("web?[31m?? ü→", Figures.printable("web\u001b[31m\n\u202e ü→"));
    }

    @Test
    void whereTheTimeGoesAddsUpToOneTotalHoweverItIsGrouped() {
        Analysis analysis = SampleReport.make().analysis();
        String[] roles = new String[analysis.messages().nodes().size()];
        analysis.nodes().forEach(node -> roles[node.node()] = node.role());
        ServedCalls served = new ServedCalls(analysis.messages(), analysis.calls());
        RequestTimes times = RequestTimes.of(analysis.messages(), analysis.calls(), served, roles);
        TimeSums all = times.all();
        TimeSums parts = times.by(root -> root % 3 + "").values().stream()
                .reduce(TimeSums::plus)
                .orElseThrow();
        assertEquals(all.total(), parts.total());
        assertEquals(all.requests(), parts.requests());
        assertEquals(all.nanos(), parts.nanos());
        assertEquals(
                all.total(),
                all.nanos().values().stream().mapToDouble(own -> own).sum(),
                1);
        assertTrue(text(false).contains("WHERE THE TIME GOES  of " + all.requests()), text(false));
    }
}

package io.wirepath.appliance.report.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.report.Report;
import io.wirepath.appliance.report.SampleReport;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TextReportTest {

    private static String text(boolean colour) {
        return TextReport.of(SampleReport.make(), new TextSettings(10, PatternRank.EXPECTED, false, colour));
    }

    @Test
    void fitsAHundredColumns() {
        for (String line : text(false).lines().toList()) {
            assertTrue(line.length() <= 100, line);
        }
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
    void putsFindingsBeforeEverythingElse() {
        String text = text(false);
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
            String text = TextReport.of(report, new TextSettings(1, rank, false, false));
            assertTrue(text.contains("PATHS  (1 of 2) by " + rank), text);
        }
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
        "-2500000, -2.50 ms"
    })
    void writesTimesInThreeDigits(long nanos, String wanted) {
        assertEquals(wanted, Figures.time(nanos));
    }

    @Test
    void letsNoNameCommandTheTerminal() {
        assertEquals("web?[31m?? ü→", Figures.printable("web\u001b[31m\n\u202e ü→"));
    }
}

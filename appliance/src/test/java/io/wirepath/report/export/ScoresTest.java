package io.wirepath.report.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.loading.MessageDetails;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import io.wirepath.report.Report;
import io.wirepath.report.ReportJson;
import io.wirepath.report.SampleReport;
import io.wirepath.report.sum.CalledWindow;
import io.wirepath.report.sum.ReportSum;
import io.wirepath.report.text.PatternRank;
import io.wirepath.report.text.Style;
import io.wirepath.report.text.TextReport;
import io.wirepath.report.text.TextSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Convolution's numbers are called scores in every document, those of the others probabilities. */
final class ScoresTest {

    private static final Report CALLED = new CalledWindow(1, 30, 1).report();

    @TempDir
    private Path temp;

    @TempDir
    private Path kept;

    private static Report by(String algorithm) {
        return by(algorithm, SampleReport.make());
    }

    private static Report by(String algorithm, Report of) {
        Analysis own = of.analysis();
        Analysis renamed = new Analysis(
                algorithm,
                own.messages(),
                own.counted(),
                own.links(),
                own.calls(),
                own.patterns(),
                own.table(),
                own.nodes(),
                own.roles(),
                own.joins(),
                own.series(),
                List.of(),
                own.explanations());
        return new Report(of.title(), of.version(), renamed, of.inputs(), of.settings(), List.of(), of.merge());
    }

    private ObjectNode sum(Report of) throws IOException {
        ReportSum sum = new ReportSum();
        CalledWindow.add(of.analysis(), sum, kept);
        CalledWindow.add(of.analysis(), sum, kept);
        return sum.json(
                TimeSpan.ALWAYS, new ReportSum.Lists(0, 9, 9, 9), of.analysis().table());
    }

    private String documents(Report report) throws IOException {
        ObjectNode json = ReportJson.of(report);
        StringBuilder all = new StringBuilder()
                .append(json)
                .append(sum(by(report.analysis().algorithm(), CALLED)))
                .append(DotWriter.of(report, PatternRank.TIME, 10))
                .append(TextReport.of(
                        report,
                        new TextSettings(
                                10, PatternRank.TIME, TextSettings.Health.ALL, false, true, new Style(false, 100))));
        MessageDetails details = new MessageDetails();
        details.add(new MessageRecord()
                .wrap(ByteBuffer.allocate(MessageCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN), 0));
        CsvWriter.write(report, details, temp);
        try (Stream<Path> files = Files.list(temp)) {
            for (Path file : files.filter(each -> !each.endsWith("events.csv")).toList()) {
                all.append(Files.readString(file));
            }
        }
        return all.toString();
    }

    @Test
    void noDocumentOfConvolutionNamesAProbability() throws IOException {
        String all = documents(by("convolution"));
        assertFalse(all.toLowerCase(Locale.ROOT).contains("probabilit"), all);
        assertTrue(all.contains("meanLinkScore") && all.contains("max_score") && all.contains("maxScore"), all);
    }

    @Test
    void theOthersHaveNoScores() throws IOException {
        String all = documents(by("joint"));
        assertFalse(all.toLowerCase(Locale.ROOT).contains("score"), all);
    }

    @Test
    void aSumOfScoresHasTheirValues() throws IOException {
        ObjectNode scores = sum(by("convolution", CALLED));
        ObjectNode probabilities = sum(by("joint", CALLED));
        assertEquals(
                probabilities.path("totals").path("meanLinkProbability"),
                scores.path("totals").path("meanLinkScore"));
        assertTrue(scores.path("totals").path("meanLinkScore").asDouble() > 0);
        assertEquals(
                probabilities.path("patterns").path(0).path("root").path("probability"),
                scores.path("patterns").path(0).path("root").path("score"));
        assertEquals(
                1, scores.path("patterns").path(0).path("root").path("score").asDouble());
    }
}

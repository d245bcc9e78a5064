package io.wirepath.bench.accuracy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.LossySniffer;
import io.wirepath.analyze.truth.TraceGenerator;
import io.wirepath.analyze.whole.Algorithms;
import io.wirepath.appliance.synthetic.TraceFrames;
import io.wirepath.appliance.synthetic.TruthLines;
import io.wirepath.bench.MarkedPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class AccuracyBenchTest {

    @TempDir
    private Path directory;

    @Test
    void findsEveryCallOfASetThroughTheWholeChain() throws IOException {
        GeneratedTrace trace = TraceGenerator.generate(Trial.configuration("multi-tier"), 60, 1);
        TraceFrames.write(trace, LossySniffer.none(), 1, directory.resolve("a.pcap"));
        TruthLines.writeCalls(trace, directory.resolve("truth.jsonl"));
        AccuracyRow row =
                AccuracyRow.measure(Trial.recorded(RecordedSet.of(directory), 1), Algorithms.byName("nesting"));
        assertEquals(trace.calls().size(), row.links().found());
        assertEquals(0, row.links().extra());
        assertTrue(row.links().links() > 0.8, row.markdown());
    }

    @Test
    void saysWhatADirectoryLacks() {
        var e = assertThrows(IOException.class, () -> RecordedSet.of(directory));
        assertTrue(String.valueOf(e.getMessage()).contains("calls.jsonl"));
    }

    /** A clock 3 ms ahead that gains 80 ppm; every tenth sample is a second wrong. */
    @Test
    void takesOffsetAndDriftFromSamplesOfWhichSomeAreWrong() {
        List<ClockFit.Sample> samples = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            double at = i * 50_000.0;
            samples.add(new ClockFit.Sample(at, 3000 + 80e-6 * at + (i % 10 == 0 ? 1e6 : 0)));
        }
        ClockFit fit = ClockFit.of(samples);
        assertEquals(3000 + 80e-6 * 19e6, fit.ahead(19e6), 60);
        assertEquals(80e-6, fit.slope(), 5e-6);
    }

    @Test
    void takesNoDriftFromFewSamples() {
        ClockFit fit = ClockFit.of(List.of(new ClockFit.Sample(0, 5), new ClockFit.Sample(9e6, 7)));
        assertEquals(5, fit.ahead(4e6), "the shorter delay");
    }

    @Test
    void replacesTheTableBetweenItsMarks() throws IOException {
        Path file = directory.resolve("page.md");
        Files.writeString(file, "a\n<!-- bench/accuracy: x -->\nold\n<!-- end -->\nb\n");
        MarkedPage page = CommandLine.populateCommand(new MarkedPage(), "--markdown", file.toString());
        page.put("bench/accuracy: x", "new\n");
        String now = Files.readString(file);
        assertEquals("a\n<!-- bench/accuracy: x -->\n\nnew\n\n<!-- end -->\nb\n", now);
        assertThrows(IOException.class, () -> page.put("bench/accuracy: y", "new"));
        assertEquals(now, Files.readString(file));
        new MarkedPage().put("bench/accuracy: y", "no page was asked for");
    }

    @Test
    void writesEveryExperiment() throws IOException {
        new Experiments(List.of(Algorithms.byName("nesting")), 20, 1).write(directory, List.of(17, 19, 20, 21, 22));
        for (String name : List.of("figure17", "figure19", "figure20", "figure21", "figure22")) {
            List<String> lines = Files.readAllLines(directory.resolve(name + ".csv"));
            assertEquals("configuration,algorithm,x,y", lines.get(0));
            assertTrue(lines.size() > 5, name);
        }
    }
}

package io.wirepath.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.CallTable;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.imports.TrueParents;
import io.wirepath.merge.reconcile.MergeSettings;
import io.wirepath.report.ParentComparison;
import io.wirepath.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The samples of traces that are no captures, all written by real programs, against what is known of each. */
class RecordedTracesTest {

    private static Report analyse(@Nullable TrueParents truth, String... samples) throws IOException {
        Path directory = Path.of("..", "samples", "imports");
        MergeReading reading =
                new MergeReading(FlowSettings.defaults(), MergeSettings.defaults(), Console.ofProcess(), false, truth);
        return new AnalysisRun(reading, null, Inference.defaults(), CallSelection.of(List.of()))
                .run(
                        Stream.of(samples)
                                .map(name -> directory.resolve(name).toString())
                                .toList(),
                        null,
                        null)
                .report();
    }

    /** Calls that have a cause. */
    private static long caused(Analysis analysis) {
        return IntStream.of(analysis.calls().parent())
                .filter(parent -> parent >= 0)
                .count();
    }

    private static long unanswered(Analysis analysis) {
        CallTable calls = analysis.calls();
        return IntStream.range(0, calls.size())
                .filter(call -> calls.isUnanswered(analysis.messages(), call))
                .count();
    }

    @ParameterizedTest
    @CsvSource({"access.jsonl, 120, 60", "haproxy.log, 120, 60", "access.log, 40, 0"})
    void eachLineOfAnAccessLogIsARequestWithItsUpstream(String sample, int calls, int caused) throws IOException {
        Analysis analysis = analyse(null, sample).analysis();
        assertEquals(calls, analysis.calls().size());
        assertEquals(caused, caused(analysis));
        assertEquals(0, unanswered(analysis));
    }

    @ParameterizedTest
    @CsvSource({"otel.jsonl.gz", "zipkin.json.gz"})
    void spansOfOpenTelemetryHaveTheirCauses(String sample) throws IOException {
        ParentComparison found =
                Objects.requireNonNull(analyse(new TrueParents(), sample).comparison());
        assertEquals(731, found.calls());
        assertEquals(731, found.found());
        assertTrue(found.right() >= 715, found.right() + " of 731");
    }

    /** The web server, two applications and redis, each traced on a machine of its own. */
    @Test
    void processesThatWereTracedApartAreOneSystem() throws IOException {
        Analysis analysis = analyse(null, "web.strace.gz", "app1.strace.gz", "app2.strace.gz", "redis.strace.gz")
                .analysis();
        String names = String.join(
                " ",
                IntStream.range(0, analysis.messages().nodes().size())
                        .mapToObj(node ->
                                analysis.messages().nodes().get(node).name().replaceAll("\\[\\d+]", ""))
                        .distinct()
                        .sorted()
                        .toList());
        assertEquals("10.77.0.10 nginx node redis-server", names);
        String figures = analysis.calls().size() + " calls, " + caused(analysis) + " with a cause, "
                + unanswered(analysis) + " unanswered";
        // 112 requests of clients and as many of the web server, of which one in three asks redis twice; three were cut
        // off
        assertEquals(373, analysis.calls().size(), figures);
        assertEquals(3, unanswered(analysis), figures);
        assertTrue(caused(analysis) >= 255, figures);
    }
}

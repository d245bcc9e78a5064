package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.TraceGenerator;
import io.wirepath.appliance.serve.history.AnalysisAttempt;
import io.wirepath.appliance.serve.history.CallHistory;
import io.wirepath.appliance.serve.history.HistoryBounds;
import io.wirepath.appliance.serve.history.HistoryCounter;
import io.wirepath.appliance.serve.history.HistoryCounters;
import io.wirepath.appliance.serve.history.ReportHistory;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.appliance.serve.input.SnifferLedger;
import io.wirepath.appliance.serve.query.StandingQueries;
import io.wirepath.appliance.synthetic.TraceFile;
import io.wirepath.pipeline.Inference;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.LongSummaryStatistics;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hours of service by a made-up clock: two sniffers, one of them with a wrong clock, all the way to the history. */
class DayOfServiceTest {

    /** More than twice what was seen; two hours are too short to tell growth from tables that get their size. */
    private static final long MAX_HEAP = 80L << 20;

    private static final long SECOND = 1_000_000_000L;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long START = TraceGenerator.START_NANOS;
    private static final HistoryBounds MESSAGES = new HistoryBounds(64L << 20, 80 * MINUTE);
    private static final HistoryBounds REPORTS = new HistoryBounds(1L << 20, 80 * MINUTE);
    private static final int REQUESTS = 60;

    @TempDir
    private Path state;

    private long now = START;

    private static ServeSettings settings(Path state) {
        ServeSettings defaults = ServeSettings.defaults(state);
        return new ServeSettings(
                state,
                List.of(),
                defaults.merge(),
                new ServeTuning(
                        defaults.tuning().windows(), Inference.defaults().withAlgorithm("linking")),
                MESSAGES,
                REPORTS,
                defaults.past(),
                64L << 20,
                defaults.settleNanos(),
                defaults.patienceNanos(),
                MINUTE);
    }

    @Test
    void twoHours() throws IOException {
        List<Long> heap = serve(2);
        assertTrue(Collections.max(heap) < MAX_HEAP, () -> "bytes of heap after collections: " + heap);
    }

    @Test
    @Tag("slow")
    void aDay() throws IOException {
        assertFlat(serve(24));
    }

    /** Serves for so long, and gives the bytes of heap in use every ten minutes. */
    private List<Long> serve(int hours) throws IOException {
        ServeSettings settings = settings(state);
        HistoryCounters counters = new HistoryCounters();
        ReportHistory reports = new ReportHistory(state.resolve("windows"), REPORTS, counters);
        Published published = new Published();
        List<String> complaints = new ArrayList<>();
        AnalysisStage analysis = new AnalysisStage(
                new AnalysisAttempt(state.resolve("attempt")),
                reports,
                new CallHistory(state.resolve("calls"), settings.messages().quarter(), counters),
                published,
                new StandingQueries(state, complaints::add),
                () -> 0,
                complaints::add);
        GeneratedTrace trace = TraceGenerator.generate(
                TraceFile.named("multi-tier-slow").configuration().withInstances(1), REQUESTS, 1);
        GeneratedFeed one = new GeneratedFeed("one", trace, 0, START, () -> now);
        GeneratedFeed other = new GeneratedFeed("other", trace, 700 * SECOND / 1000, START, () -> now);
        List<Long> heap = new ArrayList<>();
        long[] counted = {0};
        try (MergeStage merge = MergeStage.resume(
                settings,
                new ServeControl(settings.tuning(), line -> {}),
                new SnifferLedger(),
                new KeptState(settings, reports, counters),
                job -> {
                    analysis.analyse(job);
                    counted[0] += reports.summary(WindowId.of(job.messages().core()))
                            .orElseThrow()
                            .path("messages")
                            .asLong();
                })) {
            merge.add(one);
            merge.add(other);
            for (long end = START + hours * HOUR; now < end; now += SECOND) {
                merge.step(now);
                if ((now - START) % (10 * MINUTE) == 0 && now > START + 20 * MINUTE) {
                    heap.add(usedHeap());
                    assertWithinBounds(merge.view(now), reports);
                }
            }
            assertEquals(List.of(), complaints);
            assertEquals(0, merge.view(now).windows().get(2).value(), "late messages");
        }
        long minutes = hours * 60L;
        assertTrue(published.get(ServeCounter.WINDOWS_ANALYSED) >= minutes - 2, "windows analysed");
        long whole = published.get(ServeCounter.WINDOWS_ANALYSED) * one.messagesAMinute();
        assertEquals(whole, counted[0], "each message of each minute, once, though two sniffers saw it");
        assertTrue(counters.get(HistoryCounter.REPORTS_DELETED) > 0
                && counters.get(HistoryCounter.MESSAGE_FOLDERS_DELETED) > 0);
        assertEquals(0, counters.get(HistoryCounter.DISK_WAITS));
        return heap;
    }

    private static void assertWithinBounds(MergeView view, ReportHistory reports) {
        assertTrue(view.messageBytes() <= MESSAGES.maxBytes(), view.messageBytes() + " bytes of messages");
        assertTrue(reports.bytes() <= REPORTS.maxBytes(), reports.bytes() + " bytes of reports");
        assertTrue(view.windowBytes() < 8 << 20, view.windowBytes() + " bytes of open windows");
    }

    /**
     * Tables grow to their size in the first hours, and generations come and go within an hour; after that neither the
     * least nor the most that is used grows, but for noise.
     */
    private static void assertFlat(List<Long> heap) {
        int settled = heap.size() / 4;
        int later = heap.size() * 5 / 8;
        LongSummaryStatistics before = used(heap.subList(settled, later));
        LongSummaryStatistics after = used(heap.subList(later, heap.size()));
        assertTrue(after.getMin() - before.getMin() < 4 << 20, "least bytes of heap after collections: " + heap);
        assertTrue(after.getMax() - before.getMax() < 4 << 20, "most bytes of heap after collections: " + heap);
    }

    private static LongSummaryStatistics used(List<Long> heap) {
        return heap.stream().mapToLong(Long::longValue).summaryStatistics();
    }

    private static long usedHeap() {
        Runtime runtime = Runtime.getRuntime();
        System.gc();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}

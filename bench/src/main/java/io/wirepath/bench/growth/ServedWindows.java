package io.wirepath.bench.growth;

import io.wirepath.analyze.host.HostLog;
import io.wirepath.appliance.serve.WindowAnalyst;
import io.wirepath.appliance.serve.WindowJob;
import io.wirepath.appliance.serve.WindowReport;
import io.wirepath.appliance.serve.history.HistoryBounds;
import io.wirepath.appliance.serve.history.HistoryCounters;
import io.wirepath.appliance.serve.history.ReportHistory;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.causes.window.SlidingWindows;
import io.wirepath.causes.window.WindowMessages;
import io.wirepath.causes.window.WindowSettings;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.reconcile.MergeSettings;
import io.wirepath.pipeline.Console;
import io.wirepath.pipeline.Inference;
import io.wirepath.pipeline.MergeReading;
import io.wirepath.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What {@code serve} does with captures, by one thread and without a clock: merges, cuts windows of the default length,
 * analyses each with what those before it taught, and keeps its report, page and sums.
 */
final class ServedWindows {

    /** What a service in a heap of 512 MB holds of open windows. */
    private static final long HELD_BYTES = 512 * 1024 * 1024L / 12;

    private final WindowSettings settings = WindowSettings.defaults();
    private final WindowAnalyst analyst = new WindowAnalyst();
    private final ReportHistory history;
    private int kept;

    private ServedWindows(Path directory) throws IOException {
        history = new ReportHistory(directory, new HistoryBounds(1L << 30, Long.MAX_VALUE), new HistoryCounters());
    }

    /** Serves these captures, and tells how many windows were kept. */
    static int of(List<String> captures, Path directory, Console console) throws IOException {
        ServedWindows served = new ServedWindows(directory);
        SlidingWindows windows = new SlidingWindows(served.settings, HELD_BYTES);
        new MergeReading(FlowSettings.defaults(), MergeSettings.defaults(), console, false)
                .read(captures, windows::offer, sniffer -> {}, note -> {});
        windows.finish(served::window);
        return served.kept;
    }

    private void window(WindowMessages window) {
        WindowJob job = new WindowJob(
                window,
                window.core().toNanos() - settings.beforeNanos(),
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                null,
                HostLog.NONE,
                List.of(),
                Inference.defaults());
        Report report = analyst.analyse(job);
        history.put(WindowId.of(window.core()), WindowReport.of(window.core(), window.whole(), report));
        kept++;
    }
}

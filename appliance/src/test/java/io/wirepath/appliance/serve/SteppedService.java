package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.appliance.serve.history.AnalysisAttempt;
import io.wirepath.appliance.serve.history.CallHistory;
import io.wirepath.appliance.serve.history.HistoryCounters;
import io.wirepath.appliance.serve.history.ReportHistory;
import io.wirepath.appliance.serve.input.SnifferLedger;
import io.wirepath.appliance.serve.input.SpoolFeed;
import io.wirepath.appliance.serve.query.StandingQueries;
import io.wirepath.causes.window.WindowSettings;
import io.wirepath.pipeline.Inference;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The stages of a service in one thread and by a made-up clock: what they keep depends on the spools alone. */
final class SteppedService {

    private static final long SECOND = 1_000_000_000L;

    /** Long enough for the last window to be complete. */
    private static final long SECONDS = 600;

    private final ServeSettings settings;
    private final List<String> complaints = new ArrayList<>();
    private final Published published = new Published();

    SteppedService(Path state, WindowSettings windows) {
        settings = ServeSettings.defaults(state).withTuning(new ServeTuning(windows, Inference.defaults()));
    }

    ServeSettings settings() {
        return settings;
    }

    /** What it shows of itself. */
    Published published() {
        return published;
    }

    /** Reads all of these spools and analyses every window. */
    ReportHistory serve(List<Path> spools, long startNanos) throws IOException {
        Path state = settings.state();
        HistoryCounters counters = new HistoryCounters();
        ReportHistory reports = new ReportHistory(state.resolve("windows"), settings.reports(), counters);
        AnalysisStage analysis = new AnalysisStage(
                new AnalysisAttempt(state.resolve("attempt")),
                reports,
                new CallHistory(state.resolve("calls"), settings.messages().quarter(), counters),
                published,
                new StandingQueries(state, complaints::add),
                () -> 0,
                complaints::add);
        SnifferLedger ledger = new SnifferLedger();
        ServeControl control = new ServeControl(settings.tuning(), complaints::add);
        KeptState kept = new KeptState(settings, reports, counters);
        try (MergeStage merge = MergeStage.resume(settings, control, ledger, kept, analysis::analyse)) {
            for (Path spool : spools) {
                merge.add(new SpoolFeed(spool.getFileName().toString(), spool, ledger));
            }
            for (long now = startNanos; now < startNanos + SECONDS * SECOND; now += SECOND) {
                merge.step(now);
            }
        }
        assertEquals(List.of(), complaints);
        return reports;
    }
}

package io.wirepath.appliance.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.path.RoleMemory;
import io.wirepath.analyze.row.FindingRow;
import io.wirepath.appliance.serve.history.AnalysisAttempt;
import io.wirepath.appliance.serve.history.CallHistory;
import io.wirepath.appliance.serve.history.ReportHistory;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.appliance.serve.query.StandingQueries;
import io.wirepath.appliance.serve.spans.SpanExport;
import io.wirepath.causes.LongPolls;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.pipeline.Version;
import io.wirepath.report.FieldJson;
import io.wirepath.report.Report;
import io.wirepath.report.ReportJson;
import io.wirepath.report.SiteIds;
import io.wirepath.report.SumsJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** From windows to reports: analyses, keeps, shows. Used by one thread. */
final class AnalysisStage {

    /** A look takes a quarter of the time, at most. */
    private static final int PAUSES_OF_A_LOOK = 3;

    private static final String COARSER =
            "%d messages of those who send most are left out: a window before this one took longer than it lasts.";

    private final RoleMemory roles = new RoleMemory();
    private final LongPolls longPolls = new LongPolls();
    private final WindowAnalyst analyst = new WindowAnalyst(roles, longPolls);
    private final WindowAnalyst looking = new WindowAnalyst(roles, longPolls);
    private final AnalysisAttempt attempt;
    private final ReportHistory history;
    private final CallHistory calls;
    private final Published published;
    private final StandingQueries queries;
    private final LongSupplier ticker;
    private final Consumer<String> log;
    private final TimeBudget budget = new TimeBudget();
    private long notBefore = Long.MIN_VALUE;

    /**
     * Analyses.
     *
     * @param attempt remembers what is being analysed
     * @param ticker tells durations, in nanoseconds from anywhere
     * @param log takes a line for each analysis that failed
     */
    AnalysisStage(
            AnalysisAttempt attempt,
            ReportHistory history,
            CallHistory calls,
            Published published,
            StandingQueries queries,
            LongSupplier ticker,
            Consumer<String> log) {
        this.attempt = attempt;
        this.history = history;
        this.calls = calls;
        this.published = published;
        this.queries = queries;
        this.ticker = ticker;
        this.log = log;
    }

    /**
     * Analyses a window, unless that ended the service before. Whatever goes wrong is told in its report; the next
     * window is another chance.
     */
    void analyse(WindowJob job) {
        TimeSpan core = job.messages().core();
        WindowId id = WindowId.of(core);
        long start = ticker.getAsLong();
        ObjectNode whole = WindowReport.begun(core, job.messages().whole());
        ObjectNode summary = WindowReport.summary(whole);
        ServeCounter outcome = ServeCounter.WINDOWS_FAILED;
        Report analysed = null;
        long bound = budget.mostMessages();
        try {
            attempt.setAside(id.toString()).ifPresent(why -> {
                throw new IllegalStateException(why + "; it is set aside, and its messages are kept");
            });
            attempt.begin(id.toString());
            Report report = analyst.analyse(job, bound);
            budget.took(analyst.messages(), ticker.getAsLong() - start, core.toNanos() - core.fromNanos());
            WindowReport.complete(whole, report, job.viewChanges());
            summary.put("analysisNanos", ticker.getAsLong() - start);
            calls.put(id, report.analysis());
            queries.window(report, ticker);
            analysed = report;
            if (report.ids() != null) {
                whole.set(WindowReport.IDS_SO_FAR, FieldJson.of(SiteIds.FIELDS, published.measured(report.ids())));
            }
            outcome = ServeCounter.WINDOWS_ANALYSED;
            if (bound < Long.MAX_VALUE && analyst.leftOut() > 0) {
                published.count(ServeCounter.WINDOWS_COARSER);
                whole.withArray("notes").add(COARSER.formatted(analyst.leftOut()));
            }
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            String problem = "The analysis of window " + id + " failed: " + e;
            log.accept(problem);
            summary.put("failed", true);
            whole.put("format", ReportJson.FORMAT);
            whole.put("program", "wirepath " + Version.text());
            whole.put("title", job.title());
            whole.putArray("notes").add(problem);
        }
        whole.putArray(FindingLog.OPENED).addAll(published.findings().opened());
        history.put(id, whole);
        published.findings().take(id, whole, history::sums);
        if (analysed != null) {
            // once the report is kept, no start analyses the window again: its spans are not sent twice
            sendSpans(id, analysed);
        }
        attempt.end();
        published.analysed(whole, ticker.getAsLong() - start, outcome);
    }

    private void sendSpans(WindowId id, Report report) {
        SpanExport spans = published.spans();
        try {
            if (spans != null) {
                spans.window(report, analyst.details());
            }
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            log.accept("The spans of window " + id + " are not sent: " + e);
        }
    }

    /** Looks at the latest seconds for what cannot wait until their window is complete. */
    void look(WindowJob latest) {
        long start = ticker.getAsLong();
        if (start < notBefore) {
            return;
        }
        try {
            Report report = looking.analyse(latest);
            List<ObjectNode> found = new ArrayList<>();
            report.analysis().findings().forEach(own -> found.add(FieldJson.of(FindingRow.FIELDS, own)));
            Map<String, String> roles = new HashMap<>();
            NodeTable nodes = report.analysis().messages().nodes();
            report.analysis()
                    .roles()
                    .forEach(role -> role.nodes()
                            .forEach(node -> roles.put(nodes.get(node).name(), role.name())));
            published
                    .findings()
                    .look(
                            found,
                            roles,
                            () -> SumsJson.builder(report.analysis()).of(TimeSpan.ALWAYS),
                            history::sums);
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            log.accept("A look at the latest seconds failed: " + e);
        }
        long end = ticker.getAsLong();
        notBefore = end + PAUSES_OF_A_LOOK * (end - start);
    }
}

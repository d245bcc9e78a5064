package io.wirepath.appliance.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.spans.SpanExport;
import io.wirepath.report.SiteIds;
import io.wirepath.sniffer.CounterSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the stages show of themselves to who asks: the API, the metrics, the health. Thread-safe. */
public final class Published {

    private final CounterSet<ServeCounter> counters = new CounterSet<>(ServeCounter.class);
    private final FindingLog findings = new FindingLog(this::count);
    private volatile @Nullable MergeView merge;
    private volatile @Nullable ObjectNode latest;
    private volatile @Nullable SpanExport spans;
    private volatile long mergeBeatNanos;
    private volatile long analysisSinceNanos = Long.MIN_VALUE;
    private long analysisNanos;
    private long lastAnalysisNanos;
    private @Nullable SiteIds ids;

    /** How the merge stands; null before its first round. */
    public @Nullable MergeView merge() {
        return merge;
    }

    /** Findings as they begin and end. */
    public FindingLog findings() {
        return findings;
    }

    /**
     * The summary of the latest window's report, read-only, and another object for each report; null before the first.
     * The report itself may have hundreds of megabytes: it is on disk.
     */
    public @Nullable ObjectNode latest() {
        return latest;
    }

    /** What sends spans of requests; null where nobody wants them. */
    public @Nullable SpanExport spans() {
        return spans;
    }

    /** Spans of the windows from now on go there. */
    public void spansTo(SpanExport export) {
        spans = export;
    }

    /** When the merge thread last showed that it lives, by this machine's clock. */
    public long mergeBeatNanos() {
        return mergeBeatNanos;
    }

    /** Since when the present analysis runs; Long.MIN_VALUE where none does. */
    public long analysisSinceNanos() {
        return analysisSinceNanos;
    }

    /** How long all analyses took. */
    public synchronized long analysisNanos() {
        return analysisNanos;
    }

    /** How long the latest analysis took. */
    public synchronized long lastAnalysisNanos() {
        return lastAnalysisNanos;
    }

    /** The counters of the windows' analysis. */
    public synchronized List<CounterSet.Value> counters() {
        return counters.values();
    }

    /** One counter. */
    public synchronized long get(ServeCounter counter) {
        return counters.get(counter);
    }

    /** Links against identifiers in requests, of all windows since the start; null where none carried any. */
    public synchronized @Nullable SiteIds ids() {
        return ids;
    }

    synchronized SiteIds measured(SiteIds window) {
        ids = window.plus(ids == null ? SiteIds.NOTHING : ids);
        return ids;
    }

    synchronized void count(ServeCounter counter) {
        counters.increment(counter);
    }

    synchronized void analysed(ObjectNode report, long tookNanos, ServeCounter outcome) {
        found(WindowReport.summary(report));
        counters.increment(outcome);
        analysisNanos += tookNanos;
        lastAnalysisNanos = tookNanos;
    }

    void found(ObjectNode summary) {
        latest = summary;
    }

    void show(MergeView view) {
        merge = view;
    }

    void beat(long nowNanos) {
        mergeBeatNanos = nowNanos;
    }

    void analysing(long sinceNanos) {
        analysisSinceNanos = sinceNanos;
    }
}

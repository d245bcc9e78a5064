package io.wirepath.appliance.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.appliance.serve.history.ReportHistory;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.causes.TimeSpan;
import io.wirepath.report.Report;
import io.wirepath.report.ReportJson;
import io.wirepath.report.sum.KeptSums;
import java.util.List;

/** The report of a window as it is kept: a summary first, then what {@code analyze --json} prints. Pure. */
public final class WindowReport {

    /** Links against identifiers in requests, of all windows since the service started. */
    static final String IDS_SO_FAR = "siteIdsSoFar";

    private WindowReport() {}

    /**
     * All of it.
     *
     * @param core the time that is counted
     * @param seen the same and the margins
     */
    public static ObjectNode of(TimeSpan core, TimeSpan seen, Report report) {
        ObjectNode whole = begun(core, seen);
        complete(whole, report, List.of());
        return whole;
    }

    /** Which window it is; nothing of it is known yet. */
    static ObjectNode begun(TimeSpan core, TimeSpan seen) {
        ObjectNode whole = JsonNodeFactory.instance.objectNode();
        whole.putObject(ReportHistory.SUMMARY)
                .put("id", WindowId.of(core).toString())
                .put("fromNanos", core.fromNanos())
                .put("toNanos", core.toNanos())
                .put("seenFromNanos", seen.fromNanos())
                .put("seenToNanos", seen.toNanos());
        return whole;
    }

    /**
     * Adds what the analysis found.
     *
     * @param viewChanges when what the sniffers see became another, ns since the epoch
     */
    static void complete(ObjectNode whole, Report report, List<Long> viewChanges) {
        ObjectNode json = ReportJson.of(report);
        ViewChanges.explain(json, viewChanges);
        double paths = 0;
        for (PathPattern pattern : report.analysis().patterns()) {
            paths += pattern.expectedCount();
        }
        JsonNode totals = json.path("totals");
        summary(whole)
                .put("messages", totals.path("messages").asLong())
                .put("calls", totals.path("calls").asLong())
                .put("patterns", report.analysis().patterns().size())
                .put("expectedPaths", paths)
                .put("algorithm", report.analysis().algorithm())
                .put(
                        "problems",
                        json.path("findings")
                                .valueStream()
                                .filter(own -> own.path("severity").asText().equals(FindingLog.PROBLEM))
                                .count());
        whole.setAll(json);
        whole.put(KeptSums.FIELD, KeptSums.of(report.analysis()));
    }

    /** The summary of a report that was begun. */
    static ObjectNode summary(ObjectNode whole) {
        return whole.withObject("/" + ReportHistory.SUMMARY);
    }
}

package io.wirepath.appliance.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.compare.Comparison;
import io.wirepath.appliance.serve.history.CallHistory;
import io.wirepath.appliance.serve.history.ReportHistory;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.appliance.serve.lifelines.KeptRequest;
import io.wirepath.causes.TimeSpan;
import io.wirepath.pipeline.Version;
import io.wirepath.report.html.IncidentPage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the report of one incident of what is kept: its finding, sums of its time, and the calls of its window. */
public final class IncidentReport {

    /** Requests of each kind. */
    private static final int MAX_REQUESTS = 3;

    private static final long MINUTE = 60_000_000_000L;
    private static final long MIN_BEFORE_NANOS = 10 * MINUTE;
    private static final long MAX_BEFORE_NANOS = 60 * MINUTE;

    private final ReportHistory reports;
    private final CallHistory calls;

    /** Of what these keep. */
    public IncidentReport(ReportHistory reports, CallHistory calls) {
        this.reports = reports;
        this.calls = calls;
    }

    /** Everything that began and ended in the windows that are kept, told again. */
    public FindingLog replayed() {
        FindingLog log = new FindingLog(notFollowed -> {});
        for (WindowId id : reports.windows(Long.MIN_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE)) {
            reports.report(id, FindingLog.FIELDS).ifPresent(report -> log.takeQuietly(id, report, reports::sums));
        }
        return log;
    }

    /** The page of a finding of a {@link FindingLog}. */
    public String page(ObjectNode finding) {
        return IncidentPage.of(new IncidentPage.Incident(
                finding,
                requests(finding, false),
                requests(finding, true),
                compared(finding),
                "wirepath " + Version.text()));
    }

    /** The requests of its examples; some of those that were as usual, or of those that were not. */
    private List<ObjectNode> requests(ObjectNode finding, boolean usual) {
        List<ObjectNode> requests = new ArrayList<>();
        Set<Long> roots = new HashSet<>();
        WindowId.parse(finding.path("window").asText()).flatMap(calls::calls).ifPresent(kept -> {
            for (JsonNode example : finding.path("incident").path("examples")) {
                if (example.path("usual").asBoolean() == usual && requests.size() < MAX_REQUESTS) {
                    Optional<ObjectNode> request =
                            KeptRequest.of(kept, example.path("call").asInt());
                    request.filter(own -> roots.add(own.path("call").asLong())).ifPresent(requests::add);
                }
            }
        });
        return requests;
    }

    /**
     * Its time, or of what comes and goes the first time of it, against the time before, as long as it is itself within
     * bounds; null where either is too short.
     */
    private @Nullable Comparison compared(ObjectNode finding) {
        long onset = finding.path("onsetNanos").asLong();
        long last = finding.path("endNanos")
                .asLong(reports.newest().map(WindowId::toNanos).orElse(onset));
        long end = finding.path("pauses").path(0).path("fromNanos").asLong(last);
        long before = Math.max(MIN_BEFORE_NANOS, Math.min(MAX_BEFORE_NANOS, end - onset));
        try {
            return Comparison.of(
                    reports.sums(new TimeSpan(onset - before, onset)),
                    reports.sums(new TimeSpan(onset, Math.max(onset, end))));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}

package io.wirepath.analyze.finding;

import io.wirepath.analyze.compare.Replicas;
import io.wirepath.analyze.incident.IncidentCase;
import io.wirepath.analyze.incident.Incidents;
import io.wirepath.analyze.incident.UnevenShare;
import io.wirepath.analyze.incident.WindowRequests;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The findings that need no more than the requests that sums of windows tell of. Pure. */
public final class WindowFindings {

    private WindowFindings() {}

    /** Problems first, then notices, then facts. */
    public static List<Finding> of(WindowRequests windows) {
        PlaceNames names = new PlaceNames(windows.names(), windows.roles());
        List<IncidentCase> cases = Incidents.of(windows);
        List<Finding> findings = new ArrayList<>(IncidentFindings.findings(cases, names, null));
        findings.addAll(
                SlowReplica.of(names, node -> true, delays(windows), (node, rest, own) -> "Own times were compared."));
        findings.addAll(UnevenShares.of(names, UnevenShare.of(windows), cases, own -> 0));
        for (int node = 0; node < names.nodes().size(); node++) {
            findings.addAll(FailureOrigin.ofAnswers(names.node(node), windows.answered(node), windows.failed(node)));
        }
        findings.sort(Comparator.comparing(Finding::severity));
        return Findings.merged(findings);
    }

    /** By kind of request, whoever asks: clients are one. */
    private static Replicas delays(WindowRequests windows) {
        int size = windows.size();
        Replicas delays = size == 0 ? new Replicas(0, 0) : new Replicas(windows.began(0), windows.began(size - 1));
        for (int request = 0; request < size; request++) {
            if (windows.isTimed(request)) {
                long own = windows.servedNanos(request);
                delays.add(
                        windows.server(request), windows.began(request), MessageTable.NONE, windows.kind(request), own);
            }
        }
        return delays;
    }

    /**
     * What changed within one run, as nothing did within another run of the system: that run is no steady one, and its
     * parts differ where the whole of both may look alike. Problems first, then notices, then facts.
     */
    public static List<Finding> changesOf(WindowRequests run, WindowRequests other) {
        List<Set<String>> known =
                Incidents.of(other).stream().map(own -> signature(own, other)).toList();
        List<IncidentCase> cases = Incidents.of(run).stream()
                .filter(each -> !known.contains(signature(each, run)))
                .toList();
        return IncidentFindings.findings(cases, new PlaceNames(run.names(), run.roles()), null).stream()
                .sorted(Comparator.comparing(Finding::severity))
                .toList();
    }

    /** What changed where. */
    private static Set<String> signature(IncidentCase own, WindowRequests run) {
        Set<String> signature = new TreeSet<>();
        signature.add(own.cause().kind().name());
        own.cause().nodes().forEach(node -> signature.add("at " + run.names().get(node)));
        own.cause().peers().forEach(node -> signature.add("to " + run.names().get(node)));
        return signature;
    }
}

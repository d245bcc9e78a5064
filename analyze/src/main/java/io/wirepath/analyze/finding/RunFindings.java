package io.wirepath.analyze.finding;

import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.compare.Replicas;
import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.incident.IncidentCase;
import io.wirepath.analyze.incident.RunIncidents;
import io.wirepath.analyze.path.RoleSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a reader should see first of many windows together: what changed, which replica is slower than its peers or
 * gets another share than they, and which node fails. Pure.
 */
public final class RunFindings {

    /** The sums of windows do not tell who asked. */
    private static final int ANY_CALLER = 0;

    private RunFindings() {}

    /** Problems first, then notices, then facts. */
    public static List<Finding> of(RunIncidents windows) {
        PlaceNames names = new PlaceNames(windows.nodes(), windows.roles());
        List<IncidentCase> cases = windows.cases();
        List<Finding> findings = new ArrayList<>(IncidentFindings.findings(cases, names, null));
        slowReplicas(windows, names, findings);
        windows.unevenShares().stream()
                .filter(own -> !UnevenShares.isExplained(cases, names.roles().get(own.role())))
                .forEach(own -> findings.add(UnevenShares.finding(names, own)));
        failures(windows, names, findings);
        findings.sort(Comparator.comparing(Finding::severity));
        return Findings.merged(findings);
    }

    /**
     * What changed within one run, as nothing did within another run of the system: that run is no steady one, and its
     * parts differ where the whole of both may look alike. Problems first, then notices, then facts.
     */
    public static List<Finding> changesOf(RunIncidents run, RunIncidents other) {
        List<Set<String>> known =
                other.cases().stream().map(own -> signature(own, other)).toList();
        List<IncidentCase> incidentCases = run.cases().stream()
                .filter(each -> !known.contains(signature(each, run)))
                .toList();
        List<Finding> findings = new ArrayList<>(
                IncidentFindings.findings(incidentCases, new PlaceNames(run.nodes(), run.roles()), null));
        findings.sort(Comparator.comparing(Finding::severity));
        return findings;
    }

    /** What changed where. */
    private static Set<String> signature(IncidentCase own, RunIncidents run) {
        Set<String> signature = new TreeSet<>();
        signature.add(own.cause().kind().name());
        own.cause().nodes().forEach(node -> signature.add("at " + run.nodes().get(node)));
        own.cause().peers().forEach(node -> signature.add("to " + run.nodes().get(node)));
        return signature;
    }

    private static void slowReplicas(RunIncidents windows, PlaceNames names, List<Finding> to) {
        int comparisons = names.roles().stream()
                .mapToInt(role -> role.nodes().size() < 2 ? 0 : role.nodes().size())
                .sum();
        for (RoleSummary role : names.roles()) {
            if (role.nodes().size() >= 2) {
                Replicas delays = delays(windows, role.nodes());
                for (int node : role.nodes()) {
                    List<Integer> rest =
                            role.nodes().stream().filter(other -> other != node).toList();
                    Replicas.OfCallers own = delays.contrast(node, rest);
                    if (own != null && SlowReplica.isReportable(own.contrast(), comparisons)) {
                        to.add(SlowReplica.finding(names, node, rest, own, null, "Own times were compared."));
                    }
                }
            }
        }
    }

    private static Replicas delays(RunIncidents windows, List<Integer> nodes) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int node : nodes) {
            Observations own = windows.own(node);
            first = own.size() == 0 ? first : Math.min(first, own.nanos(0));
            last = own.size() == 0 ? last : Math.max(last, own.nanos(own.size() - 1));
        }
        Replicas delays = new Replicas(Math.min(first, last), last);
        for (int node : nodes) {
            Observations own = windows.own(node);
            for (int at = 0; at < own.size(); at++) {
                delays.add(node, own.nanos(at), ANY_CALLER, own.kindKey(at), Math.round(own.value(at)));
            }
        }
        return delays;
    }

    private static void failures(RunIncidents windows, PlaceNames names, List<Finding> to) {
        for (int node = 0; node < names.nodes().size(); node++) {
            Observations own = windows.failed(node);
            double failed = own.sum();
            if (FailureOrigin.isReportable(failed, own.size())) {
                double share = failed / own.size();
                to.add(new Finding(
                        FailureOrigin.isProblem(failed, share) ? Severity.PROBLEM : Severity.NOTICE,
                        "failures-begin",
                        names.node(node) + " answers " + DelayText.share(share) + " of its requests with an error",
                        "About " + Math.round(failed) + " of " + own.size() + " answers of " + names.node(node)
                                + " are errors although no call that it made for the request failed.",
                        List.of(names.node(node)),
                        0,
                        0));
            }
        }
    }
}

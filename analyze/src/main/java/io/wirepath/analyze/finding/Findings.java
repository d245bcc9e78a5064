package io.wirepath.analyze.finding;

import io.wirepath.analyze.change.Change;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** All detectors in order of what a reader wants to know first. */
public final class Findings {

    private static final List<Detector> DETECTORS = List.of(
            new IncidentFindings(),
            new MemoryBounds(),
            new SlowReplica(),
            new UnreachableServers(),
            new RefusedLogIns(),
            new UnevenShares(),
            new FailureOrigin(),
            new NetworkLoss(),
            new UnansweredCalls(),
            new RareSlowPath(),
            new RepeatedCalls(),
            new SenderWaits(),
            new WaitsInTurn(),
            new AmbiguousLinks(),
            new UnseenReceivers(),
            new JoinNodes(),
            new WhereTimeGoes(),
            new StreamedAnswers(),
            new PathsLeftOut(),
            new EncryptedStreams(),
            new SharedAddresses());

    /** Kinds that tell a fault without its time, with the kind that tells it with its time. */
    private static final Map<String, String> DATED = Map.of(
            "failures-begin", "errors-since",
            "network-loss", "network-loss-since",
            "connections-fail", "unreachable-since",
            "log-ins-refused", "unreachable-since");

    private Findings() {}

    /** Findings of all detectors: problems first, then notices, then facts; within each in order of the detectors. */
    public static List<Finding> of(DetectorInput input) {
        return merged(DETECTORS.parallelStream()
                .flatMap(detector -> detector.detect(input).stream())
                .sorted(Comparator.comparing(Finding::severity))
                .toList());
    }

    /** What another finding tells with its time goes into the detail of that. */
    static List<Finding> merged(List<Finding> all) {
        List<Finding> once = new ArrayList<>();
        for (Finding each : all) {
            if (all.stream().noneMatch(other -> isDated(each, other))) {
                String more = all.stream()
                        .filter(other -> isDated(other, each))
                        .map(other -> " " + more(other))
                        .collect(Collectors.joining());
                once.add(more.isEmpty() ? each : each.withHow(each.how() + more));
            }
        }
        return once;
    }

    /**
     * Shares of the whole capture beside those since the onset would be two figures for one thing: failures are told in
     * numbers. Why who logs in is refused stands in the title.
     */
    private static String more(Finding undated) {
        return switch (undated.kind()) {
            case "network-loss", "slow-replica" -> undated.title() + ".";
            case "log-ins-refused" -> undated.title() + ". " + undated.how();
            default -> undated.how();
        };
    }

    private static boolean isDated(Finding undated, Finding dated) {
        return (dated.kind().equals(DATED.get(undated.kind())) || isMeanOf(undated, dated))
                && Set.copyOf(dated.nodes()).equals(Set.copyOf(undated.nodes()));
    }

    /** Whether a replica is slower on average because it is at some times, again and again. */
    private static boolean isMeanOf(Finding undated, Finding dated) {
        Change change = dated.change();
        return undated.kind().equals("slow-replica")
                && dated.kind().equals("slower-since")
                && change != null
                && !change.pauses().isEmpty()
                && undated.effectNanos() < dated.effectNanos();
    }
}

package io.wirepath.analyze.finding;

import java.util.Comparator;
import java.util.List;

/** All detectors in order of what a reader wants to know first. */
public final class Findings {

    private static final List<Detector> DETECTORS = List.of(
            new IncidentFindings(),
            new SlowReplica(),
            new FailureOrigin(),
            new NetworkLoss(),
            new UnansweredCalls(),
            new RareSlowPath(),
            new AmbiguousLinks(),
            new JoinNodes(),
            new WhereTimeGoes(),
            new DominantHop(),
            new PathsLeftOut(),
            new EncryptedStreams());

    private Findings() {}

    /** Findings of all detectors: problems first, then notices, then facts; within each in order of the detectors. */
    public static List<Finding> of(Evidence evidence) {
        return DETECTORS.stream()
                .flatMap(detector -> detector.detect(evidence).stream())
                .sorted(Comparator.comparing(Finding::severity))
                .toList();
    }
}

package io.wirepath.report.compare;

import io.wirepath.analyze.compare.Comparison;
import io.wirepath.analyze.finding.Finding;
import io.wirepath.analyze.sum.Sums;
import java.util.List;

/**
 * Two runs and what differs between them: what every form of output of a comparison shows.
 *
 * @param before what the one run is, for a heading
 * @param after what the other is
 * @param version version of the program
 * @param comparison what was compared
 * @param changedBefore what changed within the one run and not within the other, problems first
 * @param changedAfter the same of the other run
 */
public record ComparedRuns(
        String before,
        String after,
        String version,
        Comparison comparison,
        List<Finding> changedBefore,
        List<Finding> changedAfter) {

    /**
     * Two times of one system, of which it is known elsewhere what changed within them.
     *
     * @throws IllegalArgumentException where they cannot be compared
     */
    public static ComparedRuns ofSums(String version, String before, Sums one, String after, Sums other) {
        return new ComparedRuns(before, after, version, Comparison.of(one, other), List.of(), List.of());
    }

    /** Whether there is nothing to tell. */
    public boolean areAlike() {
        return comparison.differences().isEmpty() && changedBefore.isEmpty() && changedAfter.isEmpty();
    }
}

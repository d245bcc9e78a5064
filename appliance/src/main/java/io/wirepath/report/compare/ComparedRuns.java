package io.wirepath.report.compare;

import io.wirepath.analyze.compare.Comparison;
import io.wirepath.analyze.finding.Finding;
import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.sum.Sums;
import java.util.List;
import java.util.function.BiConsumer;

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

    /** Tells what differs, then what changed within the one run alone, each as a sentence. */
    public void tell(BiConsumer<Severity, String> to) {
        comparison.differences().forEach(own -> to.accept(ContrastWords.severity(own), ContrastWords.sentence(own)));
        changedAfter.forEach(own -> to.accept(own.severity(), ContrastWords.changed(own, "after")));
        changedBefore.forEach(own -> to.accept(own.severity(), ContrastWords.changed(own, "before")));
    }
}

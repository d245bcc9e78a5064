package io.wirepath.report.text;

import io.wirepath.analyze.path.PathPattern;
import java.util.Comparator;

/** The metrics that rank path patterns: those of WAP5 §6.6, and the time in all, its first goal (§1). */
public enum PatternRank {
    /** Instances built. */
    COUNT("count"),
    /** Sum of the instances' probabilities. */
    EXPECTED("expected"),
    /** Mean probability: favours certain paths. */
    EXPECTED_PER_COUNT("expected/count"),
    /** Certain and frequent. */
    EXPECTED_PER_ROOT("expected/sqrt"),
    /** Time that the requests that took it took in all, expected. */
    TIME("time");

    private final String optionName;

    PatternRank(String optionName) {
        this.optionName = optionName;
    }

    /** Its name on the command line. */
    @Override
    public String toString() {
        return optionName;
    }

    /** Orders patterns, the highest metric first, ties by identifier. */
    public Comparator<PathPattern> order() {
        return Comparator.comparingDouble(this::metric).reversed().thenComparing(PathPattern::id);
    }

    private double metric(PathPattern pattern) {
        return switch (this) {
            case COUNT -> pattern.count();
            case EXPECTED -> pattern.expectedCount();
            case EXPECTED_PER_COUNT -> pattern.expectedPerCount();
            case EXPECTED_PER_ROOT -> pattern.expectedPerRootCount();
            case TIME -> pattern.expectedCount() * pattern.duration().meanNanos();
        };
    }
}

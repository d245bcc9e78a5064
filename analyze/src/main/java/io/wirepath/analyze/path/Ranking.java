package io.wirepath.analyze.path;

import java.util.Comparator;

/** The four metrics by which WAP5 §6.6 orders path patterns, each highest first. */
public enum Ranking {
    /** Instances built, whatever their probability. */
    COUNT,
    /** Sum of the probabilities: frequent, certain or both. The order of reports. */
    EXPECTED_COUNT,
    /** Mean probability of an instance: favours certain paths. */
    EXPECTED_PER_COUNT,
    /** Expected count over the root of the count: certainty grows with number, but not linearly. */
    EXPECTED_PER_ROOT_COUNT;

    /** The metric's value for this pattern. */
    public double of(PathPattern pattern) {
        return switch (this) {
            case COUNT -> pattern.count();
            case EXPECTED_COUNT -> pattern.expectedCount();
            case EXPECTED_PER_COUNT -> pattern.expectedPerCount();
            case EXPECTED_PER_ROOT_COUNT -> pattern.expectedPerRootCount();
        };
    }

    /** Highest first, equal ones by their ids. */
    public Comparator<PathPattern> order() {
        return Comparator.comparingDouble((PathPattern pattern) -> -of(pattern)).thenComparing(PathPattern::id);
    }
}

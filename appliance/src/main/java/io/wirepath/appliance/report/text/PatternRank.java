package io.wirepath.appliance.report.text;

import io.wirepath.analyze.path.PathPattern;
import java.util.Comparator;
import java.util.function.ToDoubleFunction;

/** The metrics by which WAP5 §6.6 ranks path patterns. */
public enum PatternRank {
    /** Instances built. */
    COUNT("count", PathPattern::count),
    /** Sum of the instances' probabilities. */
    EXPECTED("expected", PathPattern::expectedCount),
    /** Mean probability: favours certain paths. */
    EXPECTED_PER_COUNT("expected/count", PathPattern::expectedPerCount),
    /** Certain and frequent. */
    EXPECTED_PER_ROOT("expected/sqrt", PathPattern::expectedPerRootCount);

    private final String optionName;
    private final ToDoubleFunction<PathPattern> metric;

    PatternRank(String optionName, ToDoubleFunction<PathPattern> metric) {
        this.optionName = optionName;
        this.metric = metric;
    }

    /** Its name on the command line. */
    @Override
    public String toString() {
        return optionName;
    }

    /** Orders patterns, the highest metric first, ties by identifier. */
    public Comparator<PathPattern> order() {
        return Comparator.comparingDouble(metric).reversed().thenComparing(PathPattern::id);
    }
}

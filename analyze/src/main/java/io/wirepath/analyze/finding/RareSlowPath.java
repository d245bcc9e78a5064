package io.wirepath.analyze.finding;

import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.path.PatternStep;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Names a path that is seldom taken and takes much longer than the paths that begin alike. */
final class RareSlowPath implements Detector {

    private static final double MOST_SHARE = 0.05;
    private static final double LEAST_FACTOR = 3;
    private static final double LEAST_NANOS = 5e6;
    private static final int LEAST_COUNT = 5;
    private static final double LEAST_CERTAINTY = 0.5;

    @Override
    public List<Finding> detect(DetectorInput input) {
        List<Finding> findings = new ArrayList<>();
        for (PathPattern pattern : input.patterns()) {
            if (pattern.count() < LEAST_COUNT || pattern.expectedPerCount() < LEAST_CERTAINTY) {
                continue;
            }
            double expected = 0;
            double time = 0;
            for (PathPattern other : input.patterns()) {
                if (beginAlike(pattern.root(), other.root())) {
                    expected += other.expectedCount();
                    time += other.expectedCount() * other.duration().meanNanos();
                }
            }
            double longer = pattern.duration().meanNanos() - time / expected;
            if (pattern.expectedCount() <= MOST_SHARE * expected
                    && longer >= LEAST_NANOS
                    && pattern.duration().meanNanos() >= LEAST_FACTOR * time / expected) {
                findings.add(finding(pattern, expected, time / expected, longer));
            }
        }
        return findings.stream().max(Comparator.comparingDouble(Finding::effectNanos)).stream()
                .toList();
    }

    private static boolean beginAlike(PatternStep one, PatternStep other) {
        return one.from().equals(other.from())
                && one.to().equals(other.to())
                && one.port().equals(other.port());
    }

    private static Finding finding(PathPattern pattern, double expected, double usual, double longer) {
        return new Finding(
                Severity.NOTICE,
                "rare-slow-path",
                "A rare path takes " + DelayText.of(pattern.duration().meanNanos()) + " instead of "
                        + DelayText.of(usual) + ": " + pattern.title(),
                Math.round(pattern.expectedCount()) + " of " + Math.round(expected)
                        + " paths that begin in the same way have this shape (pattern " + pattern.id() + ").",
                List.of(pattern.root().to()),
                longer,
                0);
    }
}

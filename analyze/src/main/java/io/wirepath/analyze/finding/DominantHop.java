package io.wirepath.analyze.finding;

import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.path.PatternStep;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says at which hop of the most frequent path of more than one message the most time goes. */
final class DominantHop implements Detector {

    private static final double LEAST_SHARE = 0.4;

    @Override
    public List<Finding> detect(Evidence evidence) {
        for (PathPattern pattern : evidence.patterns()) {
            if (!pattern.root().children().isEmpty()) {
                PatternStep longest = longest(pattern.root(), null);
                DelayDistribution delay = longest == null ? null : longest.nodeDelay();
                return longest == null
                                || delay == null
                                || delay.meanNanos()
                                        < LEAST_SHARE * pattern.duration().meanNanos()
                        ? List.of()
                        : List.of(finding(pattern, longest, delay));
            }
        }
        return List.of();
    }

    private static @Nullable PatternStep longest(PatternStep step, @Nullable PatternStep soFar) {
        PatternStep longest = delay(step) > (soFar == null ? 0 : delay(soFar)) ? step : soFar;
        for (PatternStep child : step.children()) {
            longest = longest(child, longest);
        }
        return longest;
    }

    private static double delay(PatternStep step) {
        return step.nodeDelay() == null ? 0 : step.nodeDelay().meanNanos();
    }

    private static Finding finding(PathPattern pattern, PatternStep step, DelayDistribution delay) {
        double share = Math.min(1, delay.meanNanos() / pattern.duration().meanNanos());
        return new Finding(
                Severity.FACT,
                "dominant-hop",
                "On the most frequent path, " + step.from() + " takes " + DelayText.of(delay.meanNanos())
                        + " before it sends to " + step.to() + ": " + DelayText.share(share) + " of the whole",
                "Path " + pattern.title() + ", " + Math.round(pattern.expectedCount()) + " times of "
                        + DelayText.of(pattern.duration().meanNanos()) + "; the delay is the mean over "
                        + delay.samples() + " instances, weighted by their probabilities.",
                List.of(step.from()),
                delay.meanNanos(),
                0);
    }
}

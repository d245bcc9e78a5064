package io.wirepath.analyze.finding;

import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.path.PatternStep;
import io.wirepath.flows.Role;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says where most of the time goes on the path, of those answered, that takes most time in all its instances; nothing
 * where that path is in doubt: what its requests called may only be missing.
 */
final class DominantHop implements Detector {

    private static final double LEAST_SHARE = 0.4;

    @Override
    public List<Finding> detect(DetectorInput input) {
        return input.patterns().stream()
                .filter(pattern -> isAnswered(pattern.root()))
                .max(Comparator.comparingDouble(DominantHop::timeInAll))
                .filter(pattern -> pattern.expectedPerCount() >= DetectorInput.SURE)
                .flatMap(DominantHop::judge)
                .stream()
                .toList();
    }

    private static double timeInAll(PathPattern pattern) {
        return pattern.count() * pattern.duration().meanNanos();
    }

    private static boolean isAnswered(PatternStep root) {
        // what programs of one address ask each other has no place of its own
        return root.role() == Role.REQUEST && !root.from().equals(root.to()) && answers(root, root);
    }

    private static boolean answers(PatternStep root, PatternStep step) {
        return step.children().stream()
                .anyMatch(child -> child.role() == Role.RESPONSE
                                && child.from().equals(root.to())
                                && child.to().equals(root.from())
                        || answers(root, child));
    }

    private static Optional<Finding> judge(PathPattern pattern) {
        PatternStep longest = longest(pattern.root(), null);
        DelayDistribution delay = longest == null ? null : longest.nodeDelay();
        return longest == null
                        || delay == null
                        || delay.meanNanos() < LEAST_SHARE * pattern.duration().meanNanos()
                ? Optional.empty()
                : Optional.of(finding(pattern, longest, delay));
    }

    private static @Nullable PatternStep longest(PatternStep step, @Nullable PatternStep soFar) {
        PatternStep longest = soFar;
        for (PatternStep child : step.children()) {
            // what another node received began before what nobody saw this one receive
            boolean isOwn = child.from().equals(step.to());
            longest = isOwn && delay(child) > (longest == null ? 0 : delay(longest)) ? child : longest;
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
                step.from() + " takes " + DelayText.of(delay.meanNanos()) + " before it "
                        + verb(step.role()) + " " + step.to()
                        + " (" + DelayText.share(share) + " of the path with the most time in all)",
                "Path " + pattern.title() + ", " + pattern.count() + " times of "
                        + DelayText.of(pattern.duration().meanNanos()) + "; the delay is the mean over "
                        + delay.samples() + " instances, weighted by the certainty of their links.",
                List.of(step.from()),
                delay.meanNanos(),
                0);
    }

    private static String verb(Role role) {
        return switch (role) {
            case REQUEST -> "calls";
            case RESPONSE -> "answers";
            default -> "sends to";
        };
    }
}

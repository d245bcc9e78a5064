package io.wirepath.analyze.finding;

import io.wirepath.analyze.change.Shift;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.path.PatternStep;
import io.wirepath.analyze.request.Cause;
import io.wirepath.analyze.request.CriticalPath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/**
 * Names a path that is seldom taken and takes much longer than the paths that begin alike. It is judged by its
 * requests: most of them are slower than most of the others, so that one straggler makes no path slow; those that
 * waited for the network do not count, for that is no fault of the path.
 */
final class RareSlowPath implements Detector {

    private static final double MOST_SHARE = 0.05;
    private static final double LEAST_FACTOR = 3;
    private static final double LEAST_NANOS = 5e6;
    private static final int LEAST_COUNT = 5;
    private static final double LEAST_CERTAINTY = 0.5;

    /** A request that waited for the network for this part of its time does not count. */
    private static final double HELD_UP = 0.25;

    @Override
    public List<Finding> detect(DetectorInput input) {
        Map<String, double[]> ofAll = new HashMap<>();
        List<Finding> findings = new ArrayList<>();
        for (PathPattern pattern : input.patterns()) {
            if (pattern.count() < LEAST_COUNT || pattern.expectedPerCount() < LEAST_CERTAINTY) {
                continue;
            }
            List<PathPattern> alike = input.patterns().stream()
                    .filter(other -> beginAlike(pattern.root(), other.root()))
                    .toList();
            double expected =
                    alike.stream().mapToDouble(PathPattern::expectedCount).sum();
            if (pattern.expectedCount() <= MOST_SHARE * expected) {
                double[] all = ofAll.computeIfAbsent(
                        begin(pattern.root()), unseen -> nanos(input, alike.stream(), call -> true));
                double[] its = nanos(input, Stream.of(pattern), call -> true);
                if (isSlower(its, all)) {
                    CriticalPath path = new CriticalPath(input.messages(), input.calls(), input.served());
                    its = nanos(input, Stream.of(pattern), call -> !isHeldUp(path, call));
                    if (isSlower(its, all)) {
                        findings.add(finding(pattern, expected, its, all));
                    }
                }
            }
        }
        return findings.stream().max(Comparator.comparingDouble(Finding::effectNanos)).stream()
                .toList();
    }

    private static boolean beginAlike(PatternStep one, PatternStep other) {
        return begin(one).equals(begin(other));
    }

    private static String begin(PatternStep root) {
        return String.join(" ", root.from(), root.to(), root.port());
    }

    /** Times of these answered requests, sorted. */
    private static double[] nanos(DetectorInput input, Stream<PathPattern> patterns, IntPredicate which) {
        return patterns.flatMap(pattern -> input.roots().getOrDefault(pattern.id(), List.of()).stream())
                .mapToInt(row -> Arrays.binarySearch(input.calls().request(), row))
                .filter(call -> call >= 0 && input.served().isTimed(call) && which.test(call))
                .mapToDouble(call -> input.served().roundTripNanos(call))
                .sorted()
                .toArray();
    }

    private static boolean isHeldUp(CriticalPath path, int call) {
        double[] held = new double[1];
        path.follow(call, (cause, of, row, from, to) -> {
            if (cause == Cause.RETRANSMISSION || cause == Cause.ZERO_WINDOW) {
                held[0] += to - from;
            }
        });
        return held[0] >= HELD_UP * (path.toNanos(call) - path.fromNanos(call));
    }

    /** Whether three quarters of these take longer than three quarters of all, and the middle one much longer. */
    private static boolean isSlower(double[] its, double[] all) {
        if (its.length < LEAST_COUNT || all.length < LEAST_COUNT) {
            return false;
        }
        double longer = Shift.middle(its) - Shift.middle(all);
        return its[its.length / 4] > all[all.length - 1 - all.length / 4]
                && longer >= LEAST_NANOS
                && Shift.middle(its) >= LEAST_FACTOR * Shift.middle(all);
    }

    private static Finding finding(PathPattern pattern, double expected, double[] its, double[] all) {
        return new Finding(
                Finding.Severity.NOTICE,
                "rare-slow-path",
                "A rare path takes " + DelayText.of(Shift.middle(its)) + " instead of "
                        + DelayText.of(Shift.middle(all)) + ": " + pattern.title(),
                Math.round(pattern.expectedCount()) + " of " + Math.round(expected)
                        + " paths that begin in the same way have this shape (pattern " + pattern.id()
                        + "). Medians of the requests that did not wait for the network; a quarter of these take less than "
                        + DelayText.of(its[its.length / 4]) + ", a quarter of all more than "
                        + DelayText.of(all[all.length - 1 - all.length / 4]) + ".",
                List.of(pattern.root().to()),
                Shift.middle(its) - Shift.middle(all),
                0);
    }
}

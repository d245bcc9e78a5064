package io.wirepath.analyze.finding;

import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.incident.RequestKinds;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.path.PatternStep;
import io.wirepath.analyze.request.Cause;
import io.wirepath.analyze.request.CriticalPath;
import io.wirepath.flows.Median;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Names a path that is seldom taken and takes much longer than others for requests of the same kind: another request is
 * no other path. It is judged by its requests: most of them are slower than most of the others, so that one straggler
 * makes no path slow; those that waited for the network do not count, for that is no fault of the path.
 */
final class RareSlowPath implements Detector {

    /** What a message waits for on its way. */
    private static final Set<Cause> WAITS =
            EnumSet.of(Cause.RETRANSMISSION, Cause.ZERO_WINDOW, Cause.DELAYED_ACKNOWLEDGMENT);

    private static final double MAX_SHARE = 0.05;
    private static final double MIN_FACTOR = 3;
    private static final double MIN_NANOS = 5e6;

    @Override
    public List<Finding> detect(DetectorInput input) {
        Map<String, int[]> alike = new HashMap<>();
        List<Finding> findings = new ArrayList<>();
        for (PathPattern pattern : input.patterns()) {
            if (pattern.count() < ChangeModel.MIN_WITNESSES || pattern.expectedPerCount() < DetectorInput.SURE) {
                continue;
            }
            int[] all = alike.computeIfAbsent(
                    begin(pattern),
                    begin -> calls(
                            input,
                            input.patterns().stream()
                                    .filter(other -> begin(other).equals(begin))));
            int[] own = calls(input, Stream.of(pattern));
            if (isRare(own, all) && isSlower(nanos(input, own), nanos(input, all))) {
                judge(input, input.surroundings().kinds(), pattern, own, all, findings);
            }
        }
        return findings.stream().max(Comparator.comparingDouble(Finding::effectNanos)).stream()
                .toList();
    }

    /** Compares like requests: those of the kind that takes this path most often, without what the network held up. */
    private static void judge(
            DetectorInput input, RequestKinds kinds, PathPattern pattern, int[] own, int[] all, List<Finding> to) {
        Map<Integer, Long> times = Arrays.stream(own)
                .mapToObj(kinds::asked)
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
        int kind =
                Collections.max(times.entrySet(), Map.Entry.comparingByValue()).getKey();
        CriticalPath path = new CriticalPath(input.messages(), input.calls(), input.served());
        int[] like =
                Arrays.stream(all).filter(call -> kinds.asked(call) == kind).toArray();
        int[] taken = Arrays.stream(own)
                .filter(call -> kinds.asked(call) == kind && !isHeldUp(path, call))
                .toArray();
        double[] usual = nanos(input, like);
        double[] slow = nanos(input, taken);
        if (isRare(taken, like) && isSlower(slow, usual)) {
            to.add(finding(pattern, slow, usual).restingOn(input.callers(IntStream.of(taken))));
        }
    }

    private static String begin(PathPattern pattern) {
        PatternStep root = pattern.root();
        return String.join(" ", root.from(), root.to(), root.port());
    }

    /** The answered requests that take these paths. */
    private static int[] calls(DetectorInput input, Stream<PathPattern> patterns) {
        return patterns.flatMap(pattern -> input.roots().getOrDefault(pattern.id(), List.of()).stream())
                .mapToInt(row -> Arrays.binarySearch(input.calls().request(), row))
                .filter(call -> call >= 0 && input.served().isTimed(call))
                .toArray();
    }

    /** Their times, sorted. */
    private static double[] nanos(DetectorInput input, int[] calls) {
        return Arrays.stream(calls)
                .mapToDouble(call -> input.served().roundTripNanos(call))
                .sorted()
                .toArray();
    }

    private static boolean isHeldUp(CriticalPath path, int call) {
        double[] held = new double[1];
        path.follow(call, (cause, of, row, from, to) -> {
            if (WAITS.contains(cause)) {
                held[0] += to - from;
            }
        });
        return held[0] >= DetectorInput.MUCH * (path.toNanos(call) - path.fromNanos(call));
    }

    private static boolean isRare(int[] own, int[] all) {
        return own.length <= MAX_SHARE * all.length;
    }

    /** Whether three quarters of these take longer than three quarters of all, and the middle one much longer. */
    private static boolean isSlower(double[] own, double[] all) {
        if (own.length < ChangeModel.MIN_WITNESSES || all.length < ChangeModel.MIN_WITNESSES) {
            return false;
        }
        double longer = Median.middle(own) - Median.middle(all);
        return own[own.length / 4] > all[all.length - 1 - all.length / 4]
                && longer >= MIN_NANOS
                && Median.middle(own) >= MIN_FACTOR * Median.middle(all);
    }

    private static Finding finding(PathPattern pattern, double[] own, double[] all) {
        return new Finding(
                Finding.Severity.NOTICE,
                "rare-slow-path",
                "A rare path takes " + DelayText.of(Median.middle(own)) + " instead of "
                        + DelayText.of(Median.middle(all)) + ": " + pattern.title(),
                own.length + " of " + all.length + " requests that ask for the same, as far as first words and lengths"
                        + " tell, take this path (pattern " + pattern.id()
                        + "). Medians of the requests that did not wait for the network; a quarter of these take"
                        + " less than "
                        + DelayText.of(own[own.length / 4]) + ", a quarter of all more than "
                        + DelayText.of(all[all.length - 1 - all.length / 4]) + ".",
                List.of(pattern.root().to()),
                Median.middle(own) - Median.middle(all),
                0);
    }
}

package io.wirepath.analyze.request;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.path.WholeTrees;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The slowest and the typical requests of each pattern. Pure. */
public final class Samples {

    private Samples() {}

    /**
     * A request that stands for others.
     *
     * @param pattern id of its pattern by role
     * @param slow whether it is among the slowest of the pattern; else among those whose time is nearest to the median
     * @param life the request
     */
    public record Sample(String pattern, boolean slow, Lifeline life) {}

    /**
     * Of each pattern so many of the slowest, slowest first, then so many typical ones.
     *
     * @param roots rows of the first messages of each pattern, by its id: {@link
     *     io.wirepath.analyze.path.PatternTable#roots}
     */
    public static List<Sample> of(
            MessageTable messages,
            LinkTable links,
            CallTable calls,
            List<PathPattern> patterns,
            Map<String, List<Integer>> roots,
            int each) {
        ServedCalls served = new ServedCalls(messages, calls);
        CriticalPath path = new CriticalPath(messages, calls, served);
        WholeTrees trees = new WholeTrees(messages, links, calls);
        List<Sample> samples = new ArrayList<>();
        for (PathPattern pattern : patterns) {
            List<Integer> answered = answered(calls, path, roots.getOrDefault(pattern.id(), List.of()));
            slowest(path, answered, each)
                    .forEach(call ->
                            samples.add(new Sample(pattern.id(), true, Lifeline.of(path, trees, served, call))));
            typical(path, answered, each)
                    .forEach(call ->
                            samples.add(new Sample(pattern.id(), false, Lifeline.of(path, trees, served, call))));
        }
        return samples;
    }

    /** The answered calls that these messages are requests of, the fastest first. */
    private static List<Integer> answered(CallTable calls, CriticalPath path, List<Integer> rows) {
        return rows.stream()
                .map(row -> Arrays.binarySearch(calls.request(), row))
                .filter(call -> call >= 0 && path.toNanos(call) != MessageTable.NIL)
                .sorted(Comparator.comparingLong((Integer call) -> nanos(path, call))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    private static long nanos(CriticalPath path, int call) {
        return path.toNanos(call) - path.fromNanos(call);
    }

    private static List<Integer> slowest(CriticalPath path, List<Integer> answered, int most) {
        List<Integer> last = new ArrayList<>(answered.subList(Math.max(0, answered.size() - most), answered.size()));
        last.sort(Comparator.comparingLong((Integer call) -> -nanos(path, call)));
        return last;
    }

    private static List<Integer> typical(CriticalPath path, List<Integer> answered, int most) {
        if (answered.isEmpty()) {
            return List.of();
        }
        long median = nanos(path, answered.get(answered.size() / 2));
        return answered.stream()
                .sorted(Comparator.comparingLong((Integer call) -> Math.abs(nanos(path, call) - median)))
                .limit(most)
                .toList();
    }
}

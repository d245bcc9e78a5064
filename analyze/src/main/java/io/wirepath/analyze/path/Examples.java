package io.wirepath.analyze.path;

import io.wirepath.flows.SplitMix64;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Instances that stand for a pattern: the slowest ones, and as many taken by chance, so that one of ordinary duration
 * is among them. Chance is a hash of the root's row: the same messages give the same examples. Of the instances of one
 * root, the first one stands for all. Bounded; not thread-safe.
 */
final class Examples {

    /** Instances of each of the two kinds. */
    static final int MAX = 6;

    private final List<PathExample> slowest = new ArrayList<>(MAX + 1);
    private final List<PathExample> byChance = new ArrayList<>(MAX + 1);

    /** Takes an instance. */
    void add(int root, long durationNanos, double probability) {
        boolean slow =
                slowest.size() < MAX || durationNanos > slowest.get(MAX - 1).durationNanos();
        boolean drawn =
                byChance.size() < MAX || lot(root) < lot(byChance.get(MAX - 1).root());
        if (slow || drawn) {
            PathExample example = new PathExample(root, durationNanos, probability);
            keep(
                    slowest,
                    example,
                    slow,
                    Comparator.comparingLong(PathExample::durationNanos).reversed());
            keep(byChance, example, drawn, Comparator.comparingLong(each -> lot(each.root())));
        }
    }

    private static void keep(List<PathExample> to, PathExample example, boolean wanted, Comparator<PathExample> order) {
        if (!wanted || to.stream().anyMatch(each -> each.root() == example.root())) {
            return;
        }
        to.add(example);
        to.sort(order.thenComparingInt(PathExample::root));
        if (to.size() > MAX) {
            to.remove(MAX);
        }
    }

    private static long lot(int root) {
        long mixed = (root + 1) * SplitMix64.STEP;
        return (mixed ^ mixed >>> 29) * SplitMix64.STEP >>> 1;
    }

    /** Each once, the slowest first. */
    List<PathExample> all() {
        Map<Integer, PathExample> once = new LinkedHashMap<>();
        slowest.forEach(each -> once.put(each.root(), each));
        byChance.forEach(each -> once.putIfAbsent(each.root(), each));
        return once.values().stream()
                .sorted(Comparator.comparingLong(PathExample::durationNanos)
                        .reversed()
                        .thenComparingInt(PathExample::root))
                .toList();
    }
}

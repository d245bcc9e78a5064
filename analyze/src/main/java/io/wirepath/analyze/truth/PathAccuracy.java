package io.wirepath.analyze.truth;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How right inferred paths are, by the measures of Project 5 §7.5.1.
 *
 * <p>The paper's example, A→B→C→D executed twice and A→B→C→D, A→B and C→D found: by patterns no false negative and two
 * false positives; by instances one and two; by messages three of six not in the right path.
 *
 * @param patterns by distinct pattern
 * @param instances by instances of each pattern, whichever messages they are made of, as the paper counts
 * @param exactInstances by instances, right only with the very messages of the truth
 * @param messages by messages (or calls, where the forest is of calls): right when their whole path is
 * @param foundCounts inferred instances of each true pattern, the most frequent of these first
 * @param falseCounts inferred instances of each pattern that does not exist, most frequent first
 */
public record PathAccuracy(
        Score patterns,
        Score instances,
        Score exactInstances,
        Score messages,
        List<Integer> foundCounts,
        List<Integer> falseCounts) {

    /**
     * Counts of one kind.
     *
     * @param real how many there truly are
     * @param inferred how many were inferred
     * @param right how many of them were right
     */
    public record Score(long real, long inferred, long right) {

        /** Real ones that were not found. */
        public long falseNegatives() {
            return real - right;
        }

        /** Inferred ones that are not real. */
        public long falsePositives() {
            return inferred - right;
        }

        /** False negatives as a share of the real ones; 0 where there are none. */
        public double falseNegativeRate() {
            return real == 0 ? 0 : (double) falseNegatives() / real;
        }

        /** False positives as a share of the inferred ones; 0 where there are none. */
        public double falsePositiveRate() {
            return inferred == 0 ? 0 : (double) falsePositives() / inferred;
        }
    }

    /** Compares an answer with the truth. */
    public static PathAccuracy of(PathForest truth, PathForest inferred) {
        Shapes shapes = new Shapes();
        Map<Integer, Integer> real = count(truth, shapes.of(truth.parent(), i -> truth.label()[i]));
        Map<Integer, Integer> found = count(inferred, shapes.of(inferred.parent(), i -> inferred.label()[i]));
        Set<Integer> both = new HashSet<>(real.keySet());
        both.retainAll(found.keySet());
        long rightInstances = both.stream()
                .mapToLong(each -> Math.min(get(real, each), get(found, each)))
                .sum();

        Shapes identities = new Shapes();
        int[] exact = identities.of(truth.parent(), i -> Long.toString(truth.id()[i]));
        int[] exactInferred = identities.of(inferred.parent(), i -> Long.toString(inferred.id()[i]));
        Set<Integer> inferredRoots = count(inferred, exactInferred).keySet();
        int[] items = Shapes.itemsOfRoots(truth.parent());
        long exactRight = 0;
        long itemsRight = 0;
        for (int item = 0; item < truth.size(); item++) {
            if (truth.parent()[item] < 0 && inferredRoots.contains(exact[item])) {
                exactRight++;
                itemsRight += items[item];
            }
        }
        long realTrees = total(real);
        long foundTrees = total(found);
        List<Integer> ranked = ranked(real);
        return new PathAccuracy(
                new Score(real.size(), found.size(), both.size()),
                new Score(realTrees, foundTrees, rightInstances),
                new Score(realTrees, foundTrees, exactRight),
                new Score(truth.size(), inferred.size(), itemsRight),
                ranked.stream().map(each -> get(found, each)).toList(),
                ranked(found).stream()
                        .filter(each -> !real.containsKey(each))
                        .map(each -> get(found, each))
                        .toList());
    }

    /**
     * How many of the n most frequent true patterns are not among the n most frequent inferred ones (Figure 17).
     *
     * @param tolerance those that missed the top n by at most this share of the count needed are forgiven
     */
    public int omittedOfTop(int n, double tolerance) {
        int[] all = new int[foundCounts.size() + falseCounts.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = i < foundCounts.size() ? foundCounts.get(i) : falseCounts.get(i - foundCounts.size());
        }
        Arrays.sort(all);
        int needed = n <= all.length ? all[all.length - n] : 1;
        int omitted = 0;
        for (int i = 0; i < Math.min(n, foundCounts.size()); i++) {
            omitted += foundCounts.get(i) < Math.max(1, needed * (1 - tolerance)) ? 1 : 0;
        }
        return omitted;
    }

    private static Map<Integer, Integer> count(PathForest forest, int[] shape) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int item = 0; item < forest.size(); item++) {
            if (forest.parent()[item] < 0) {
                counts.merge(shape[item], 1, Integer::sum);
            }
        }
        return counts;
    }

    private static List<Integer> ranked(Map<Integer, Integer> counts) {
        return counts.keySet().stream()
                .sorted(Comparator.<Integer>comparingInt(each -> -get(counts, each))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    private static int get(Map<Integer, Integer> counts, int shape) {
        return counts.getOrDefault(shape, 0);
    }

    private static long total(Map<Integer, Integer> counts) {
        return counts.values().stream().mapToLong(Integer::longValue).sum();
    }
}

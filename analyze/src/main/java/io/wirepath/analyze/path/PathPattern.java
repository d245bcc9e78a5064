package io.wirepath.analyze.path;

import io.wirepath.analyze.delay.DelayDistribution;
import java.util.List;

/**
 * The shape that many path instances share, with how often it ran and where its time went.
 *
 * @param id short stable identifier, derived from the shape alone: equal shapes in two runs have equal ids
 * @param title one line for a person, such as {@code web → app → redis}
 * @param aggregation what the names in the steps stand for
 * @param root first message of the path
 * @param count paths that most likely have this shape: those of all patterns add up to the paths
 * @param expectedCount sum of the probabilities of all instances built with it, also the unlikely (WAP5 §6.6)
 * @param maxProbability probability of the most certain instance
 * @param duration from the sending of the root message to the last message of the instance, weighted by probability
 * @param examples instances that stand for it, the slowest first; empty where tables of several runs were added
 * @param members the less aggregated patterns that this one unites; empty at the lowest level
 */
public record PathPattern(
        String id,
        String title,
        Aggregation aggregation,
        PatternStep root,
        long count,
        double expectedCount,
        double maxProbability,
        DelayDistribution duration,
        List<PathExample> examples,
        List<PathPattern> members) {

    /** A pattern without examples. */
    public PathPattern(
            String id,
            String title,
            Aggregation aggregation,
            PatternStep root,
            long count,
            double expectedCount,
            double maxProbability,
            DelayDistribution duration,
            List<PathPattern> members) {
        this(id, title, aggregation, root, count, expectedCount, maxProbability, duration, List.of(), members);
    }

    /** The same by another title. */
    public PathPattern titled(String other) {
        return new PathPattern(
                id, other, aggregation, root, count, expectedCount, maxProbability, duration, examples, members);
    }

    /** What a name in a pattern stands for. */
    public enum Aggregation {
        /** One host; clients are united (WAP5 §2.5.1). */
        NODES,
        /** All hosts that play one role. */
        ROLES
    }

    /** Expected count per path, at most 1: favours certain paths (WAP5 §6.6). */
    public double expectedPerCount() {
        return count == 0 ? 0 : Math.min(1, expectedCount / count);
    }

    /** Expected count over the root of the count: certain and frequent (WAP5 §6.6). */
    public double expectedPerRootCount() {
        return count == 0 ? 0 : expectedCount / Math.sqrt((double) count);
    }
}

package io.wirepath.bench.accuracy;

import io.wirepath.analyze.path.CallForest;
import io.wirepath.analyze.truth.LinkAccuracy;
import io.wirepath.analyze.truth.PathAccuracy;
import io.wirepath.analyze.truth.PathForest;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.CausalAlgorithm;
import java.util.Locale;

/**
 * What one algorithm made of one set.
 *
 * @param set the set
 * @param algorithm the algorithm
 * @param links right calls and traces
 * @param paths right patterns and instances
 * @param seconds how long the inference took
 */
record AccuracyRow(String set, String algorithm, LinkAccuracy links, PathAccuracy paths, double seconds) {

    static final String HEADING = """
            | set | algorithm | calls | links / traces | found | extra | false path instances | seconds |
            |---|---|---:|---:|---:|---:|---:|---:|
            """;

    private static final double NANOS_PER_SECOND = 1e9;

    /** Lets the algorithm infer, and compares. */
    static AccuracyRow measure(Trial trial, CausalAlgorithm algorithm) {
        long start = System.nanoTime();
        CallTable calls = CallForest.of(trial.messages(), algorithm.infer(trial.messages()));
        double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
        PathForest found = trial.answer().apply(calls);
        return new AccuracyRow(
                trial.name(),
                algorithm.name(),
                LinkAccuracy.of(trial.truth(), found),
                PathAccuracy.of(trial.truth(), found),
                seconds);
    }

    /** A row of the table in Markdown. */
    String markdown() {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %d | %.1f / %.1f | %.2f %% | %d | %.1f %% | %.1f |%n",
                set,
                algorithm,
                links.calls(),
                100 * links.links(),
                100 * links.wholeTraces(),
                100.0 * links.found() / Math.max(1, links.calls()),
                links.extra(),
                100 * paths.instances().falsePositiveRate(),
                seconds);
    }
}

package io.wirepath.report.export;

import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.path.PatternStep;
import io.wirepath.analyze.whole.LinkMeasure;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** The three tables of path patterns: the patterns, their messages, and the delays of the nodes that play one role. */
final class PatternCsv implements Closeable {

    private final CsvTable patterns;
    private final CsvTable steps;
    private final CsvTable nodes;

    /** Opens the tables in a directory. */
    PatternCsv(Path directory, LinkMeasure measure) throws IOException {
        patterns = new CsvTable(
                directory.resolve("patterns.csv"),
                "id",
                "member_of",
                "title",
                "aggregation",
                "count",
                "expected",
                "max_" + measure.word(),
                "mean_nanos",
                "p50_nanos",
                "p90_nanos",
                "p99_nanos");
        steps = new CsvTable(
                directory.resolve("pattern_steps.csv"),
                "pattern",
                "step",
                "parent_step",
                "from",
                "to",
                "port",
                "role",
                "protocol",
                measure.word(),
                "start_nanos",
                "node_delay_nanos",
                "network_delay_nanos");
        nodes = new CsvTable(
                directory.resolve("pattern_nodes.csv"),
                "pattern",
                "step",
                "node",
                "samples",
                "mean_nanos",
                "p50_nanos",
                "p90_nanos",
                "p99_nanos");
    }

    /** Adds a pattern; {@code memberOf} is the one that holds it, or empty. */
    void add(PathPattern pattern, String memberOf) throws IOException {
        DelayDistribution duration = pattern.duration();
        patterns.row(
                pattern.id(),
                memberOf,
                pattern.title(),
                pattern.aggregation().name().toLowerCase(Locale.ROOT),
                pattern.count(),
                pattern.expectedCount(),
                pattern.maxProbability(),
                duration.meanNanos(),
                duration.percentileNanos(50),
                duration.percentileNanos(90),
                duration.percentileNanos(99));
        step(pattern.id(), pattern.root(), 0, -1);
    }

    /** Writes a step and those below it; gives the number of the next step. */
    private int step(String pattern, PatternStep step, int number, int parent) throws IOException {
        steps.row(
                pattern,
                number,
                parent < 0 ? null : parent,
                step.from(),
                step.to(),
                step.port(),
                step.role().name().toLowerCase(Locale.ROOT),
                step.protocol(),
                step.probability(),
                step.startNanos(),
                CsvWriter.mean(step.nodeDelay()),
                CsvWriter.mean(step.networkDelay()));
        for (PatternStep.NodeDelay of : step.byNode()) {
            DelayDistribution delay = of.delay();
            nodes.row(
                    pattern,
                    number,
                    of.node(),
                    delay.samples(),
                    delay.meanNanos(),
                    delay.percentileNanos(50),
                    delay.percentileNanos(90),
                    delay.percentileNanos(99));
        }
        int next = number + 1;
        for (PatternStep child : step.children()) {
            next = step(pattern, child, next, number);
        }
        return next;
    }

    @Override
    public void close() throws IOException {
        try {
            patterns.close();
        } finally {
            try {
                steps.close();
            } finally {
                nodes.close();
            }
        }
    }
}

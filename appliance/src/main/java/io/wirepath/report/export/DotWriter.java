package io.wirepath.report.export;

import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.path.PatternStep;
import io.wirepath.analyze.traffic.CallDelays;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.convolution.PathVertex;
import io.wirepath.report.Report;
import io.wirepath.report.export.DotGraph.Shape;
import io.wirepath.report.text.Figures;
import io.wirepath.report.text.PatternRank;
import java.util.List;

/**
 * Writes the node map and the path patterns as one Graphviz digraph, a cluster each: boxes for traced nodes, diamonds
 * for untraced ones (WAP5 §6.1).
 */
public final class DotWriter {

    private final Report report;
    private final DotGraph to;

    private DotWriter(Report report) {
        this.report = report;
        to = new DotGraph(report.title(), DotGraph.Direction.TO_THE_RIGHT);
    }

    /**
     * The picture as Graphviz source.
     *
     * @param rank which patterns to draw first
     * @param most how many of them
     */
    public static String of(Report report, PatternRank rank, int most) {
        return new DotWriter(report)
                .write(report.analysis().patterns().stream()
                        .sorted(rank.order())
                        .limit(most)
                        .toList());
    }

    /** The node map alone as Graphviz source. */
    public static String map(Report report) {
        return new DotWriter(report).write(List.of());
    }

    private String write(List<PathPattern> patterns) {
        nodeMap();
        for (int i = 0; i < patterns.size(); i++) {
            pattern(i, patterns.get(i));
        }
        for (int i = 0; i < report.graphs().size(); i++) {
            graph(i, report.graphs().get(i));
        }
        return to.text();
    }

    private void nodeMap() {
        to.begin("nodes", "nodes");
        NodeTable table = report.analysis().messages().nodes();
        for (int i = 0; i < table.size(); i++) {
            to.node("n" + i, shape(table.get(i).traced()), table.get(i).label());
        }
        for (CallDelays.Edge edge : CallDelays.of(report.analysis())) {
            String label = "%s calls to :%d\n%s"
                    .formatted(
                            Figures.count(edge.calls()),
                            edge.port(),
                            edge.delay().samples() == 0
                                    ? "no answer"
                                    : Figures.time(edge.delay().meanNanos()));
            to.edge("n" + edge.caller(), "n" + edge.callee(), label);
        }
        to.end();
    }

    private void pattern(int number, PathPattern pattern) {
        String label = "%s  %s\nexpected %s of %s, mean %s"
                .formatted(
                        pattern.id(),
                        pattern.title(),
                        Figures.expected(pattern.expectedCount()),
                        Figures.count(pattern.count()),
                        Figures.time(pattern.duration().meanNanos()));
        to.begin(Integer.toString(number), label);
        PatternStep root = pattern.root();
        String start = to.node(shape(root.fromTraced()), root.from());
        step(start, root);
        to.end();
    }

    /**
     * A graph of causal paths that convolution found, an edge with the delay at the node before (Project 5, Figure 9).
     */
    private void graph(int number, PathVertex root) {
        to.begin("graph" + number, "causal paths from " + name(root));
        below(to.node(Shape.BOX, name(root)), root);
        to.end();
    }

    private void below(String from, PathVertex vertex) {
        for (PathVertex next : vertex.next()) {
            String target = to.node(Shape.BOX, name(next));
            to.edge(from, target, Figures.time(next.delayNanos()) + "\n" + Figures.count(next.messageCount()));
            below(target, next);
        }
    }

    private String name(PathVertex vertex) {
        return report.analysis().messages().nodes().get(vertex.node()).name();
    }

    private void step(String from, PatternStep step) {
        String target = to.node(shape(step.toTraced()), step.to());
        String waited = step.nodeDelay() == null
                ? ""
                : "after " + Figures.time(step.nodeDelay().meanNanos()) + "\n";
        to.edge(
                from,
                target,
                waited + report.analysis().measure().heading() + " " + Figures.probability(step.probability()));
        step.children().forEach(child -> step(target, child));
    }

    /** A diamond holds a node and its network, which cannot be told apart. */
    private static Shape shape(boolean traced) {
        return traced ? Shape.BOX : Shape.DIAMOND;
    }
}

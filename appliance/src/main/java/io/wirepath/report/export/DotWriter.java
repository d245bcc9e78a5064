package io.wirepath.report.export;

import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.path.PatternStep;
import io.wirepath.analyze.traffic.CallDelays;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.convolution.PathVertex;
import io.wirepath.flows.CountText;
import io.wirepath.report.Report;
import io.wirepath.report.export.DotGraph.Shape;
import io.wirepath.report.text.Figures;
import io.wirepath.report.text.PatternRank;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

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

    /** The graphs of causal paths that convolution found alone, as Graphviz source. */
    public static String graphs(Report report) {
        return new DotWriter(report).graphs();
    }

    private String write(List<PathPattern> patterns) {
        nodeMap();
        for (int i = 0; i < patterns.size(); i++) {
            pattern(i, patterns.get(i));
        }
        return graphs();
    }

    private String graphs() {
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
                            CountText.of(edge.calls()),
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
                        CountText.of(pattern.count()),
                        Figures.time(pattern.duration().meanNanos()));
        to.begin(Integer.toString(number), label);
        PatternStep root = pattern.root();
        String start = to.node(shape(root.fromTraced()), root.from());
        step(start, root);
        to.end();
    }

    /**
     * A graph of causal paths that convolution found: at an edge the delays at the node before, the most frequent
     * first, and how many messages have them (Project 5, Figure 9).
     */
    private void graph(int number, PathVertex root) {
        to.begin("graph" + number, "causal paths from " + name(root));
        below(to.node(Shape.BOX, name(root)), root.next());
        to.end();
    }

    private void below(String from, List<PathVertex> all) {
        Map<Integer, List<PathVertex>> byNode = all.stream()
                .sorted(Comparator.comparingInt(PathVertex::messageCount).reversed())
                .collect(Collectors.groupingBy(PathVertex::node, LinkedHashMap::new, Collectors.toList()));
        byNode.forEach((node, spikes) -> {
            String target = to.node(Shape.BOX, name(spikes.get(0)));
            String delays = spikes.stream()
                    .map(spike -> Figures.time(spike.delayNanos()))
                    .distinct()
                    .collect(Collectors.joining(", "));
            int messages = spikes.stream().mapToInt(PathVertex::messageCount).sum();
            to.edge(from, target, delays + "\n" + CountText.of(messages));
            below(
                    target,
                    spikes.stream().flatMap(spike -> spike.next().stream()).toList());
        });
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

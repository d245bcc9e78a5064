package io.wirepath.appliance.report.export;

import io.wirepath.analyze.NodeTable;
import io.wirepath.analyze.convolution.PathVertex;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.path.PatternStep;
import io.wirepath.analyze.traffic.CallDelays;
import io.wirepath.appliance.report.Report;
import io.wirepath.appliance.report.text.Figures;
import io.wirepath.appliance.report.text.PatternRank;
import java.util.List;

/**
 * Writes the node map and the path patterns as one Graphviz digraph, a cluster each: boxes for traced nodes, diamonds for
 * untraced ones (WAP5 §6.1).
 */
public final class DotWriter {

    /** Edges of a graph of causal paths with fewer messages, as a share of those that left the root, are not drawn. */
    private static final double SHOWN_SHARE = 0.03;

    private final Report report;
    private final StringBuilder to = new StringBuilder();
    private int nodes;

    private DotWriter(Report report) {
        this.report = report;
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
        to.append("digraph wirepath {\n");
        to.append("  graph [rankdir=LR, fontname=\"sans-serif\", label=")
                .append(quoted(report.title()))
                .append("];\n  node [fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\", fontsize=10];\n");
        nodeMap();
        for (int i = 0; i < patterns.size(); i++) {
            pattern(i, patterns.get(i));
        }
        for (int i = 0; i < report.graphs().size(); i++) {
            graph(i, report.graphs().get(i));
        }
        return to.append("}\n").toString();
    }

    private void nodeMap() {
        to.append("  subgraph cluster_nodes {\n    label=\"nodes\";\n");
        NodeTable table = report.analysis().messages().nodes();
        for (int i = 0; i < table.size(); i++) {
            node("n" + i, table.get(i).label(), table.get(i).traced());
        }
        for (CallDelays.Edge edge : CallDelays.of(report.analysis())) {
            String label = "%s calls to :%d\n%s"
                    .formatted(
                            Figures.count(edge.calls()),
                            edge.port(),
                            edge.delay().samples() == 0
                                    ? "no answer"
                                    : Figures.time(edge.delay().meanNanos()));
            edge("n" + edge.caller(), "n" + edge.callee(), label);
        }
        to.append("  }\n");
    }

    private void pattern(int number, PathPattern pattern) {
        String label = "%s  %s\nexpected %s of %s, mean %s"
                .formatted(
                        pattern.id(),
                        pattern.title(),
                        Figures.expected(pattern.expectedCount()),
                        Figures.count(pattern.count()),
                        Figures.time(pattern.duration().meanNanos()));
        to.append("  subgraph cluster_")
                .append(number)
                .append(" {\n    label=")
                .append(quoted(label))
                .append(";\n");
        PatternStep root = pattern.root();
        String start = node(root.from(), root.fromTraced());
        step(start, root);
        to.append("  }\n");
    }

    /** A graph of causal paths that convolution found, an edge with the delay at the node before (Project 5, Figure 9). */
    private void graph(int number, PathVertex root) {
        to.append("  subgraph cluster_graph")
                .append(number)
                .append(" {\n    label=")
                .append(quoted("causal paths from " + name(root)))
                .append(";\n");
        int sent = root.next().stream().mapToInt(PathVertex::messageCount).sum();
        below(node(name(root), true), root, Math.max(1, (int) (SHOWN_SHARE * sent)));
        to.append("  }\n");
    }

    private void below(String from, PathVertex vertex, int least) {
        for (PathVertex next : vertex.next()) {
            if (next.messageCount() < least) {
                continue;
            }
            String target = node(name(next), true);
            edge(from, target, Figures.time(next.delayNanos()) + "\n" + Figures.count(next.messageCount()));
            below(target, next, least);
        }
    }

    private String name(PathVertex vertex) {
        return report.analysis().messages().nodes().get(vertex.node()).name();
    }

    private void step(String from, PatternStep step) {
        String target = node(step.to(), step.toTraced());
        String waited = step.nodeDelay() == null
                ? ""
                : "after " + Figures.time(step.nodeDelay().meanNanos()) + "\n";
        edge(from, target, waited + "p " + Figures.probability(step.probability()));
        step.children().forEach(child -> step(target, child));
    }

    private String node(String label, boolean traced) {
        String name = "s" + nodes++;
        node(name, label, traced);
        return name;
    }

    private void node(String name, String label, boolean traced) {
        to.append("    ")
                .append(name)
                .append(" [shape=")
                .append(traced ? "box" : "diamond")
                .append(", label=")
                .append(quoted(label))
                .append("];\n");
    }

    private void edge(String from, String target, String label) {
        to.append("    ").append(from).append(" -> ").append(target);
        to.append(" [label=").append(quoted(label)).append("];\n");
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (String line : text.split("\n", -1)) {
            quoted.append(quoted.length() > 1 ? "\\n" : "");
            quoted.append(Figures.printable(line).replace("\\", "\\\\").replace("\"", "\\\""));
        }
        return quoted.append('"').toString();
    }
}

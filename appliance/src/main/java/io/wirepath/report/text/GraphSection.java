package io.wirepath.report.text;

import io.wirepath.causes.NodeTable;
import io.wirepath.causes.convolution.PathVertex;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The graphs of causal paths that convolution finds, with the delay at each node (Project 5, Figures 9, 13, 16). */
final class GraphSection {

    private static final int EDGES_OF_A_GRAPH = 60;

    private final StringBuilder to;
    private final NodeTable nodes;
    private int least;

    private GraphSection(StringBuilder to, NodeTable nodes) {
        this.to = to;
        this.nodes = nodes;
    }

    static void append(StringBuilder to, List<PathVertex> graphs, NodeTable nodes, Style style, int most) {
        TextReport.heading(to, style, "GRAPHS OF CAUSAL PATHS  delay at the node before, messages");
        graphs.stream()
                .filter(graph -> !graph.next().isEmpty())
                .sorted(Comparator.comparingInt(GraphSection::messages).reversed())
                .limit(most)
                .forEach(graph -> new GraphSection(to, nodes).graph(graph));
    }

    private static int messages(PathVertex graph) {
        return graph.next().stream().mapToInt(PathVertex::messageCount).sum();
    }

    private void graph(PathVertex root) {
        int[] counts = counts(root).sorted().toArray();
        least = counts.length <= EDGES_OF_A_GRAPH ? 0 : counts[counts.length - EDGES_OF_A_GRAPH - 1] + 1;
        to.append("  ").append(Figures.printable(nodes.get(root.node()).name())).append('\n');
        below(root, "  ");
        if (least > 0) {
            to.append("  %s of %s edges have fewer than %s messages and are not shown; --json has them%n"
                    .formatted(
                            Figures.count(Arrays.stream(counts)
                                    .filter(count -> count < least)
                                    .count()),
                            Figures.count(counts.length),
                            Figures.count(least)));
        }
    }

    private static IntStream counts(PathVertex vertex) {
        return vertex.next().stream()
                .flatMapToInt(edge -> IntStream.concat(IntStream.of(edge.messageCount()), counts(edge)));
    }

    private void below(PathVertex vertex, String indent) {
        List<PathVertex> next = vertex.next().stream()
                .filter(edge -> edge.messageCount() >= least)
                .toList();
        for (int i = 0; i < next.size(); i++) {
            PathVertex edge = next.get(i);
            boolean last = i == next.size() - 1;
            to.append(indent)
                    .append(last ? "└ " : "├ ")
                    .append(Figures.printable(nodes.get(edge.node()).name()))
                    .append("  ")
                    .append(Figures.time(edge.delayNanos()))
                    .append("  ")
                    .append(Figures.count(edge.messageCount()))
                    .append('\n');
            below(edge, indent + (last ? "  " : "│ "));
        }
    }
}

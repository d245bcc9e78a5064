package io.wirepath.report.text;

import io.wirepath.causes.NodeTable;
import io.wirepath.causes.convolution.PathVertex;
import io.wirepath.flows.CountText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * The graphs of causal paths that convolution finds, with the delay at each node (Project 5, Figures 9, 13, 16). A
 * graph that is too large to read is shown in paths that go on to their ends, those of most messages; where a vertex
 * has more edges than are shown, a line says so.
 */
final class GraphSection {

    private static final int EDGES_OF_A_GRAPH = 80;
    private static final Comparator<PathVertex> MOST_FIRST =
            Comparator.comparingInt(PathVertex::messageCount).reversed();

    private final StringBuilder to;
    private final NodeTable nodes;
    private final Set<PathVertex> shown = Collections.newSetFromMap(new IdentityHashMap<>());

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

    private static int messages(PathVertex above) {
        return above.next().stream().mapToInt(PathVertex::messageCount).sum();
    }

    private void graph(PathVertex root) {
        choose(root);
        int all = edges(root);
        to.append("  ").append(Figures.printable(nodes.get(root.node()).name())).append('\n');
        below(root, "  ");
        if (shown.size() < all) {
            to.append("  cut: %s of %s edges are shown, in %s of %s paths, each to its end; --json has them all%n"
                    .formatted(
                            CountText.of(shown.size()),
                            CountText.of(all),
                            CountText.of(
                                    shown.stream().filter(GraphSection::isEnd).count()),
                            CountText.of(ends(root))));
        }
    }

    private static int edges(PathVertex above) {
        return above.next().stream().mapToInt(edge -> 1 + edges(edge)).sum();
    }

    private static long ends(PathVertex above) {
        return isEnd(above)
                ? 1
                : above.next().stream().mapToLong(GraphSection::ends).sum();
    }

    private static boolean isEnd(PathVertex vertex) {
        return vertex.next().isEmpty();
    }

    /** Takes the edge of most messages behind those taken, and those of most from there to the end, while they fit. */
    private void choose(PathVertex root) {
        PriorityQueue<PathVertex> open = new PriorityQueue<>(MOST_FIRST);
        open.addAll(root.next());
        List<PathVertex> path = open.isEmpty() ? List.of() : toTheEnd(open.poll());
        while (!path.isEmpty() && (shown.isEmpty() || shown.size() + path.size() <= EDGES_OF_A_GRAPH)) {
            shown.addAll(path);
            path.forEach(edge ->
                    edge.next().stream().filter(next -> !shown.contains(next)).forEach(open::add));
            path = open.isEmpty() ? List.of() : toTheEnd(open.poll());
        }
    }

    private static List<PathVertex> toTheEnd(PathVertex first) {
        List<PathVertex> path = new ArrayList<>();
        path.add(first);
        for (PathVertex at = first; !isEnd(at); path.add(at)) {
            at = Collections.min(at.next(), MOST_FIRST);
        }
        return path;
    }

    private void below(PathVertex vertex, String indent) {
        List<PathVertex> next = vertex.next().stream().filter(shown::contains).toList();
        int hidden = vertex.next().size() - next.size();
        for (int i = 0; i < next.size(); i++) {
            PathVertex edge = next.get(i);
            boolean last = hidden == 0 && i == next.size() - 1;
            to.append(indent)
                    .append(last ? "└ " : "├ ")
                    .append(Figures.printable(nodes.get(edge.node()).name()))
                    .append("  ")
                    .append(Figures.time(edge.delayNanos()))
                    .append("  ")
                    .append(CountText.of(edge.messageCount()))
                    .append('\n');
            below(edge, indent + (last ? "  " : "│ "));
        }
        if (hidden > 0) {
            int messages = vertex.next().stream()
                    .filter(edge -> !shown.contains(edge))
                    .mapToInt(PathVertex::messageCount)
                    .sum();
            to.append(indent)
                    .append("└ … %s more, %s messages%n".formatted(CountText.of(hidden), CountText.of(messages)));
        }
    }
}

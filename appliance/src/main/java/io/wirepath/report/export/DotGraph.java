package io.wirepath.report.export;

import io.wirepath.report.text.Figures;
import java.util.Locale;

/** A digraph in the language of Graphviz, as it grows: clusters of nodes with edges. Not thread-safe. */
final class DotGraph {

    /** Where edges lead. */
    enum Direction {
        TO_THE_RIGHT("LR"),
        DOWN("TB");

        private final String rank;

        Direction(String rank) {
            this.rank = rank;
        }
    }

    /** What a node looks like. */
    enum Shape {
        BOX,
        DIAMOND,
        ELLIPSE
    }

    private final StringBuilder to = new StringBuilder();
    private int nodes;

    /** An empty graph. */
    DotGraph(String title, Direction direction) {
        to.append("digraph wirepath {\n  graph [rankdir=")
                .append(direction.rank)
                .append(", fontname=\"sans-serif\", label=")
                .append(quoted(title))
                .append("];\n  node [fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\", fontsize=10];\n");
    }

    /** Begins a frame around nodes; its name is letters and digits. */
    void begin(String name, String label) {
        to.append("  subgraph cluster_")
                .append(name)
                .append(" {\n    label=")
                .append(quoted(label))
                .append(";\n");
    }

    /** Ends the frame. */
    void end() {
        to.append("  }\n");
    }

    /** Adds a node, and gives it a name of its own. */
    String node(Shape shape, String label) {
        String name = "s" + nodes++;
        node(name, shape, label);
        return name;
    }

    /** Adds a node with this name. */
    void node(String name, Shape shape, String label) {
        to.append("    ").append(name).append(" [shape=").append(shape.name().toLowerCase(Locale.ROOT));
        to.append(", label=").append(quoted(label)).append("];\n");
    }

    /** Adds an edge between nodes of these names. */
    void edge(String from, String target, String label) {
        to.append("    ").append(from).append(" -> ").append(target);
        to.append(" [label=").append(quoted(label)).append("];\n");
    }

    /** The whole as text; nothing is added any more. */
    String text() {
        return to.append("}\n").toString();
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

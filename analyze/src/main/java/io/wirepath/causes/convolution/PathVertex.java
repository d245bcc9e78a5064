package io.wirepath.causes.convolution;

import java.util.ArrayList;
import java.util.List;

/**
 * A vertex of the graph that starts at one root: a node as it appears on a path, with the edge that leads to it.
 *
 * <p>A node may appear several times, and several edges with different delays may lead to one node.
 */
public final class PathVertex {

    private final int node;
    private final long delayNanos;
    private int[] messages;
    private final List<PathVertex> next = new ArrayList<>();

    PathVertex(int node, long delayNanos, int[] messages) {
        this.node = node;
        this.delayNanos = delayNanos;
        this.messages = messages;
    }

    /** Number of the node in the node table. */
    public int node() {
        return node;
    }

    /** Delay from the messages of the edge before to those of the edge to this vertex; 0 at the first edge. */
    public long delayNanos() {
        return delayNanos;
    }

    /** Number of messages that came along the edge to this vertex; 0 at the root. */
    public int messageCount() {
        return messages.length;
    }

    /** Where paths go on from here. */
    public List<PathVertex> next() {
        return List.copyOf(next);
    }

    int[] messages() {
        return messages;
    }

    void keepMessages(int[] kept) {
        messages = kept;
    }

    List<PathVertex> edges() {
        return next;
    }
}

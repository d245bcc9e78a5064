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
    private final long toleranceNanos;
    private int[] messages;
    private int open;
    private final List<PathVertex> next = new ArrayList<>();
    private int leftOutBelow;
    private int pathsThatGoOn;

    /** The edge takes {@code messages} out of so many that no other edge explains. */
    PathVertex(int node, long delayNanos, long toleranceNanos, int[] messages, int open) {
        this.node = node;
        this.delayNanos = delayNanos;
        this.toleranceNanos = toleranceNanos;
        this.messages = messages;
        this.open = open;
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

    /** Of a root: edges with fewer messages were left out, because the graph would be too large; 0 if it is whole. */
    public int leftOutBelow() {
        return leftOutBelow;
    }

    /** Of a root: paths that end at a bound, of how often they may take an edge or of how long they may be. */
    public int pathsThatGoOn() {
        return pathsThatGoOn;
    }

    void endAtBound(int paths) {
        pathsThatGoOn = paths;
    }

    void leaveOutBelow(int messageCount) {
        leftOutBelow = messageCount;
    }

    /** How far the delay of a message of this edge may be from the edge's. */
    long toleranceNanos() {
        return toleranceNanos;
    }

    /**
     * Share of a time that lies within reach of this edge's delay after one of some causes: so many of what has nothing
     * to do with them fit by chance.
     *
     * @param causesNanos receipts in rising order
     */
    double shareByChance(long[] causesNanos, double spanNanos) {
        double window = Math.min(2.0 * toleranceNanos, (double) toleranceNanos + delayNanos);
        double covered = causesNanos.length == 0 ? 0 : window;
        for (int c = 1; c < causesNanos.length; c++) {
            covered += Math.min(window, (double) (causesNanos[c] - causesNanos[c - 1]));
        }
        return Math.min(1, covered / spanNanos);
    }

    int[] messages() {
        return messages;
    }

    /** Messages between the edge's two nodes that no other edge explains. */
    int open() {
        return open;
    }

    void keepMessages(int[] kept, int stillOpen) {
        messages = kept;
        open = stillOpen;
    }

    List<PathVertex> edges() {
        return next;
    }
}

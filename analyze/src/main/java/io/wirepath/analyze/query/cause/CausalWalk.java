package io.wirepath.analyze.query.cause;

import io.wirepath.causes.MessageTable;
import java.util.Arrays;

/**
 * Finds the calls that a call came of, and those that came of it, each with the worlds in which that is so, its
 * probability and how many steps lie between. Used by one thread; the answer stands in it until the next question.
 */
public final class CausalWalk {

    private final CausalOrder order;
    private final int[] seenIn;
    private final int[] placeOf;
    private int question;

    private int[] call = new int[64];
    private long[] worlds = new long[64];
    private double[] probability = new double[64];
    private int[] distance = new int[64];
    private int found;

    private int[] openCall = new int[64];
    private long[] openWorlds = new long[64];
    private double[] openProbability = new double[64];
    private int[] openDistance = new int[64];
    private int open;

    /** Walks in this order. */
    public CausalWalk(CausalOrder order) {
        this.order = order;
        seenIn = new int[order.size()];
        placeOf = new int[order.size()];
    }

    /** How many calls were found. */
    public int found() {
        return found;
    }

    /** A call that was found. */
    public int call(int at) {
        return call[at];
    }

    /** The worlds in which it is related so. */
    public long worlds(int at) {
        return worlds[at];
    }

    /** Probability that it is. */
    public double probability(int at) {
        return probability[at];
    }

    /** Steps between. */
    public int distance(int at) {
        return distance[at];
    }

    /** Finds all that this call came of, itself left out. */
    public void up(int from) {
        begin(from);
        CausalEdges edges = order.edges;
        while (open > 0) {
            open--;
            int at = openCall[open];
            long own = openWorlds[open];
            double p = openProbability[open];
            int steps = openDistance[open];
            while (at != MessageTable.NONE) {
                steps++;
                for (int edge = edges.first()[at]; edge < edges.first()[at + 1]; edge++) {
                    reach(edges.parent()[edge], own & edges.worlds()[edge], p * edges.probability()[edge], steps);
                }
                at = edges.settled()[at];
                own = at == MessageTable.NONE ? 0 : fresh(at, own);
                if (own == 0) {
                    break;
                }
                add(at, own, p, steps);
            }
        }
    }

    /** Finds all that came of this call, itself left out. */
    public void down(int from) {
        begin(from);
        while (open > 0) {
            open--;
            int at = openCall[open];
            long own = openWorlds[open];
            double p = openProbability[open];
            int steps = openDistance[open] - order.depth[at];
            for (int label = order.label[at] + 1; label < order.end[at]; label++) {
                int below = order.byLabel[label];
                add(below, own, p, steps + order.depth[below]);
            }
            int last = order.firstDown[order.end[at]];
            for (int x = order.firstDown[order.label[at]]; x < last; x++) {
                int edge = order.down[x];
                int cause = order.edges.parent()[edge];
                reach(
                        order.childOf[edge],
                        own & order.edges.worlds()[edge],
                        p * order.edges.probability()[edge],
                        steps + order.depth[cause] + 1);
            }
        }
    }

    private void begin(int from) {
        question++;
        found = 0;
        open = 0;
        seenIn[from] = question;
        placeOf[from] = MessageTable.NONE;
        push(from, Worlds.ALL, 1, 0);
    }

    /** Comes to a call; goes on from there only in worlds in which nothing has been there. */
    private void reach(int to, long own, double p, int steps) {
        long fresh = fresh(to, own);
        if (fresh != 0) {
            add(to, fresh, p, steps);
            push(to, fresh, p, steps);
        }
    }

    /** The worlds of these in which nothing has been there. */
    private long fresh(int to, long own) {
        if (seenIn[to] != question) {
            return own;
        }
        return placeOf[to] == MessageTable.NONE ? 0 : own & ~worlds[placeOf[to]];
    }

    private void add(int to, long own, double p, int steps) {
        if (seenIn[to] == question) {
            int at = placeOf[to];
            if (at != MessageTable.NONE && (own & ~worlds[at]) != 0) {
                worlds[at] |= own;
                probability[at] = Math.min(1, probability[at] + p);
                distance[at] = Math.min(distance[at], steps);
            }
            return;
        }
        if (found == call.length) {
            call = Arrays.copyOf(call, 2 * found);
            worlds = Arrays.copyOf(worlds, 2 * found);
            probability = Arrays.copyOf(probability, 2 * found);
            distance = Arrays.copyOf(distance, 2 * found);
        }
        seenIn[to] = question;
        placeOf[to] = found;
        call[found] = to;
        worlds[found] = own;
        probability[found] = p;
        distance[found++] = steps;
    }

    private void push(int at, long own, double p, int steps) {
        if (open == openCall.length) {
            openCall = Arrays.copyOf(openCall, 2 * open);
            openWorlds = Arrays.copyOf(openWorlds, 2 * open);
            openProbability = Arrays.copyOf(openProbability, 2 * open);
            openDistance = Arrays.copyOf(openDistance, 2 * open);
        }
        openCall[open] = at;
        openWorlds[open] = own;
        openProbability[open] = p;
        openDistance[open++] = steps;
    }
}

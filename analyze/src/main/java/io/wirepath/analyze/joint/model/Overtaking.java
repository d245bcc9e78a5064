package io.wirepath.analyze.joint.model;

import io.wirepath.analyze.TimeOrder;
import io.wirepath.analyze.joint.scene.Scene;
import java.util.Arrays;

/**
 * First come, first served, as in an event loop: of all that a node has to send, what waits longest goes first.
 *
 * <p>A call or a departure waits since the latest arrival or receipt of its task. Of two of a node, one that waits less
 * than the other and is sent before it <em>overtakes</em> it:
 *
 * <pre>
 *  task a   arrival ├──────────────────────────────► send
 *  task b             arrival ├─────────► send                 b overtakes a
 * </pre>
 *
 * <p>Each costs the log of how many there are for each that the gaps alone would have. Since when others wait is taken
 * from the owners that they had when this was learnt last, so a task is judged by itself; who takes the turn of another
 * leaves its own to that one. Not thread-safe.
 */
final class Overtaking {

    /** Sendings of the node to each side that one is compared with. */
    private static final int WINDOW = 12;
    /** It costs something where twice what that gains exceeds this. */
    private static final double GATE = 10;
    /** Overtakings beside those seen. */
    private static final double UNSEEN = 0.5;

    private final Scene scene;
    private final GapDensities gaps;
    private final GapBins bins;
    /** Calls, and after them departures, in order of time and node by node. */
    private final int[] order;

    /** Per call and departure. */
    private final int[] place;

    private final int[] node;
    private final long[] time;
    /** Since when it waits by the owners that were learnt from, and what its task did last. */
    private final long[] since;

    private final long[] last;
    private final int[] state;

    private double cost;

    Overtaking(Scene scene, GapDensities gaps, GapBins bins) {
        this.scene = scene;
        this.gaps = gaps;
        this.bins = bins;
        int all = scene.calls + scene.tasks;
        time = new long[all];
        node = new int[all];
        for (int e = 0; e < all; e++) {
            boolean isCall = e < scene.calls;
            time[e] = isCall ? scene.sent[e] : scene.departure[e - scene.calls];
            node[e] = isCall ? scene.callNode[e] : scene.taskNode[e - scene.calls];
        }
        order = Arrays.stream(TimeOrder.of(time))
                .filter(e -> e < scene.calls || scene.endIsKnown[e - scene.calls])
                .boxed()
                .sorted((a, b) -> Integer.compare(node[a], node[b]))
                .mapToInt(Integer::intValue)
                .toArray();
        place = new int[all];
        for (int x = 0; x < order.length; x++) {
            place[order[x]] = x;
        }
        since = new long[all];
        last = new long[all];
        state = new int[all];
    }

    /** What the overtakings of a laid out task cost, in nats. */
    double log(TaskWalk walk) {
        int found = 0;
        for (int x = 0; cost != 0 && x < walk.events; x++) {
            found += walk.isReceipt(x) ? 0 : overtakings(sentBy(walk, x), walk.waitingSince[x]);
        }
        return cost * found;
    }

    private int sentBy(TaskWalk walk, int event) {
        return walk.call[event] < 0 ? scene.calls + walk.task : walk.call[event];
    }

    /** How many it overtakes, or is overtaken by, if it waits since then. */
    private int overtakings(int e, long its) {
        int at = place[e];
        int end = Math.min(order.length, at + WINDOW + 1);
        int found = 0;
        for (int x = Math.max(0, at - WINDOW); x < end; x++) {
            int other = order[x];
            long itsSince = since[other] == its ? since[e] : since[other];
            if (itsSince != Scene.NEVER && node[other] == node[e]) {
                found += time[other] < time[e] && its < itsSince || time[e] < time[other] && itsSince < its ? 1 : 0;
            }
        }
        return found;
    }

    /** Begins to take over who waits since when. */
    void begin() {
        Arrays.fill(since, Scene.NEVER);
    }

    /** Takes over since when the calls of a laid out task wait, and its departure. */
    void take(TaskWalk walk) {
        for (int x = 0; x < walk.events; x++) {
            if (!walk.isReceipt(x)) {
                int e = sentBy(walk, x);
                since[e] = walk.waitingSince[x];
                last[e] = walk.timeBefore(x);
                state[e] = walk.state[x];
            }
        }
    }

    /** Learns the cost from what was taken over. */
    void learn() {
        double seen = UNSEEN;
        double expected = UNSEEN;
        for (int x = 0; x < order.length; x++) {
            for (int y = x + 1; y < order.length && y <= x + WINDOW; y++) {
                if (bothWait(order[x], order[y])) {
                    boolean overtakes = since[order[y]] < since[order[x]];
                    double asIs = 1 / (1 + Math.exp(otherwise(order[x], order[y])));
                    seen += overtakes ? 1 : 0;
                    expected += overtakes ? asIs : 1 - asIs;
                }
            }
        }
        double log = Math.log(seen / expected);
        double gain = seen * log + expected - seen;
        cost = log < 0 && 2 * gain > GATE ? log : 0;
    }

    /** Whether both waited when the first of them was sent, one for longer. */
    private boolean bothWait(int first, int second) {
        return node[first] == node[second]
                && since[first] != Scene.NEVER
                && since[second] != since[first]
                && since[second] <= time[first]
                && last[second] <= time[first]
                && time[first] < time[second];
    }

    /** Log odds, by the gaps alone, that the second of two is sent first. */
    private double otherwise(int first, int second) {
        return gap(first, time[second])
                + gap(second, time[first])
                - gap(first, time[first])
                - gap(second, time[second]);
    }

    private double gap(int e, long then) {
        int next = e < scene.calls ? scene.label[e] : TaskWalk.departing(scene.labels);
        return gaps.log(state[e], next, bins.of(then - last[e]));
    }
}

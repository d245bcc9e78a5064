package io.wirepath.causes.joint.model;

import io.wirepath.causes.TimeOrder;
import io.wirepath.causes.joint.scene.Priors;
import io.wirepath.causes.joint.scene.Scene;
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
final class Overtaking implements Factor.OfTask {

    /** Sendings of the node to each side that one is compared with. */
    private static final int WINDOW = 12;

    private final Scene scene;
    private final GapDensities gaps;
    private final GapBins bins;
    /** Calls, and after them departures, in order of time and node by node; what follows stands in this order. */
    private final int[] order;
    /** Place of each call and departure in it. */
    private final int[] place;

    private final long[] time;
    /**
     * Those that it is compared with: the first and the end of the earlier ones, the first and the end of the later
     * ones.
     */
    private final int[] from;

    private final int[] earlierEnd;
    private final int[] laterStart;
    private final int[] to;
    /** Since when it waits by the owners that were learnt from, and what its task did last. */
    private final long[] since;

    private final long[] last;
    private final int[] state;
    /** Since when it would wait, as asked last, and how many are out of order then. */
    private final long[] asked;

    private final int[] answer;

    private double cost;

    Overtaking(Scene scene, GapDensities gaps, GapBins bins) {
        this.scene = scene;
        this.gaps = gaps;
        this.bins = bins;
        long[] times = new long[scene.calls + scene.tasks];
        Arrays.setAll(times, e -> e < scene.calls ? scene.sent[e] : scene.departure[e - scene.calls]);
        int[] byTime = Arrays.stream(TimeOrder.of(times))
                .filter(e -> e < scene.calls || scene.endIsKnown[e - scene.calls])
                .toArray();
        int[] byNode = TimeOrder.of(Arrays.stream(byTime).mapToLong(this::node).toArray());
        order = Arrays.stream(byNode).map(x -> byTime[x]).toArray();
        place = new int[times.length];
        time = new long[order.length];
        for (int x = 0; x < order.length; x++) {
            place[order[x]] = x;
            time[x] = times[order[x]];
        }
        from = new int[order.length];
        earlierEnd = new int[order.length];
        laterStart = new int[order.length];
        to = new int[order.length];
        findNeighbours();
        since = new long[order.length];
        last = new long[order.length];
        state = new int[order.length];
        asked = new long[order.length];
        answer = new int[order.length];
    }

    private int node(int e) {
        return e < scene.calls ? scene.callNode[e] : scene.taskNode[e - scene.calls];
    }

    private void findNeighbours() {
        for (int x = 0; x < order.length; x++) {
            int ofNode = x > 0 && node(order[x - 1]) == node(order[x]) ? from[x - 1] : x;
            from[x] = Math.max(ofNode, x - WINDOW);
            earlierEnd[x] = x > from[x] && time[x - 1] == time[x] ? earlierEnd[x - 1] : x;
        }
        for (int x = order.length - 1; x >= 0; x--) {
            boolean ends = x + 1 == order.length || node(order[x + 1]) != node(order[x]);
            to[x] = ends ? x + 1 : Math.min(to[x + 1], x + WINDOW + 1);
            laterStart[x] = !ends && time[x + 1] == time[x] ? laterStart[x + 1] : x + 1;
        }
    }

    @Override
    public String name() {
        return "overtaking";
    }

    @Override
    public Learns learns() {
        return Learns.STATE;
    }

    @Override
    public String words(Told told) {
        return "what waited longer is sent first";
    }

    /** What the overtakings of a laid out task cost, in nats. */
    @Override
    public double log(TaskWalk walk) {
        int found = 0;
        for (int x = 0; cost != 0 && x < walk.events; x++) {
            found += walk.isReceipt(x) ? 0 : overtakings(placeOf(walk, x), walk.waitingSince[x]);
        }
        return cost * found;
    }

    private int placeOf(TaskWalk walk, int event) {
        return place[walk.call[event] < 0 ? scene.calls + walk.task : walk.call[event]];
    }

    /** How many it overtakes, or is overtaken by, if it waits since then. */
    private int overtakings(int at, long own) {
        if (asked[at] != own) {
            asked[at] = own;
            answer[at] = count(at, own);
        }
        return answer[at];
    }

    private int count(int at, long own) {
        int found = 0;
        for (int x = from[at]; x < earlierEnd[at]; x++) {
            long other = since[x] == own ? since[at] : since[x];
            found += own < other && other != Scene.NEVER ? 1 : 0;
        }
        for (int x = laterStart[at]; x < to[at]; x++) {
            long other = since[x] == own ? since[at] : since[x];
            found += other < own ? 1 : 0;
        }
        return found;
    }

    /** Begins to take over who waits since when. */
    @Override
    public void clear() {
        Arrays.fill(since, Scene.NEVER);
        Arrays.fill(asked, Scene.NEVER);
    }

    /** Takes over since when the calls of a laid out task wait, and its departure. */
    @Override
    public void observe(TaskWalk walk, double weight) {
        for (int x = 0; x < walk.events; x++) {
            if (!walk.isReceipt(x)) {
                int at = placeOf(walk, x);
                since[at] = walk.waitingSince[x];
                last[at] = walk.timeBefore(x);
                state[at] = walk.state[x];
            }
        }
    }

    /** Learns the cost from what was taken over. */
    @Override
    public void fit(Marginals marginals) {
        double seen = Priors.UNSEEN;
        double expected = Priors.UNSEEN;
        for (int x = 0; x < order.length; x++) {
            for (int y = laterStart[x]; y < to[x]; y++) {
                if (bothWait(x, y)) {
                    boolean overtakes = since[y] < since[x];
                    double asIs = 1 / (1 + Math.exp(otherwise(x, y)));
                    seen += overtakes ? 1 : 0;
                    expected += overtakes ? asIs : 1 - asIs;
                }
            }
        }
        double log = Math.log(seen / expected);
        double gain = seen * log + expected - seen;
        cost = log < 0 && Factor.pays(gain) ? log : 0;
    }

    /** Whether both waited when the first of them was sent, one for longer. */
    private boolean bothWait(int first, int second) {
        return since[first] != Scene.NEVER
                && since[second] != since[first]
                && since[second] <= time[first]
                && last[second] <= time[first];
    }

    /** Log odds, by the gaps alone, that the second of two is sent first. */
    private double otherwise(int first, int second) {
        return gap(first, time[second])
                + gap(second, time[first])
                - gap(first, time[first])
                - gap(second, time[second]);
    }

    private double gap(int at, long then) {
        int next = order[at] < scene.calls ? scene.label[order[at]] : TaskWalk.departing(scene.labels);
        boolean isHandedOver = order[at] < scene.calls && scene.handedOver[order[at]];
        int bin = bins.of(then - last[at]);
        return isHandedOver ? gaps.logUpTo(state[at], next, bin) : gaps.log(state[at], next, bin);
    }
}

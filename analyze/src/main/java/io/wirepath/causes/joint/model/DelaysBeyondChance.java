package io.wirepath.causes.joint.model;

import io.wirepath.causes.joint.scene.Priors;
import io.wirepath.causes.joint.scene.Scene;
import java.util.Arrays;

/**
 * First guess of how long tasks take from one event to the next, where so much is in flight that no single task can be
 * trusted: which delays follow an event more often than chance would have it (a cross-correlogram; Perkel, Gerstein and
 * Moore, <em>Neuronal spike trains and stochastic point processes II</em>, Biophys. J. 1967).
 *
 * <pre>
 *  pairs of an     │      ▄█▄
 *  event and a     │  ▂▂▂▂███▂▂▂▂▂▂▂▂   later events: chance and what the first event caused
 *  later (earlier) │  ▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂   earlier events: chance alone
 *  one             └────────┬─────────► delay
 *                        excess
 * </pre>
 *
 * <p>What is caused indirectly is in the excess as well; the rounds of expectation and maximisation take it out.
 */
public final class DelaysBeyondChance {

    /** An excess counts from so many standard deviations. */
    private static final double DEVIATIONS = 3;

    private static final double USUAL_TASKS = 0.99;
    private static final int FEW_EVENTS = 30;

    private final Scene scene;
    private final GapBins bins;
    private final GapDensities gaps;
    private final int states;
    private final long longest;
    private final double[] later;
    private final double[] earlier;
    /** Pairs of the events compared last beyond what chance explains, by bin of their delay. */
    private final double[] excess;

    private DelaysBeyondChance(Scene scene, GapBins bins, GapDensities gaps) {
        this.scene = scene;
        this.bins = bins;
        this.gaps = gaps;
        states = TaskWalk.statesPerClass(scene.labels);
        long[] took = new long[scene.tasks];
        Arrays.setAll(took, i -> scene.departure[i] - scene.arrival[i]);
        Arrays.sort(took);
        longest = took[(int) (USUAL_TASKS * (took.length - 1))];
        later = new double[bins.count()];
        earlier = new double[bins.count()];
        excess = new double[bins.count()];
    }

    /** Counts the delays that these densities are to begin with. */
    public static void count(Scene scene, GapBins bins, GapDensities gaps) {
        new DelaysBeyondChance(scene, bins, gaps).count();
    }

    private void count() {
        long[][] arrivals = byKind(scene.taskClass, scene.arrival, scene.classes);
        long[][] sendings = byKind(scene.label, ofThemselves(), scene.labels);
        long[][] receipts = byKind(scene.label, scene.received, scene.labels);
        for (int c = 0; c < scene.labels; c++) {
            for (int k = 0; k < scene.classes; k++) {
                compare(arrivals[k], sendings[c]);
                count(k * states, c, 1);
            }
            for (int last = 0; last < scene.labels; last++) {
                if (compare(sendings[last], sendings[c])) {
                    countForEachClass(arrivals, 1 + last, c);
                }
                if (compare(receipts[last], sendings[c])) {
                    countForEachClass(arrivals, 1 + scene.labels + last, c);
                }
            }
        }
        countDepartures(byKind(scene.label, scene.sent, scene.labels), receipts);
    }

    /** When calls were sent, but for those that others handed over. */
    private long[] ofThemselves() {
        long[] sent = new long[scene.calls];
        Arrays.setAll(sent, j -> scene.handedOver[j] ? Scene.NEVER : scene.sent[j]);
        return sent;
    }

    /** Counts the excess for the tasks of each class, by its share of all tasks. */
    private void countForEachClass(long[][] arrivals, int state, int next) {
        for (int k = 0; k < scene.classes; k++) {
            count(k * states + state, next, (double) arrivals[k].length / scene.tasks);
        }
    }

    private void count(int state, int next, double share) {
        for (int b = 0; b < excess.length; b++) {
            if (excess[b] > 0) {
                gaps.count(state, next, b, excess[b] * share);
            }
        }
    }

    private void countDepartures(long[][] sendings, long[][] receipts) {
        long[] known = scene.departure.clone();
        for (int i = 0; i < scene.tasks; i++) {
            if (scene.endIsKnown[i]) {
                long took = scene.departure[i] - scene.arrival[i];
                gaps.count(scene.taskClass[i] * states, scene.labels, bins.of(took), Priors.GUESSED);
            } else {
                known[i] = Scene.NEVER;
            }
        }
        long[][] departures = byKind(scene.taskClass, known, scene.classes);
        for (int k = 0; k < scene.classes; k++) {
            for (int last = 0; last < scene.labels; last++) {
                int sent = k * states + 1 + last;
                compare(sendings[last], departures[k]);
                count(sent, scene.labels, 1);
                compare(receipts[last], departures[k]);
                count(sent + scene.labels, scene.labels, 1);
            }
        }
    }

    /** Times of each kind, rising, without those that are not known. */
    private static long[][] byKind(int[] kind, long[] time, int kinds) {
        int[] size = new int[kinds];
        for (int x = 0; x < time.length; x++) {
            size[kind[x]] += time[x] == Scene.NEVER ? 0 : 1;
        }
        long[][] times = new long[kinds][];
        Arrays.setAll(times, k -> new long[size[k]]);
        for (int x = 0; x < time.length; x++) {
            if (time[x] != Scene.NEVER) {
                times[kind[x]][--size[kind[x]]] = time[x];
            }
        }
        for (long[] own : times) {
            Arrays.sort(own);
        }
        return times;
    }

    /**
     * Finds by how much more often than chance has it the second event follows the first one; whether it ever does. A
     * node of a hundred kinds of calls has ten thousand pairs of events, of which hardly any belong together.
     */
    private boolean compare(long[] from, long[] to) {
        Arrays.fill(excess, 0);
        if (from.length < FEW_EVENTS || to.length < FEW_EVENTS) {
            return false;
        }
        Arrays.fill(later, 0);
        Arrays.fill(earlier, 0);
        int step = 1 + (from.length - 1) / Priors.ENOUGH;
        countPairs(from, to, step);
        double trend = trend();
        int end = bins.of(longest);
        double chancePairs = 0;
        double chanceTicks = 0;
        boolean any = false;
        for (int b = -Priors.NEIGHBOURS; b < end; b++) {
            if (b + Priors.NEIGHBOURS < end) {
                chancePairs += earlier[b + Priors.NEIGHBOURS];
                chanceTicks += bins.width(b + Priors.NEIGHBOURS);
            }
            if (b > Priors.NEIGHBOURS) {
                chancePairs -= earlier[b - Priors.NEIGHBOURS - 1];
                chanceTicks -= bins.width(b - Priors.NEIGHBOURS - 1);
            }
            if (b >= 0) {
                double chance = trend * chancePairs / chanceTicks * bins.width(b);
                double more = later[b] - chance;
                excess[b] = more > DEVIATIONS * Math.sqrt(chance + 1) ? more * step : 0;
                any |= excess[b] > 0;
            }
        }
        return any;
    }

    private void countPairs(long[] from, long[] to, int step) {
        int next = 0;
        for (int x = 0; x < from.length; x += step) {
            while (next < to.length && to[next] <= from[x]) {
                next++;
            }
            int last = Math.min(to.length, next + Priors.MAX_PAIRS);
            for (int y = next; y < last && to[y] - from[x] <= Priors.MARGIN * longest; y++) {
                later[bins.of(to[y] - from[x])]++;
            }
            int first = Math.max(0, next - Priors.MAX_PAIRS);
            for (int y = next - 1; y >= first && from[x] - to[y] <= Priors.MARGIN * longest; y--) {
                earlier[bins.of(from[x] - to[y])]++;
            }
        }
    }

    /** By how much chance makes more later than earlier ones, because load rises: seen where causes are over. */
    private double trend() {
        double after = 0;
        double before = 0;
        for (int b = bins.of(longest) + 1; b < later.length; b++) {
            after += later[b];
            before += earlier[b];
        }
        return before < FEW_EVENTS ? 1 : Math.max(1, after / before);
    }
}

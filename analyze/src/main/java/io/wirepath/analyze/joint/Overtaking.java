package io.wirepath.analyze.joint;

import io.wirepath.analyze.TimeOrder;
import java.util.Arrays;

/**
 * The first-in-first-out term: what has waited longer is sent earlier, as in an event loop.
 *
 * <p>An <em>emission</em> is a call or a departure; it waits since the latest incoming event of its task. Emission j
 * overtakes k, of the same label, when k had been waiting longer but is sent later. Each overtaking costs
 * {@code theta <= 0}, fitted per label by logistic regression over pairs that waited at the same time, with the odds
 * under the gap densities alone as offset; kept only where the data ask for it.
 */
final class Overtaking {

    /** Emissions of its label to each side that one is compared with. */
    static final int WINDOW = 12;

    private static final int MOST_PAIRS = 8000;
    private static final double PRIOR_DEVIATION = 3;
    private static final double GATE = 10;
    private static final double STRONGEST = -6;
    private static final double MOST_OFFSET = 6;
    private static final int NEWTON_STEPS = 30;
    private static final double WEAKEST = -0.05;

    private final Scene scene;
    private final Owners owners;
    private final GapDensities gaps;
    private final GapBins bins;
    private final int[][] list;
    private final int[] place;
    private final long[] time;
    /** Of the present state. */
    private final long[] waiting;

    private final long[] last;
    private final int[] state;
    /** Of the proposal at hand. */
    private final long[] newWaiting;

    private final long[] newLast;
    private final int[] newState;
    private final int[] mark;
    private int epoch;
    private final double[] theta;
    private final double[][] pairOffset;
    private final boolean[][] pairOvertakes;
    private final int[] pairs;
    private boolean works;
    /** Emissions of the tasks concerned. */
    private int[] concerned = new int[64];

    private int concernedCount;
    /** The call that the proposal at hand leaves without an owner, or none. */
    private int gone;

    Overtaking(Scene scene, Owners owners, GapDensities gaps, GapBins bins) {
        this.scene = scene;
        this.owners = owners;
        this.gaps = gaps;
        this.bins = bins;
        int emissions = scene.calls + scene.tasks;
        int labels = scene.labels + 1;
        place = new int[emissions];
        time = new long[emissions];
        Arrays.setAll(time, e -> e < scene.calls ? scene.sent[e] : scene.departure[e - scene.calls]);
        list = emissionsInOrder(emissions, labels);
        waiting = new long[emissions];
        last = new long[emissions];
        state = new int[emissions];
        newWaiting = new long[emissions];
        newLast = new long[emissions];
        newState = new int[emissions];
        mark = new int[emissions];
        theta = new double[labels];
        pairOffset = new double[labels][];
        pairOvertakes = new boolean[labels][];
        pairs = new int[labels];
    }

    private int[][] emissionsInOrder(int emissions, int labels) {
        int[] length = new int[labels];
        for (int e = 0; e < emissions; e++) {
            length[labelOf(e)]++;
        }
        int[][] ordered = new int[labels][];
        for (int l = 0; l < labels; l++) {
            ordered[l] = new int[length[l]];
        }
        Arrays.fill(length, 0);
        for (int e : TimeOrder.of(time)) {
            if (e < scene.calls || scene.endIsKnown[e - scene.calls]) {
                place[e] = length[labelOf(e)]++;
                ordered[labelOf(e)][place[e]] = e;
            }
        }
        for (int l = 0; l < labels; l++) {
            ordered[l] = Arrays.copyOf(ordered[l], length[l]);
        }
        return ordered;
    }

    private int labelOf(int emission) {
        return emission < scene.calls ? scene.label[emission] : scene.labels;
    }

    private boolean isOwned(int emission) {
        return emission >= scene.calls || owners.slot[emission] >= 0;
    }

    /** What an overtaking costs where it costs most, in nats. */
    double dearest() {
        double most = 0;
        for (double its : theta) {
            most = Math.max(most, -its);
        }
        return most;
    }

    /** Whether any label has a term. */
    boolean works() {
        return works;
    }

    /** Remembers how the emissions of this laid out task would wait, until {@link #commit}. */
    void propose(TaskWalk walk) {
        for (int x = 0; x < walk.events; x++) {
            if (walk.isReceipt(x)) {
                continue;
            }
            int e = walk.call[x] >= 0 ? walk.call[x] : scene.calls + walk.task;
            newWaiting[e] = walk.waitingSince[x];
            newLast[e] = walk.lastEvent[x];
            newState[e] = walk.state[x];
        }
    }

    /** Makes the remembered waiting of a task with these calls the present one. */
    void commit(int task, int[] calls, int count) {
        for (int x = 0; x < count; x++) {
            commit(calls[x]);
        }
        if (scene.endIsKnown[task]) {
            commit(scene.calls + task);
        }
    }

    private void commit(int e) {
        waiting[e] = newWaiting[e];
        last[e] = newLast[e];
        state[e] = newState[e];
    }

    /**
     * Change of the term if this proposal were accepted; both its tasks must have been laid out just before. Only emissions
     * of these tasks are looked at, each with its neighbours as they are and as they would be.
     */
    double change(Proposal proposal) {
        gone = unowned(proposal);
        gather(proposal);
        epoch++;
        for (int x = 0; x < concernedCount; x++) {
            mark[concerned[x]] = epoch;
        }
        double sum = 0;
        for (int x = 0; x < concernedCount; x++) {
            int e = concerned[x];
            sum += theta[labelOf(e)] * (moreOvertakenLater(e) + moreOvertakenEarlier(e));
        }
        return sum;
    }

    /** The call that a proposal leaves without an owner, or none. */
    private static int unowned(Proposal proposal) {
        for (int x = 0; x < proposal.moved; x++) {
            if (proposal.toSlot[x] < 0) {
                return proposal.call[x];
            }
        }
        return CandidateSets.NONE;
    }

    /** Collects the emissions whose pairs change: pairs of two others count before as after. */
    private void gather(Proposal proposal) {
        concernedCount = 0;
        gather(proposal.firstTask);
        gather(proposal.secondTask);
        for (int x = 0; x < proposal.moved; x++) {
            if (!isOwned(proposal.call[x])) {
                add(proposal.call[x]);
            }
        }
    }

    private void gather(int task) {
        if (task < 0) {
            return;
        }
        int count = owners.count[task];
        for (int x = 0; x < count; x++) {
            add(owners.calls[task][x]);
        }
        if (scene.endIsKnown[task]) {
            add(scene.calls + task);
        }
    }

    private void add(int emission) {
        boolean changesHands = emission == gone || !isOwned(emission);
        if (theta[labelOf(emission)] != 0 && (changesHands || newWaiting[emission] != waiting[emission])) {
            if (concerned.length == concernedCount) {
                concerned = Arrays.copyOf(concerned, concernedCount * 2);
            }
            concerned[concernedCount++] = emission;
        }
    }

    /**
     * How many more emissions would be sent after this one although they had waited longer; each pair of two that change is
     * counted here.
     */
    private int moreOvertakenLater(int e) {
        int[] its = list[labelOf(e)];
        boolean isNow = isOwned(e);
        boolean willBe = e != gone;
        int more = 0;
        int last = Math.min(its.length - 1, place[e] + WINDOW);
        for (int q = place[e] + 1; q <= last; q++) {
            int k = its[q];
            if (time[k] == time[e]) {
                continue;
            }
            boolean isOwned = isOwned(k);
            boolean changes = mark[k] == epoch;
            if (isNow && isOwned && waiting[k] < waiting[e]) {
                more--;
            }
            if (willBe && k != gone && (isOwned || changes)) {
                more += (changes ? newWaiting[k] : waiting[k]) < newWaiting[e] ? 1 : 0;
            }
        }
        return more;
    }

    /** How many more emissions that do not change would be sent before this one although it had waited longer. */
    private int moreOvertakenEarlier(int e) {
        int[] its = list[labelOf(e)];
        long now = isOwned(e) ? waiting[e] : Long.MAX_VALUE;
        long then = e != gone ? newWaiting[e] : Long.MAX_VALUE;
        int more = 0;
        int first = Math.max(0, place[e] - WINDOW);
        for (int q = place[e] - 1; q >= first; q--) {
            int k = its[q];
            if (mark[k] != epoch && isOwned(k) && time[k] != time[e]) {
                more += (then < waiting[k] ? 1 : 0) - (now < waiting[k] ? 1 : 0);
            }
        }
        return more;
    }

    /** How many calls of its label a call overtakes, or is overtaken by, if it waits since then; others as they are. */
    int overtakings(int call, long since) {
        int[] its = list[scene.label[call]];
        int found = 0;
        for (int q = Math.max(0, place[call] - WINDOW); q < its.length && q <= place[call] + WINDOW; q++) {
            int k = its[q];
            if (k != call && isOwned(k)) {
                found += time[k] > time[call] && waiting[k] < since ? 1 : 0;
                found += time[k] < time[call] && since < waiting[k] ? 1 : 0;
            }
        }
        return found;
    }

    /** Notes the pairs of the present state that waited at the same time, for {@link #fit}. */
    void collect() {
        for (int[] its : list) {
            for (int p = 0; p < its.length; p++) {
                if (isOwned(its[p])) {
                    collect(its, p);
                }
            }
        }
    }

    private void collect(int[] its, int p) {
        int j = its[p];
        int label = labelOf(j);
        long sentJ = time[j];
        for (int q = p + 1; q < its.length && q <= p + WINDOW && pairs[label] < MOST_PAIRS; q++) {
            int k = its[q];
            long sentK = time[k];
            if (!isOwned(k) || sentK <= sentJ || waiting[k] > sentJ || waiting[k] == waiting[j]) {
                continue;
            }
            boolean overtakes = waiting[k] < waiting[j];
            int longer = overtakes ? k : j;
            int shorter = overtakes ? j : k;
            double odds = gap(longer, label, sentK)
                    + gap(shorter, label, sentJ)
                    - gap(longer, label, sentJ)
                    - gap(shorter, label, sentK);
            add(label, Math.max(-MOST_OFFSET, Math.min(MOST_OFFSET, odds)), overtakes);
        }
    }

    private double gap(int emission, int label, long time) {
        return gaps.log(state[emission], label, bins.of(time - last[emission]));
    }

    private void add(int label, double offset, boolean overtakes) {
        if (pairOffset[label] == null) {
            pairOffset[label] = new double[MOST_PAIRS];
            pairOvertakes[label] = new boolean[MOST_PAIRS];
        }
        pairOffset[label][pairs[label]] = offset;
        pairOvertakes[label][pairs[label]++] = overtakes;
    }

    /** Fits the cost of overtaking of each label to the pairs noted in so many samples, and forgets them. */
    void fit(double samples) {
        works = false;
        for (int label = 0; label < theta.length; label++) {
            if (pairs[label] > 0) {
                double fitted = newton(label, 1 / samples);
                boolean pays = 2 * gain(label, fitted) / samples > GATE;
                theta[label] = pays ? fitted : 0;
            } else {
                theta[label] = 0;
            }
            works |= theta[label] < WEAKEST;
            pairs[label] = 0;
        }
    }

    private double newton(int label, double weight) {
        double t = theta[label];
        double precision = 1 / (PRIOR_DEVIATION * PRIOR_DEVIATION);
        for (int step = 0; step < NEWTON_STEPS; step++) {
            double slope = -t * precision;
            double curvature = precision;
            for (int x = 0; x < pairs[label]; x++) {
                double p = 1 / (1 + Math.exp(-(pairOffset[label][x] + t)));
                slope += weight * ((pairOvertakes[label][x] ? 1 : 0) - p);
                curvature += weight * p * (1 - p);
            }
            double by = Math.max(-1, Math.min(1, slope / curvature));
            t += by;
            if (Math.abs(by) < 1e-4) {
                break;
            }
        }
        return Math.max(STRONGEST, Math.min(0, t));
    }

    private double gain(int label, double t) {
        double sum = 0;
        for (int x = 0; x < pairs[label]; x++) {
            double f = pairOffset[label][x];
            double sign = pairOvertakes[label][x] ? -1 : 1;
            sum += Math.log1p(Math.exp(sign * f)) - Math.log1p(Math.exp(sign * (f + t)));
        }
        return sum;
    }

    /** Whether this pair of emissions counts as an overtaking under the present state, for people. */
    double theta(int label) {
        return theta[label];
    }
}

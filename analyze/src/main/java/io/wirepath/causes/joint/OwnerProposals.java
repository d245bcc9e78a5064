package io.wirepath.causes.joint;

import io.wirepath.causes.SeededRandom;
import io.wirepath.causes.joint.model.GapBins;
import io.wirepath.causes.joint.model.GapDensities;
import io.wirepath.causes.joint.model.TaskWalk;
import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Priors;
import io.wirepath.causes.joint.scene.Scene;
import java.util.Arrays;

/**
 * Proposal distribution over the owners of a call: a mixture of the owners that it had before, of those that fit times
 * and evidence, and of all alike.
 *
 * <pre>
 *  task  ├──── age ────┬──────────┬──── rest ────┤        how old the task is at the sending, how long it lasts after the receipt
 *  call                └──────────┘
 *
 *  q(slot) = a / owners + b · marginal(slot) + (1 − a − b) · age(slot) · rest(slot) · exp(evidence(slot)) / sum
 * </pre>
 *
 * <p>It holds for a whole round, whatever other calls a task has; what is accepted is decided by the model. The
 * densities of age and rest are those of all calls of a label and tasks of a class, by the present marginals. The
 * present owner is never proposed (metropolised Gibbs sampling; Liu, <em>Peskun's theorem and a modified discrete-state
 * Gibbs sampler</em>, Biometrika 1996). Not thread-safe.
 */
final class OwnerProposals {

    /** Share of all samples that each bin has beside those seen in it. */
    private static final double ANYWHERE = 0.0005;

    private static final double TINY = 1e-9;
    /** Longer than anything lasts: a call that returns after its task has ended. */
    private static final long TOO_LATE = Long.MAX_VALUE / 4;
    /** So many slots are looked at one after the other. */
    private static final int FEW = 8;

    private final Scene scene;
    private final CandidateSets candidates;
    private final GapBins bins;
    /** Per slot, in nats, as learnt last. */
    private final double[] evidence;
    /** Per slot the bin of the age and of the rest. */
    private final short[] ageBin;

    private final short[] restBin;
    /** Per class, label and bin: density per tick of the age and of the rest. */
    private final double[][] age;

    private final double[][] rest;
    /** Density of what was never seen. */
    private final double[] nowhere;
    /** Ticks of the bins before each. */
    private final double[] ticks;
    /** Per slot: how well times and evidence suit it. */
    private final double[] suits;
    /** Share of a call's proposals that go to its slots up to this one. */
    private final float[] upTo;
    /** Share of a slot. */
    private final float[] share;
    /** Log of the share of a slot and of what others get, which is what the balance of moves between slots asks for. */
    private final float[] balance;

    OwnerProposals(Scene scene, CandidateSets candidates, GapBins bins, double[] evidence) {
        this.scene = scene;
        this.candidates = candidates;
        this.bins = bins;
        this.evidence = evidence;
        age = new double[scene.classes * scene.labels][bins.count()];
        rest = new double[scene.classes * scene.labels][bins.count()];
        ticks = new double[bins.count() + 1];
        for (int b = 0; b < bins.count(); b++) {
            ticks[b + 1] = ticks[b] + bins.width(b);
        }
        nowhere = new double[bins.count()];
        toDensity(nowhere);
        int slots = candidates.slots();
        suits = new double[slots];
        upTo = new float[slots];
        share = new float[slots];
        balance = new float[slots];
        ageBin = new short[slots];
        restBin = new short[slots];
        for (int s = 0; s < slots; s++) {
            ageBin[s] = (short) bins.of(scene.sent[candidates.call[s]] - scene.arrival[candidates.task[s]]);
            restBin[s] = (short) bins.of(rest(s));
        }
    }

    private long rest(int slot) {
        long received = scene.received[candidates.call[slot]];
        long departure = scene.departure[candidates.task[slot]];
        return received > departure ? TOO_LATE : departure - received;
    }

    /** Looks at the delays that follow arrivals and precede departures, before any owner has a marginal. */
    void learn(GapDensities gaps) {
        int states = TaskWalk.statesPerClass(scene.labels);
        for (int kind = 0; kind < age.length; kind++) {
            int label = kind % scene.labels;
            int arrived = kind / scene.labels * states;
            for (int b = 0; b < bins.count(); b++) {
                age[kind][b] = Math.exp(gaps.log(arrived, label, b));
                rest[kind][b] =
                        Math.exp(gaps.log(arrived + 1 + scene.labels + label, TaskWalk.departing(scene.labels), b));
            }
        }
        propose(new double[candidates.slots()]);
    }

    /** Takes over the marginal of each slot; marginals need not sum to one over the owners of a call. */
    void learn(double[] marginal) {
        Arrays.fill(age, nowhere);
        Arrays.fill(rest, nowhere);
        for (int s = 0; s < marginal.length; s++) {
            if (marginal[s] > 0) {
                int kind = kind(s);
                if (age[kind] == nowhere) {
                    age[kind] = new double[bins.count()];
                    rest[kind] = new double[bins.count()];
                }
                age[kind][ageBin[s]] += marginal[s];
                rest[kind][restBin[s]] += marginal[s];
            }
        }
        for (int kind = 0; kind < age.length; kind++) {
            if (age[kind] != nowhere) {
                toDensity(age[kind]);
                toDensity(rest[kind]);
            }
        }
        propose(marginal);
    }

    private int kind(int slot) {
        return scene.taskClass[candidates.task[slot]] * scene.labels + scene.label[candidates.call[slot]];
    }

    private void toDensity(double[] own) {
        double total = Arrays.stream(own).sum();
        double[] samples = new double[own.length + 1];
        for (int b = 0; b < own.length; b++) {
            samples[b + 1] = samples[b] + own[b] + ANYWHERE * total;
        }
        for (int b = 0; b < own.length; b++) {
            int from = Math.max(0, b - Priors.NEIGHBOURS);
            int to = Math.min(own.length, b + Priors.NEIGHBOURS + 1);
            own[b] = (samples[to] - samples[from] + TINY) / (ticks[to] - ticks[from]);
        }
    }

    private void propose(double[] marginal) {
        for (int j = 0; j < scene.calls; j++) {
            int from = candidates.first[j];
            int to = candidates.first[j + 1];
            double total = 0;
            double suiting = 0;
            for (int s = from; s < to; s++) {
                total += marginal[s];
                suits[s] = suits(s);
                suiting += suits[s];
            }
            double former = total > 0 ? Priors.TO_FORMER : 0;
            double informed = suiting > 0 ? 1 - Priors.TO_ANYONE - former : 0;
            double anyone = 1 - informed - former;
            double sum = 0;
            for (int s = from; s < to; s++) {
                double own = anyone / (to - from);
                own += former > 0 ? former * marginal[s] / total : 0;
                own += informed > 0 ? informed * suits[s] / suiting : 0;
                sum += own;
                upTo[s] = (float) sum;
                share[s] = (float) own;
                balance[s] = (float) Math.log(own * (1 - own));
            }
        }
    }

    /** How well times and evidence suit a slot. */
    private double suits(int slot) {
        double own = age[kind(slot)][ageBin[slot]] * Math.exp(evidence[slot]);
        return scene.endIsKnown[candidates.task[slot]] ? own * rest[kind(slot)][restBin[slot]] : own;
    }

    /** A slot of this call that is not the present one, or any slot where it has none now. */
    int pick(int call, int present, SeededRandom random) {
        int from = candidates.first[call];
        int last = candidates.first[call + 1] - 1;
        if (present < 0) {
            return find(from, last, random.nextDouble());
        }
        double before = present == from ? 0 : upTo[present - 1];
        double own = upTo[present] - before;
        double u = random.nextDouble() * (1 - own);
        int slot = find(from, last, u < before ? u : u + own);
        if (slot != present) {
            return slot;
        }
        return present == last ? present - 1 : present + 1;
    }

    private int find(int from, int last, double u) {
        int low = from;
        int high = last;
        while (high - low > FEW) {
            int middle = low + high >>> 1;
            if (upTo[middle] <= u) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        while (low < high && upTo[low] <= u) {
            low++;
        }
        return low;
    }

    /** Log of how often a slot is proposed to a call that has none. */
    double log(int slot) {
        return Math.log(share[slot]);
    }

    /** Log of how much likelier the way back from one slot to another is proposed. */
    double logBack(int from, int to) {
        return balance[from] - balance[to];
    }
}

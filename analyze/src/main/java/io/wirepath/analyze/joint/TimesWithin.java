package io.wirepath.analyze.joint;

import java.util.Arrays;

/**
 * How well the times of a call suit each task that can own it, seen from the task alone: how old the task is when the call is sent, and
 * how long it still lasts after the response.
 *
 * <pre>
 *  task  ├──── age ────┬──────────┬──── rest ────┤
 *  call                └──────────┘
 * </pre>
 *
 * <p>Which other calls the task has does not matter, so this holds for a whole round, and tells the sampler of a crowded scene whom to
 * propose; what it then accepts is decided by the model. Both densities are those of all calls of a label and tasks of a class
 * together, as they are believed now; what else speaks for a slot, as sizes and content do, counts beside them. Not thread-safe.
 */
final class TimesWithin {

    /** Bins to each side over which a density is smoothed. */
    private static final int NEIGHBOURS = 2;
    /** Share of all samples that each bin has beside those seen in it. */
    private static final double ANYWHERE = 0.0005;

    /** How much evidence counts beside the times, which are not all that decides either. */
    private static final double EVIDENCE_WEIGHT = 0.8;

    private static final double TINY = 1e-9;
    /** Longer than anything lasts: a call that returns after its task has ended. */
    private static final long TOO_LATE = Long.MAX_VALUE / 4;

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
    private final float[] share;

    TimesWithin(Scene scene, CandidateSets candidates, GapBins bins, double[] evidence) {
        this.scene = scene;
        this.candidates = candidates;
        this.bins = bins;
        this.evidence = evidence;
        age = new double[scene.classes * scene.labels][bins.count()];
        rest = new double[scene.classes * scene.labels][bins.count()];
        share = new float[candidates.slots()];
        ageBin = new short[share.length];
        restBin = new short[share.length];
        for (int s = 0; s < share.length; s++) {
            ageBin[s] = (short) bins.of(scene.sent[candidates.call[s]] - scene.arrival[candidates.task[s]]);
            restBin[s] = (short) bins.of(rest(s));
        }
    }

    private long rest(int slot) {
        long received = scene.received[candidates.call[slot]];
        long departure = scene.departure[candidates.task[slot]];
        return received > departure ? TOO_LATE : departure - received;
    }

    /**
     * Looks at the delays that follow arrivals and precede departures, before any owner is believed in.
     *
     * @return share of each slot in how well the times suit the owners of its call; the same array each time
     */
    float[] learn(GapDensities gaps) {
        int states = TaskWalk.statesPerClass(scene.labels);
        for (int kind = 0; kind < age.length; kind++) {
            int label = kind % scene.labels;
            int arrived = kind / scene.labels * states;
            for (int b = 0; b < bins.count(); b++) {
                age[kind][b] = Math.exp(gaps.log(arrived, label, b));
                rest[kind][b] = Math.exp(gaps.log(arrived + 1 + scene.labels + label, scene.labels, b));
            }
        }
        return shares();
    }

    /**
     * Looks at what is believed of each slot.
     *
     * @return as {@link #learn(GapDensities)}
     */
    float[] learn(double[] belief) {
        for (int kind = 0; kind < age.length; kind++) {
            Arrays.fill(age[kind], 0);
            Arrays.fill(rest[kind], 0);
        }
        for (int s = 0; s < belief.length; s++) {
            if (belief[s] > 0) {
                int kind = kind(s);
                age[kind][ageBin[s]] += belief[s];
                rest[kind][restBin[s]] += belief[s];
            }
        }
        for (int kind = 0; kind < age.length; kind++) {
            toDensity(age[kind]);
            toDensity(rest[kind]);
        }
        return shares();
    }

    private int kind(int slot) {
        return scene.taskClass[candidates.task[slot]] * scene.labels + scene.label[candidates.call[slot]];
    }

    private void toDensity(double[] its) {
        double total = Arrays.stream(its).sum();
        double[] samples = new double[its.length + 1];
        double[] ticks = new double[its.length + 1];
        for (int b = 0; b < its.length; b++) {
            samples[b + 1] = samples[b] + its[b] + ANYWHERE * total;
            ticks[b + 1] = ticks[b] + bins.width(b);
        }
        for (int b = 0; b < its.length; b++) {
            int from = Math.max(0, b - NEIGHBOURS);
            int to = Math.min(its.length, b + NEIGHBOURS + 1);
            its[b] = (samples[to] - samples[from] + TINY) / (ticks[to] - ticks[from]);
        }
    }

    private float[] shares() {
        for (int j = 0; j < scene.calls; j++) {
            shares(candidates.first[j], candidates.count(j));
        }
        return share;
    }

    private void shares(int first, int count) {
        double sum = 0;
        for (int s = first; s < first + count; s++) {
            sum += density(s);
        }
        for (int s = first; s < first + count; s++) {
            share[s] = sum > 0 ? (float) (density(s) / sum) : 1f / count;
        }
    }

    private double density(int slot) {
        int kind = kind(slot);
        double its = age[kind][ageBin[slot]];
        if (evidence[slot] != 0) {
            its *= Math.exp(EVIDENCE_WEIGHT * evidence[slot]);
        }
        return scene.endIsKnown[candidates.task[slot]] ? its * rest[kind][restBin[slot]] : its;
    }
}

package io.wirepath.analyze.joint.model;

import io.wirepath.analyze.joint.scene.CandidateSets;
import io.wirepath.analyze.joint.scene.Scene;
import java.util.Arrays;

/**
 * Who uses a connection again: the task that used it last, or another one.
 *
 * <pre>
 *  a connection     BEGIN ── SELECT ── UPDATE ── COMMIT ── BEGIN ── …
 *  owner              a   =    a    =    a    =    a    ≠    b
 * </pre>
 *
 * <p>A task that began a transaction holds its connection to the end; a check before borrowing is followed by what it
 * was done for. Which calls follow each other in one hand is learnt, per label of the call before and label of the
 * call: how often both have one owner, against how often chance alone would give them one. A pair of labels for which
 * that gains too little says nothing. Not thread-safe.
 */
final class HeldConnections {

    /** Pairs that are taken as seen at their rate by chance. */
    private static final double BY_CHANCE = 5;
    /** Twice the gain, in nats, of a pair of labels that speaks. */
    private static final double GATE = 10;

    private final int labels;
    private final int[] before;
    private final int[] label;
    /**
     * Per call: the probability that chance gives it and the call before it on its connection one owner; 0 where it
     * cannot.
     */
    private final double[] chance;

    private final double[] same;
    private final double[] other;
    private final double[] sameByChance;
    private final double[] logSame;
    private final double[] logOther;
    private boolean works;

    HeldConnections(Scene scene, CandidateSets candidates) {
        labels = scene.labels;
        before = scene.before;
        label = scene.label;
        chance = new double[scene.calls];
        for (int j = 0; j < scene.calls; j++) {
            chance[j] = before[j] < 0 ? 0 : chance(candidates, before[j], j);
        }
        same = new double[labels * labels];
        other = new double[same.length];
        sameByChance = new double[same.length];
        logSame = new double[same.length];
        logOther = new double[same.length];
    }

    private static double chance(CandidateSets candidates, int before, int call) {
        int shared = 0;
        for (int s = candidates.first[call]; s < candidates.first[call + 1]; s++) {
            shared += candidates.slot(before, candidates.task[s]) >= 0 ? 1 : 0;
        }
        return shared == 0 ? 0 : (double) shared / candidates.count(before) / candidates.count(call);
    }

    /** Log-likelihood ratio of what this task took over from itself and from others. */
    double log(TaskWalk walk) {
        double log = 0;
        for (int x = 0; works && x < walk.events; x++) {
            int j = walk.call[x];
            if (j >= 0 && chance[j] > 0 && !walk.isReceipt(x)) {
                log += isOwn(walk, x) ? logSame[kind(j)] : logOther[kind(j)];
            }
        }
        return log;
    }

    void count(TaskWalk walk, double weight) {
        for (int x = 0; x < walk.events; x++) {
            int j = walk.call[x];
            if (j >= 0 && chance[j] > 0 && !walk.isReceipt(x)) {
                double[] its = isOwn(walk, x) ? same : other;
                its[kind(j)] += weight;
                sameByChance[kind(j)] += weight * chance[j];
            }
        }
    }

    /** Whether the call before that of this sending, on the same connection, is the task's own. */
    private boolean isOwn(TaskWalk walk, int event) {
        int wanted = before[walk.call[event]];
        int x = event - 1;
        while (x >= 0 && (walk.call[x] < 0 || walk.isReceipt(x) || walk.call[x] > wanted)) {
            x--;
        }
        return x >= 0 && walk.call[x] == wanted;
    }

    private int kind(int call) {
        return label[before[call]] * labels + label[call];
    }

    void clear() {
        Arrays.fill(same, 0);
        Arrays.fill(other, 0);
        Arrays.fill(sameByChance, 0);
    }

    /** Takes over what was counted, in so many samples of the whole scene. */
    void learn(double samples) {
        works = false;
        for (int kind = 0; kind < same.length; kind++) {
            double owned = same[kind] / samples;
            double taken = other[kind] / samples;
            double byChance = sameByChance[kind] / samples;
            logSame[kind] = 0;
            logOther[kind] = 0;
            if (owned + taken > 0) {
                double share = byChance / (owned + taken);
                double total = owned + taken + BY_CHANCE;
                double one = Math.log((owned + BY_CHANCE * share) / total / share);
                double two = Math.log((taken + BY_CHANCE * (1 - share)) / total / (1 - share));
                if (share < 1 && 2 * (owned * one + taken * two) > GATE) {
                    logSame[kind] = one;
                    logOther[kind] = two;
                    works = true;
                }
            }
        }
    }
}

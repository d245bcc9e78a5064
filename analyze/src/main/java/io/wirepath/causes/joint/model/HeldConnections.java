package io.wirepath.causes.joint.model;

import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Priors;
import io.wirepath.causes.joint.scene.Scene;
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
 * call: how often both have one owner, against how often that is so of a call and one on another connection, sent next
 * to the one before with the same label: what comes soon after an answer is often of the same task anyway. Neither
 * that nor the candidates in common tell chance exactly, so only what is beyond both counts. A pair of labels for which
 * that gains too little says nothing, and so does a call that was sent before the one before it was answered. A call
 * without an owner is of nobody's hand: what follows it is neither for nor against a task. Not thread-safe.
 */
final class HeldConnections implements Factor.OfTask {

    private static final int NONE = -1;

    private final int[] before;
    /**
     * Per call: label of the call before it on its connection, and its own; none where no task can own both or hold it.
     */
    private final int[] kind;
    /** Per call: the probability that chance gives it and the call before it on its connection one owner. */
    private final double[] chance;

    /** Per call: the call that it is compared with, or none. */
    private final int[] control;

    private final double[] controls;
    private final double[] sameAsControl;
    private final double[] same;
    private final double[] pairs;
    private final double[] sameByChance;
    /** Per kind: log odds of one owner of both, against those by chance; another owner, or an unknown one, adds 0. */
    private final double[] oneHand;

    private boolean works;

    HeldConnections(Scene scene, CandidateSets candidates) {
        before = scene.before;
        kind = new int[scene.calls];
        chance = new double[scene.calls];
        for (int j = 0; j < scene.calls; j++) {
            boolean follows = before[j] >= 0 && !isOpen(scene, before[j], scene.sent[j]);
            chance[j] = follows ? chance(candidates, before[j], j) : 0;
            kind[j] = chance[j] > 0 ? scene.label[before[j]] * scene.labels + scene.label[j] : NONE;
        }
        control = controls(scene, candidates);
        same = new double[scene.labels * scene.labels];
        controls = new double[same.length];
        sameAsControl = new double[same.length];
        pairs = new double[same.length];
        sameByChance = new double[same.length];
        oneHand = new double[same.length];
    }

    /** Whether a call waits for its answer still: a connection that takes others meanwhile is held by nobody. */
    private static boolean isOpen(Scene scene, int call, long at) {
        return scene.received[call] != Scene.NEVER && scene.received[call] > at;
    }

    private static double chance(CandidateSets candidates, int before, int call) {
        int shared = 0;
        for (int s = candidates.first[call]; s < candidates.first[call + 1]; s++) {
            shared += candidates.slot(before, candidates.task[s]) >= 0 ? 1 : 0;
        }
        return shared == 0 ? 0 : (double) shared / candidates.count(before) / candidates.count(call);
    }

    /** Calls next to the one before, by turns after and before it, where a task can own both. */
    private int[] controls(Scene scene, CandidateSets candidates) {
        int[] own = new int[scene.calls];
        Arrays.fill(own, NONE);
        int[][] ofLabel = scene.callsByLabel();
        int[] place = new int[scene.calls];
        for (int[] calls : ofLabel) {
            for (int x = 0; x < calls.length; x++) {
                place[calls[x]] = x;
            }
        }
        for (int j = 0; j < scene.calls; j++) {
            if (kind[j] != NONE) {
                int[] calls = ofLabel[scene.label[before[j]]];
                int x = place[before[j]] + (j % 2 == 0 ? 1 : -1);
                boolean exists = x >= 0 && x < calls.length && compares(scene, calls[x], j);
                own[j] = exists && chance(candidates, calls[x], j) > 0 ? calls[x] : NONE;
            }
        }
        return own;
    }

    /** Whether a call was over when another was sent, as the one before that was, and has another connection. */
    private boolean compares(Scene scene, int own, int call) {
        boolean wasOver = scene.received[before[call]] <= scene.sent[call];
        return own < call && own != before[before[call]] && scene.received[own] <= scene.sent[call] == wasOver;
    }

    @Override
    public String name() {
        return "held connection";
    }

    @Override
    public String words(Told told) {
        return "who used its connection before and after";
    }

    /** Log odds of what a task took over from itself; what has no owner before is as another's. */
    @Override
    public double log(TaskWalk walk) {
        double log = 0;
        for (int x = 0; works && x < walk.count; x++) {
            int call = walk.calls[x];
            if (kind[call] != NONE && walk.has(before[call])) {
                log += oneHand[kind[call]];
            }
        }
        return log;
    }

    @Override
    public void observe(TaskWalk walk, double weight) {
        for (int x = 0; x < walk.count; x++) {
            int call = walk.calls[x];
            int own = kind[call];
            if (own != NONE) {
                same[own] += walk.has(before[call]) ? weight : 0;
                sameAsControl[own] += control[call] != NONE && walk.has(control[call]) ? weight : 0;
            }
        }
    }

    @Override
    public void clear() {
        Arrays.fill(same, 0);
        Arrays.fill(sameAsControl, 0);
    }

    /** Of a pair of which one has no owner nobody knows whether both are of one hand. */
    @Override
    public void fit(Marginals marginals) {
        double samples = marginals.samples();
        double[] orphans = marginals.orphans();
        works = false;
        Arrays.fill(pairs, 0);
        Arrays.fill(sameByChance, 0);
        Arrays.fill(controls, 0);
        for (int j = 0; j < kind.length; j++) {
            if (kind[j] != NONE) {
                double owned = 1 - orphans[j] / samples;
                double both = owned * (1 - orphans[before[j]] / samples);
                pairs[kind[j]] += both;
                sameByChance[kind[j]] += both * chance[j];
                controls[kind[j]] += control[j] == NONE ? 0 : owned * (1 - orphans[control[j]] / samples);
            }
        }
        for (int own = 0; own < same.length; own++) {
            double owned = same[own] / samples;
            double taken = Math.max(0, pairs[own] - owned);
            double byChance = sameByChance[own];
            oneHand[own] = 0;
            if (owned + taken > 0) {
                double anyone = byChance / (owned + taken);
                double ofControls =
                        (sameAsControl[own] / samples + Priors.BY_CHANCE * anyone) / (controls[own] + Priors.BY_CHANCE);
                double share = nearest(owned / (owned + taken), anyone, ofControls);
                double total = owned + taken + Priors.BY_CHANCE;
                double one = Math.log((owned + Priors.BY_CHANCE * share) / total / share);
                double two = Math.log((taken + Priors.BY_CHANCE * (1 - share)) / total / (1 - share));
                if (share < 1 && Factor.pays(owned * one + taken * two)) {
                    oneHand[own] = one - two;
                    works = true;
                }
            }
        }
    }

    /** The value between both bounds that is nearest to this one. */
    private static double nearest(double value, double bound, double otherBound) {
        return Math.max(Math.min(bound, otherBound), Math.min(value, Math.max(bound, otherBound)));
    }
}

package io.wirepath.causes.joint.model;

import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Scene;
import java.util.Arrays;

/**
 * The density of the model (docs/algorithms.md): what a task with these calls scores, and what a call adds by itself.
 * Sampler, crossover, learning and explanations all ask here.
 *
 * <pre>
 *  L(z) = sum over tasks of ofTask(i, calls of i)  +  sum over calls of ofCall(j, owner of j)
 * </pre>
 *
 * <p>A task scores its plan, what comes next and when, its pace, the connections that it holds, and whom it overtakes;
 * a call scores the evidence for its owner, or the rate of calls that no task makes. All scores are in nats. Not
 * thread-safe.
 */
public final class JointDensity {

    private final Scene scene;
    /** The task that was scored or counted last, for explanations. */
    public final TaskWalk walk;

    public final GapDensities gaps;
    /** Per slot: what evidence says for it, in nats. */
    public final double[] evidence;

    private final PlanTable plans;
    private final NextEvents nexts;
    private final HeldConnections held;
    private final Pace pace;
    private final Overtaking overtaking;
    private final OrphanRates orphans;
    /** Per call: samples in which it had no owner. */
    private final double[] orphanSamples;

    private double planWeight = 1;

    public JointDensity(Scene scene, CandidateSets candidates, GapBins bins) {
        this.scene = scene;
        walk = new TaskWalk(scene, bins);
        evidence = new double[candidates.slots()];
        plans = new PlanTable(scene.classes, scene.labels);
        nexts = new NextEvents(scene);
        held = new HeldConnections(scene, candidates);
        gaps = new GapDensities(scene, bins);
        pace = new Pace(scene, gaps);
        overtaking = new Overtaking(scene, gaps, bins);
        orphans = new OrphanRates(scene, candidates);
        orphanSamples = new double[scene.calls];
    }

    /** Lets plans count so many times what their probability says; scores of tasks are worth nothing then. */
    public void weighPlans(double weight) {
        planWeight = weight;
    }

    /** Log-likelihood of a task that makes the first {@code count} of these calls, which stand in order of sending. */
    public double ofTask(int task, int[] calls, int count) {
        walk.lay(task, calls, count);
        double log = planWeight * plans.log(walk) + nexts.log(walk) + gaps(walk);
        return log + pace.log(walk) + held.log(calls, count) + overtaking.log(walk);
    }

    /** What a call adds in this slot: the evidence for its owner, or the log rate of calls without one. */
    public double ofCall(int call, int slot) {
        return slot < 0 ? orphans.log(call) : evidence[slot];
    }

    private double gaps(TaskWalk own) {
        double log = 0;
        for (int x = 0; x < own.events; x++) {
            if (!own.isReceipt(x)) {
                log += gaps.log(own.state[x], own.next[x], own.bin[x]);
            }
        }
        return log;
    }

    /** The terms of {@link #ofTask}: plan, next events, gaps, pace, held connections and overtaking. */
    public double[] termsOfTask(int task, int[] calls, int count) {
        walk.lay(task, calls, count);
        return new double[] {
            plans.log(walk), nexts.log(walk), gaps(walk), pace.log(walk), held.log(calls, count), overtaking.log(walk)
        };
    }

    /** Forgets what was counted, not what was learnt. */
    public void clear() {
        plans.clear();
        nexts.clear();
        held.clear();
        gaps.clear();
        Arrays.fill(orphanSamples, 0);
    }

    /** Counts a task that makes these calls. */
    public void count(int task, int[] calls, int count, double weight) {
        walk.lay(task, calls, count);
        plans.count(walk, weight);
        nexts.count(walk, weight);
        held.count(calls, count, weight);
        for (int x = 0; x < walk.events; x++) {
            if (!walk.isReceipt(x)) {
                gaps.count(walk.state[x], walk.next[x], walk.bin[x], weight);
            }
        }
    }

    /** Counts a call without an owner. */
    public void countOrphan(int call, double weight) {
        orphanSamples[call] += weight;
    }

    /** The M-step: makes tables of what was counted in so many samples of the whole scene. */
    public void learn(double samples) {
        plans.learn(samples);
        nexts.learn(samples);
        gaps.learn(samples);
        held.learn(samples, orphanSamples);
        orphans.learn(orphanSamples, samples);
    }

    /**
     * Learns what it costs to overtake, and since when each call and departure waits; scores of tasks are worth nothing
     * then.
     *
     * @param calls per task its calls, in order of sending
     * @param count per task how many of these count
     */
    public void learnOvertaking(int[][] calls, int[] count) {
        overtaking.begin();
        for (int i = 0; i < scene.tasks; i++) {
            walk.lay(i, calls[i], count[i]);
            overtaking.take(walk);
        }
        overtaking.learn();
    }

    /**
     * Learns how the delays of a task go together; last of all, when no round learns from it any more.
     *
     * @param calls per task its calls, in order of sending
     * @param count per task how many of these count
     */
    public void learnPace(int[][] calls, int[] count) {
        pace.begin();
        for (int i = 0; i < scene.tasks; i++) {
            walk.lay(i, calls[i], count[i]);
            pace.count(walk);
        }
        pace.learn();
    }
}

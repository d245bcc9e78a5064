package io.wirepath.analyze.joint;

import java.util.Arrays;

/**
 * The tables of one service and the log-likelihood that they give a task: its plan, which event comes next and when, pace, held
 * connections; and the rate of calls that nobody's task explains.
 */
final class TaskModel {

    final PlanTable plans;
    final GapDensities gaps;
    final Pace pace;
    private final NextEvents nexts;
    private final HeldConnections held;
    private final OrphanRates orphans;
    /** Per call: samples in which it had no owner. */
    private final double[] spontaneous;

    private double planWeight = 1;

    TaskModel(Scene scene, CandidateSets candidates, GapBins bins) {
        plans = new PlanTable(scene.classes, scene.labels);
        nexts = new NextEvents(scene);
        held = new HeldConnections(scene, candidates);
        gaps = new GapDensities(scene, bins);
        pace = new Pace(scene, gaps);
        orphans = new OrphanRates(scene);
        spontaneous = new double[scene.calls];
    }

    /** Lets the plan count so many times what its probability says; scores of tasks are worth nothing then. */
    void weighPlans(double weight) {
        planWeight = weight;
    }

    /** Log-likelihood of a task as it was laid out. */
    double log(TaskWalk walk) {
        double log = planWeight * plans.log(walk) + nexts.log(walk) + gaps(walk);
        if (pace.works()) {
            log += pace.log(walk);
        }
        return log + held.log(walk);
    }

    private double gaps(TaskWalk walk) {
        double log = 0;
        for (int x = 0; x < walk.events; x++) {
            if (!walk.isReceipt(x)) {
                log += gaps.log(walk.state[x], walk.next[x], walk.bin[x]);
            }
        }
        return log;
    }

    /** Log-likelihood of plan, next events, gaps, pace and held connections of a task as it was laid out. */
    double[] parts(TaskWalk walk) {
        double together = pace.works() ? pace.log(walk) : 0;
        return new double[] {plans.log(walk), nexts.log(walk), gaps(walk), together, held.log(walk)};
    }

    /** Log rate, at its time, of calls like this one that no task made. */
    double logSpontaneous(int call) {
        return orphans.log(call);
    }

    /** Forgets what was counted, not what was learnt. */
    void clear() {
        plans.clear();
        nexts.clear();
        held.clear();
        gaps.clear();
        Arrays.fill(spontaneous, 0);
    }

    void count(TaskWalk walk, double weight) {
        plans.count(walk, weight);
        nexts.count(walk, weight);
        held.count(walk, weight);
        for (int x = 0; x < walk.events; x++) {
            if (!walk.isReceipt(x)) {
                gaps.count(walk.state[x], walk.next[x], walk.bin[x], weight);
            }
        }
    }

    /** Counts which calls the task makes, in which order, and not when. */
    void countPlan(TaskWalk walk, double weight) {
        plans.count(walk, weight);
        nexts.count(walk, weight);
    }

    void countSpontaneous(int call, double weight) {
        spontaneous[call] += weight;
    }

    /** Counts by how much each call is believed to have no owner. */
    void countSpontaneous(double[] belief) {
        for (int j = 0; j < belief.length; j++) {
            spontaneous[j] += belief[j];
        }
    }

    /** Makes the table of held connections of what was counted; until then it says nothing. */
    void learnHeld(double samples) {
        held.learn(samples);
    }

    /**
     * The M-step: makes tables of what was counted in so many samples of the whole scene.
     *
     * @param cooled whether rare plans may be doubted
     */
    void learn(double samples, boolean cooled) {
        plans.learn(samples, cooled);
        nexts.learn(samples);
        gaps.learn(samples);
        orphans.learn(spontaneous, samples);
    }
}

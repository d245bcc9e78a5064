package io.wirepath.analyze.joint;

import java.util.Arrays;

/**
 * The tables of one service and the log-likelihood that they give a task: plan, order of calls and what they await, gaps, pace,
 * calls still open at the end; and the rate of calls that nobody's task explains.
 */
final class TaskModel {

    /** Tasks of each ending that are taken as seen: one that is done, and few others. */
    private static final double[] ENDING_PRIOR = {1, 0.05, 0.05};

    private static final int ENDINGS = ENDING_PRIOR.length;

    final PlanTable plans;
    final GapDensities gaps;
    final Pace pace;
    private final OrderWeights orders;
    private final Awaiting awaiting;
    private final HeldConnections held;
    /** Per class and ending: how often, and the logarithm of its share. */
    private final double[] endings;

    private final double[] logEnding;
    private final OrphanRates orphans;
    /** Per call: samples in which it had no owner. */
    private final double[] spontaneous;

    private double planWeight = 1;

    TaskModel(Scene scene, CandidateSets candidates, GapBins bins) {
        plans = new PlanTable(scene.classes, scene.labels);
        orders = new OrderWeights(scene);
        awaiting = new Awaiting(scene.classes, scene.labels);
        held = new HeldConnections(scene, candidates);
        gaps = new GapDensities(scene, bins);
        pace = new Pace(scene, gaps);
        endings = new double[scene.classes * ENDINGS];
        logEnding = new double[endings.length];
        orphans = new OrphanRates(scene);
        spontaneous = new double[scene.calls];
    }

    /** Lets the plan count so many times what its probability says; scores of tasks are worth nothing then. */
    void weighPlans(double weight) {
        planWeight = weight;
    }

    /** Log-likelihood of a task as it was laid out. */
    double log(TaskWalk walk) {
        double log = planWeight * plans.log(walk) + orders.log(walk) + awaiting.log(walk);
        for (int x = 0; x < walk.steps; x++) {
            log += gaps.log(walk.state[x], walk.next[x], walk.bin[x]);
        }
        if (pace.works()) {
            log += pace.log(walk);
        }
        return log + held.log(walk) + ending(walk);
    }

    private double ending(TaskWalk walk) {
        return walk.departure == TaskWalk.NONE ? 0 : logEnding[endingOf(walk)];
    }

    private static int endingOf(TaskWalk walk) {
        return walk.taskClass * ENDINGS + walk.ending.ordinal();
    }

    /** Log-likelihood of plan, order with what is awaited, gaps, ending, pace and held connections of a task as it was laid out. */
    double[] parts(TaskWalk walk) {
        double plan = plans.log(walk);
        double order = orders.log(walk) + awaiting.log(walk);
        double total = log(walk);
        double open = ending(walk);
        double hold = held.log(walk);
        double together = pace.works() ? pace.log(walk) : 0;
        return new double[] {plan, order, total - plan - order - open - together - hold, open, together, hold};
    }

    /** Log rate, at its time, of calls like this one that no task made. */
    double logSpontaneous(int call) {
        return orphans.log(call);
    }

    /** The same before anything was learnt of such calls. */
    double logSpontaneousAtFirst(int call) {
        return orphans.logAtFirst(call);
    }

    /** Forgets what was counted, not what was learnt. */
    void clear() {
        plans.clear();
        orders.clear();
        awaiting.clear();
        held.clear();
        gaps.clear();
        Arrays.fill(endings, 0);
        Arrays.fill(spontaneous, 0);
    }

    void count(TaskWalk walk, double weight) {
        plans.count(walk, weight);
        orders.count(walk, weight);
        awaiting.count(walk, weight);
        held.count(walk, weight);
        for (int x = 0; x < walk.steps; x++) {
            gaps.count(walk.state[x], walk.next[x], walk.bin[x], weight);
        }
        if (walk.departure != TaskWalk.NONE) {
            endings[endingOf(walk)] += weight;
        }
    }

    /** Counts which calls the task makes, in which order, and not when. */
    void countPlan(TaskWalk walk, double weight) {
        plans.count(walk, weight);
        orders.count(walk, weight);
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

    /** Makes the tables of what tasks await and what they hold of what was counted; until then these say nothing. */
    void learnHabits(double samples) {
        awaiting.learn(samples);
        held.learn(samples);
    }

    /**
     * The M-step: makes tables of what was counted in so many samples of the whole scene.
     *
     * @param cooled whether rare and overfull plans may be doubted
     */
    void learn(double samples, boolean cooled) {
        plans.learn(samples, cooled);
        orders.learn(samples);
        gaps.learn(samples);
        for (int first = 0; first < endings.length; first += ENDINGS) {
            double total = 0;
            for (int e = 0; e < ENDINGS; e++) {
                total += endings[first + e] / samples + ENDING_PRIOR[e];
            }
            for (int e = 0; e < ENDINGS; e++) {
                logEnding[first + e] = Math.log((endings[first + e] / samples + ENDING_PRIOR[e]) / total);
            }
        }
        orphans.learn(spontaneous, samples);
    }
}

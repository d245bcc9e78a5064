package io.wirepath.analyze.joint;

import java.util.Arrays;

/**
 * The tables of one service and the log-likelihood that they give a task: plan, order of calls and what they await, gaps, pace,
 * calls still open at the end; and the rate of calls that nobody's task explains.
 */
final class TaskModel {

    private static final double OPEN_PRIOR = 0.05;

    final PlanTable plans;
    final GapDensities gaps;
    final Pace pace;
    private final OrderWeights orders;
    private final Awaiting awaiting;
    private final double[] closed;
    private final double[] open;
    private final double[] logClosed;
    private final double[] logOpen;
    private final OrphanRates orphans;
    /** Per call: samples in which it had no owner. */
    private final double[] spontaneous;

    private double planWeight = 1;

    TaskModel(Scene scene, GapBins bins) {
        plans = new PlanTable(scene.classes, scene.labels);
        orders = new OrderWeights(scene);
        awaiting = new Awaiting(scene.classes, scene.labels);
        gaps = new GapDensities(scene, bins);
        pace = new Pace(scene, gaps);
        closed = new double[scene.classes];
        open = new double[scene.classes];
        logClosed = new double[scene.classes];
        logOpen = new double[scene.classes];
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
        if (walk.steps > walk.sends) {
            log += walk.openAtEnd ? logOpen[walk.taskClass] : logClosed[walk.taskClass];
        }
        return log;
    }

    /** Log-likelihood of the plan, the order with what is awaited, the gaps, the calls still open and the pace, of a task as it was laid out. */
    double[] parts(TaskWalk walk) {
        double plan = plans.log(walk);
        double order = orders.log(walk) + awaiting.log(walk);
        double total = log(walk);
        double open = 0;
        if (walk.steps > walk.sends) {
            open = walk.openAtEnd ? logOpen[walk.taskClass] : logClosed[walk.taskClass];
        }
        double together = pace.works() ? pace.log(walk) : 0;
        return new double[] {plan, order, total - plan - order - open - together, open, together};
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
        gaps.clear();
        Arrays.fill(closed, 0);
        Arrays.fill(open, 0);
        Arrays.fill(spontaneous, 0);
    }

    void count(TaskWalk walk, double weight) {
        plans.count(walk, weight);
        orders.count(walk, weight);
        awaiting.count(walk, weight);
        for (int x = 0; x < walk.steps; x++) {
            gaps.count(walk.state[x], walk.next[x], walk.bin[x], weight);
        }
        if (walk.steps > walk.sends) {
            double[] ends = walk.openAtEnd ? open : closed;
            ends[walk.taskClass] += weight;
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

    /** Makes the table of what tasks await of what was counted; until then it says nothing. */
    void learnAwaiting(double samples) {
        awaiting.learn(samples);
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
        for (int k = 0; k < closed.length; k++) {
            double total = (closed[k] + open[k]) / samples + 1 + OPEN_PRIOR;
            logClosed[k] = Math.log((closed[k] / samples + 1) / total);
            logOpen[k] = Math.log((open[k] / samples + OPEN_PRIOR) / total);
        }
        orphans.learn(spontaneous, samples);
    }
}

package io.wirepath.analyze.joint;

import java.util.Arrays;

/**
 * The tables of one service and the log-likelihood that they give a task: plan, order of calls, gaps, calls still open
 * at the end; and the rate of calls that nobody's task explains.
 */
final class TaskModel {

    private static final double OPEN_PRIOR = 0.05;
    private static final double SPONTANEOUS_PRIOR = 0.01;
    private static final double SPONTANEOUS_FLOOR = 0.1;

    final PlanTable plans;
    final GapDensities gaps;
    private final OrderWeights orders;
    private final double[] closed;
    private final double[] open;
    private final double[] logClosed;
    private final double[] logOpen;
    private final double[] spontaneous;
    private final double[] logSpontaneous;
    private final double[] callsOfLabel;
    private final double windowTicks;
    private double planWeight = 1;

    TaskModel(Scene scene, GapBins bins) {
        plans = new PlanTable(scene.classes, scene.labels);
        orders = new OrderWeights(scene);
        gaps = new GapDensities(scene, bins);
        closed = new double[scene.classes];
        open = new double[scene.classes];
        logClosed = new double[scene.classes];
        logOpen = new double[scene.classes];
        spontaneous = new double[scene.labels];
        logSpontaneous = new double[scene.labels];
        callsOfLabel = new double[scene.labels];
        for (int label : scene.label) {
            callsOfLabel[label]++;
        }
        windowTicks = scene.windowTicks();
    }

    /** Lets the plan count so many times what its probability says; scores of tasks are worth nothing then. */
    void weighPlans(double weight) {
        planWeight = weight;
    }

    /** Log-likelihood of a task as it was laid out. */
    double log(TaskWalk walk) {
        double log = planWeight * plans.log(walk) + orders.log(walk);
        for (int x = 0; x < walk.steps; x++) {
            log += gaps.log(walk.state[x], walk.next[x], walk.bin[x]);
        }
        if (walk.steps > walk.sends) {
            log += walk.openAtEnd ? logOpen[walk.taskClass] : logClosed[walk.taskClass];
        }
        return log;
    }

    /** Log-likelihood of the plan, the order, the gaps and the calls still open, of a task as it was laid out. */
    double[] parts(TaskWalk walk) {
        double plan = plans.log(walk);
        double order = orders.log(walk);
        double total = log(walk);
        double open = 0;
        if (walk.steps > walk.sends) {
            open = walk.openAtEnd ? logOpen[walk.taskClass] : logClosed[walk.taskClass];
        }
        return new double[] {plan, order, total - plan - order - open, open};
    }

    /** Log-likelihood of a call that no task made. */
    double logSpontaneous(int label) {
        return logSpontaneous[label];
    }

    /** Forgets what was counted, not what was learnt. */
    void clear() {
        plans.clear();
        orders.clear();
        gaps.clear();
        Arrays.fill(closed, 0);
        Arrays.fill(open, 0);
        Arrays.fill(spontaneous, 0);
    }

    void count(TaskWalk walk, double weight) {
        plans.count(walk, weight);
        orders.count(walk, weight);
        for (int x = 0; x < walk.steps; x++) {
            gaps.count(walk.state[x], walk.next[x], walk.bin[x], weight);
        }
        if (walk.steps > walk.sends) {
            double[] ends = walk.openAtEnd ? open : closed;
            ends[walk.taskClass] += weight;
        }
    }

    void countSpontaneous(int label, double weight) {
        spontaneous[label] += weight;
    }

    /**
     * The M-step: makes tables of what was counted in so many samples of the whole scene.
     *
     * @param discount what overfull plans lose, as a share of the plan that they contain
     */
    void learn(double samples, double discount) {
        plans.learn(samples, discount);
        orders.learn(samples);
        gaps.learn(samples);
        for (int k = 0; k < closed.length; k++) {
            double total = (closed[k] + open[k]) / samples + 1 + OPEN_PRIOR;
            logClosed[k] = Math.log((closed[k] / samples + 1) / total);
            logOpen[k] = Math.log((open[k] / samples + OPEN_PRIOR) / total);
        }
        for (int c = 0; c < logSpontaneous.length; c++) {
            double expected = spontaneous[c] / samples + SPONTANEOUS_PRIOR * callsOfLabel[c] + SPONTANEOUS_FLOOR;
            logSpontaneous[c] = Math.log(expected / windowTicks);
        }
    }
}

package io.wirepath.causes.joint.model;

import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.explain.Words;
import io.wirepath.causes.joint.scene.Priors;
import java.util.Arrays;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How often tasks of a class make this multiset of calls.
 *
 * <p>{@code P(plan | class) = (n' + beta P0(plan)) / (N + beta)}: {@code P0} multiplies, over labels, how often a task
 * makes this number of calls of the label. {@code n'} is the count of the plan, less one task, the one that is judged:
 * else a wrong guess, once made, would be a plan that speaks for itself.
 */
final class PlanTable implements Factor.OfTask {

    /** Counts of calls of one label are kept apart up to here. */
    private static final int MAX_CALLS = 8;

    private static final int MAX_PLANS = 1 << 14;
    private static final int UNSEEN = KeyNumbers.UNKNOWN;

    private final int classes;
    private final int labels;
    private final KeyNumbers rowOf = new KeyNumbers();
    private int rows;
    private double[] count = new double[64];
    private double[] logShare = new double[64];
    private int[] classOf = new int[64];
    private short[][] callsOf = new short[64][];
    private final double[] tasks;
    private final double[] logTotal;
    private final double[] logEmptyPrior;
    /** Per class, label and number of calls: tasks seen. */
    private final double[] calls;
    /** Per class, label and number of calls: log of their prior, less that of no calls. */
    private final double[] logPrior;

    PlanTable(int classes, int labels) {
        this.classes = classes;
        this.labels = labels;
        tasks = new double[classes];
        logTotal = new double[classes];
        logEmptyPrior = new double[classes];
        calls = new double[classes * labels * MAX_CALLS];
        logPrior = new double[classes * labels * MAX_CALLS];
    }

    @Override
    public String name() {
        return "plan";
    }

    /** Log probability of the plan of this task. */
    @Override
    public double log(TaskWalk walk) {
        int row = rowOf.find(walk.planKey);
        return row == UNSEEN ? logUnseen(walk) : logShare[row];
    }

    @Override
    public String words(Told told) {
        TreeMap<String, Integer> calls = new TreeMap<>();
        TaskWalk walk = told.walk();
        for (int y = 0; y < walk.distinct; y++) {
            calls.merge(told.callee(walk.distinctLabel[y]), walk.callsOf[walk.distinctLabel[y]], Integer::sum);
        }
        String list = calls.entrySet().stream()
                .map(own -> own.getValue() > 1 ? own.getKey() + " ×" + own.getValue() : own.getKey())
                .collect(Collectors.joining(", "));
        return Words.share(Math.exp(log(walk))) + " of such requests make these calls: " + list;
    }

    private double logUnseen(TaskWalk walk) {
        return Math.log(Priors.BACKED_OFF) + priorOf(walk) - logTotal[walk.taskClass];
    }

    private double priorOf(TaskWalk walk) {
        double log = logEmptyPrior[walk.taskClass];
        for (int y = 0; y < walk.distinct; y++) {
            log += logPrior[cell(walk.taskClass, walk.distinctLabel[y], walk.callsOf[walk.distinctLabel[y]])];
        }
        return log;
    }

    private int cell(int taskClass, int label, int number) {
        return (taskClass * labels + label) * MAX_CALLS + Math.min(number, MAX_CALLS - 1);
    }

    @Override
    public void clear() {
        Arrays.fill(count, 0, rows, 0);
        Arrays.fill(tasks, 0);
        Arrays.fill(calls, 0);
    }

    @Override
    public void observe(TaskWalk walk, double samples) {
        int row = findOrAdd(walk);
        if (row != UNSEEN) {
            count[row] += samples;
        }
        tasks[walk.taskClass] += samples;
        for (int y = 0; y < walk.distinct; y++) {
            calls[cell(walk.taskClass, walk.distinctLabel[y], walk.callsOf[walk.distinctLabel[y]])] += samples;
        }
    }

    private int findOrAdd(TaskWalk walk) {
        int known = rowOf.find(walk.planKey);
        if (known != UNSEEN || rows == MAX_PLANS) {
            return known;
        }
        if (rows == count.length) {
            grow();
        }
        rowOf.of(walk.planKey);
        classOf[rows] = walk.taskClass;
        short[] own = new short[labels];
        for (int y = 0; y < walk.distinct; y++) {
            own[walk.distinctLabel[y]] = (short) walk.callsOf[walk.distinctLabel[y]];
        }
        callsOf[rows] = own;
        // Until the next learning it is as likely as it was when it was new.
        logShare[rows] = logUnseen(walk);
        return rows++;
    }

    private void grow() {
        int size = rows * 2;
        count = Arrays.copyOf(count, size);
        logShare = Arrays.copyOf(logShare, size);
        classOf = Arrays.copyOf(classOf, size);
        callsOf = Arrays.copyOf(callsOf, size);
    }

    @Override
    public void fit(Marginals marginals) {
        double scale = 1 / marginals.samples();
        for (int k = 0; k < classes; k++) {
            learnPriors(k, scale);
        }
        for (int row = 0; row < rows; row++) {
            int k = classOf[row];
            double n = Math.max(0, count[row] * scale - Priors.ITSELF);
            double prior = logEmptyPrior[k];
            for (int c = 0; c < labels; c++) {
                if (callsOf[row][c] > 0) {
                    prior += logPrior[cell(k, c, callsOf[row][c])];
                }
            }
            logShare[row] = Math.log(n + Priors.BACKED_OFF * Math.exp(prior)) - logTotal[k];
        }
    }

    private void learnPriors(int k, double scale) {
        double n = tasks[k] * scale;
        logTotal[k] = Math.log(n + Priors.BACKED_OFF);
        logEmptyPrior[k] = 0;
        for (int c = 0; c < labels; c++) {
            int cell = cell(k, c, 0);
            double some = 0;
            for (int x = 1; x < MAX_CALLS; x++) {
                some += calls[cell + x] * scale;
            }
            double logNone = Math.log((Math.max(0, n - some) + 0.5) / (n + 1));
            logEmptyPrior[k] += logNone;
            double tail = 0.5;
            for (int x = 1; x < MAX_CALLS; x++) {
                tail *= 0.5;
                double seen = Math.max(0, calls[cell + x] * scale - Priors.ITSELF);
                logPrior[cell + x] = Math.log((seen + tail) / (n + 1)) - logNone;
            }
        }
    }
}

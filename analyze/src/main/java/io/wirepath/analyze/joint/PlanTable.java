package io.wirepath.analyze.joint;

import io.wirepath.analyze.KeyNumbers;
import java.util.Arrays;

/**
 * How often tasks of a class make this multiset of calls.
 *
 * <p>{@code P(plan | class) = (n' + beta P0(plan)) / (N + beta)}: {@code P0} multiplies, over labels, how often a task
 * makes this number of calls of the label. {@code n'} is the count of the plan, less two things:
 *
 * <ul>
 *   <li>one task, the one that is judged: else a wrong guess, once made, would be a plan that speaks for itself;
 *   <li>a share of the count of a more frequent plan that it contains: an overfull copy of a common plan is more likely
 *       a wrong guess. Plans with calls missing are not touched, because caches and losses make them.
 * </ul>
 *
 * <p>Both wait until the sampler has cooled: before that the tables know too little of the plans, and rare ones would lose
 * their calls to nobody.
 */
final class PlanTable {

    /** Counts of calls of one label are kept apart up to here. */
    private static final int MOST_CALLS = 8;

    private static final double BETA = 1.0;
    private static final double OVERFULL_DISCOUNT = 0.05;
    /** Plans of a class that others are compared with. */
    private static final int TOP_PLANS = 12;

    private static final int MAX_PLANS = 1 << 14;
    private static final int UNSEEN = KeyNumbers.UNKNOWN;

    private final int classes;
    private final int labels;
    private final KeyNumbers rowOf = new KeyNumbers();
    private int rows;
    private double[] count = new double[64];
    private double[] logShare = new double[64];
    private int[] classOf = new int[64];
    private boolean[] isEmpty = new boolean[64];
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
        calls = new double[classes * labels * MOST_CALLS];
        logPrior = new double[classes * labels * MOST_CALLS];
    }

    /** Log probability of the plan of this task. */
    double log(TaskWalk walk) {
        int row = rowOf.find(walk.planKey);
        if (row != UNSEEN) {
            return logShare[row];
        }
        return logUnseen(walk);
    }

    private double logUnseen(TaskWalk walk) {
        return Math.log(BETA) + priorOf(walk) - logTotal[walk.taskClass];
    }

    private double priorOf(TaskWalk walk) {
        double log = logEmptyPrior[walk.taskClass];
        for (int y = 0; y < walk.distinct; y++) {
            log += logPrior[cell(walk.taskClass, walk.distinctLabel[y], walk.distinctCount[y])];
        }
        return log;
    }

    private int cell(int taskClass, int label, int number) {
        return (taskClass * labels + label) * MOST_CALLS + Math.min(number, MOST_CALLS - 1);
    }

    void clear() {
        Arrays.fill(count, 0, rows, 0);
        Arrays.fill(tasks, 0);
        Arrays.fill(calls, 0);
    }

    void count(TaskWalk walk, double weight) {
        int row = findOrAdd(walk);
        if (row != UNSEEN) {
            count[row] += weight;
        }
        tasks[walk.taskClass] += weight;
        for (int y = 0; y < walk.distinct; y++) {
            calls[cell(walk.taskClass, walk.distinctLabel[y], walk.distinctCount[y])] += weight;
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
        isEmpty[rows] = walk.distinct == 0;
        short[] its = new short[labels];
        for (int y = 0; y < walk.distinct; y++) {
            its[walk.distinctLabel[y]] = (short) walk.distinctCount[y];
        }
        callsOf[rows] = its;
        // Until the next learning it is as likely as it was when it was new.
        logShare[rows] = logUnseen(walk);
        return rows++;
    }

    private void grow() {
        int size = rows * 2;
        count = Arrays.copyOf(count, size);
        logShare = Arrays.copyOf(logShare, size);
        classOf = Arrays.copyOf(classOf, size);
        isEmpty = Arrays.copyOf(isEmpty, size);
        callsOf = Arrays.copyOf(callsOf, size);
    }

    /**
     * Takes over what was counted, in so many samples of the whole scene.
     *
     * @param cooled whether rare and overfull plans may be doubted
     */
    void learn(double samples, boolean cooled) {
        double scale = 1 / samples;
        double itself = cooled ? 1 : 0;
        double discount = cooled ? OVERFULL_DISCOUNT : 0;
        for (int k = 0; k < classes; k++) {
            learnPriors(k, scale, discount, itself);
        }
        int[][] top = topPlans();
        for (int row = 0; row < rows; row++) {
            int k = classOf[row];
            double overfull = discount * countOfContained(row, top[k]);
            double n = Math.max(0, (count[row] - overfull) * scale - itself);
            double prior = logEmptyPrior[k];
            for (int c = 0; c < labels; c++) {
                if (callsOf[row][c] > 0) {
                    prior += logPrior[cell(k, c, callsOf[row][c])];
                }
            }
            logShare[row] = Math.log(n + BETA * Math.exp(prior)) - logTotal[k];
        }
    }

    private void learnPriors(int k, double scale, double discount, double itself) {
        double n = tasks[k] * scale;
        logTotal[k] = Math.log(n + BETA);
        logEmptyPrior[k] = 0;
        for (int c = 0; c < labels; c++) {
            int cell = cell(k, c, 0);
            double some = 0;
            double most = 0;
            for (int x = 1; x < MOST_CALLS; x++) {
                some += calls[cell + x] * scale;
                most = Math.max(most, calls[cell + x] * scale);
            }
            double logNone = Math.log((Math.max(0, n - some) + 0.5) / (n + 1));
            logEmptyPrior[k] += logNone;
            double tail = 0.5;
            for (int x = 1; x < MOST_CALLS; x++) {
                tail *= 0.5;
                double seen = Math.max(0, calls[cell + x] * scale - discount * most - itself);
                logPrior[cell + x] = Math.log((seen + tail) / (n + 1)) - logNone;
            }
        }
    }

    /** The most frequent plans of each class that have calls, most frequent first. */
    private int[][] topPlans() {
        int[][] top = new int[classes][0];
        for (int row = 0; row < rows; row++) {
            if (isEmpty[row] || count[row] == 0) {
                continue;
            }
            int[] its = top[classOf[row]];
            if (its.length == TOP_PLANS && count[its[TOP_PLANS - 1]] >= count[row]) {
                continue;
            }
            int[] longer = its.length == TOP_PLANS ? its : Arrays.copyOf(its, its.length + 1);
            int at = longer.length - 1;
            while (at > 0 && count[longer[at - 1]] < count[row]) {
                longer[at] = longer[at - 1];
                at--;
            }
            longer[at] = row;
            top[classOf[row]] = longer;
        }
        return top;
    }

    private double countOfContained(int row, int[] top) {
        if (isEmpty[row]) {
            return 0;
        }
        for (int other : top) {
            if (count[other] <= count[row]) {
                return 0;
            }
            if (contains(callsOf[row], callsOf[other])) {
                return count[other];
            }
        }
        return 0;
    }

    private static boolean contains(short[] large, short[] small) {
        for (int c = 0; c < large.length; c++) {
            if (large[c] < small[c]) {
                return false;
            }
        }
        return true;
    }
}

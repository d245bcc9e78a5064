package io.wirepath.analyze.joint;

import java.util.Arrays;

/**
 * Which call comes next, among those that the plan still has: {@code v(last, c) / sum of v(last, c')}.
 *
 * <p>The weights {@code v} are those that make the choices seen most likely, taken pair by pair: {@code c} was chosen while
 * {@code c'} was left too (Bradley and Terry; by the iteration of Hunter, <em>MM algorithms for generalized Bradley-Terry
 * models</em>, Annals of Statistics 2004). So a call that always goes first where there is one weighs much, however seldom
 * tasks make it; how often a call is chosen of the times it is left says less, because that falls with each call that goes
 * before it. Each label also won and lost half a choice against a weight that is given, so weights stay finite.
 */
final class OrderWeights {

    private static final double GIVEN = 0.5;
    private static final double CHOICES_AGAINST_GIVEN = 0.5;
    /** Weights are improved so many times in a learning, and go on from there in the next. */
    private static final int IMPROVEMENTS = 30;
    /** Products are turned into logarithms before they can underflow. */
    private static final double SMALL = 1e-200;

    private final int labels;
    /** Per state, label chosen and label left: how often; rows exist for what was seen. */
    private final double[][][] chosenOver;

    private final double[][] weight;
    private int[] left = new int[16];
    private final PairwiseChoices choices;

    OrderWeights(Scene scene) {
        labels = scene.labels;
        int states = scene.classes * TaskWalk.statesPerClass(labels);
        chosenOver = new double[states][][];
        weight = new double[states][];
        double[] unseen = new double[labels];
        Arrays.fill(unseen, GIVEN);
        Arrays.fill(weight, unseen);
        choices = new PairwiseChoices(labels);
    }

    /** Log probability of the order of the calls of this task, given which calls it makes. */
    double log(TaskWalk walk) {
        if (walk.distinct < 2) {
            return 0;
        }
        take(walk);
        double log = 0;
        double product = 1;
        for (int x = 0; x < walk.steps; x++) {
            if (x == walk.departure) {
                continue;
            }
            double[] v = weight[walk.state[x]];
            double sum = 0;
            for (int y = 0; y < walk.distinct; y++) {
                if (left[y] > 0) {
                    sum += v[walk.distinctLabel[y]];
                }
            }
            product *= v[walk.next[x]] / sum;
            if (product < SMALL) {
                log += Math.log(product);
                product = 1;
            }
            drop(walk, walk.next[x]);
        }
        return log + Math.log(product);
    }

    void clear() {
        for (double[][] rows : chosenOver) {
            for (int c = 0; rows != null && c < labels; c++) {
                if (rows[c] != null) {
                    Arrays.fill(rows[c], 0);
                }
            }
        }
    }

    void count(TaskWalk walk, double by) {
        if (walk.distinct < 2) {
            return;
        }
        take(walk);
        for (int x = 0; x < walk.steps; x++) {
            if (x == walk.departure) {
                continue;
            }
            double[] over = row(walk.state[x], walk.next[x]);
            for (int y = 0; y < walk.distinct; y++) {
                if (left[y] > 0) {
                    over[walk.distinctLabel[y]] += by;
                }
            }
            drop(walk, walk.next[x]);
        }
    }

    private double[] row(int state, int chosen) {
        double[][] rows = chosenOver[state];
        if (rows == null) {
            rows = new double[labels][];
            chosenOver[state] = rows;
            weight[state] = weight[state].clone();
        }
        if (rows[chosen] == null) {
            rows[chosen] = new double[labels];
        }
        return rows[chosen];
    }

    private void take(TaskWalk walk) {
        if (left.length < walk.distinct) {
            left = new int[walk.distinct * 2];
        }
        System.arraycopy(walk.distinctCount, 0, left, 0, walk.distinct);
    }

    private void drop(TaskWalk walk, int label) {
        for (int y = 0; y < walk.distinct; y++) {
            if (walk.distinctLabel[y] == label) {
                left[y]--;
                return;
            }
        }
    }

    /** Takes over what was counted, in so many samples of the whole scene. */
    void learn(double samples) {
        for (int s = 0; s < chosenOver.length; s++) {
            if (chosenOver[s] != null) {
                choices.take(chosenOver[s], 1 / samples);
                choices.improve(weight[s], IMPROVEMENTS, GIVEN, CHOICES_AGAINST_GIVEN);
            }
        }
    }
}

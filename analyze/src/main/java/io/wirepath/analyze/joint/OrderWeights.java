package io.wirepath.analyze.joint;

import java.util.Arrays;

/**
 * Which call comes next, among those that the plan still has: {@code v(last, c) / sum of v(last, c')}, with {@code v}
 * = times chosen over times offered.
 */
final class OrderWeights {

    private static final double BETA = 1.0;
    private static final double UNSEEN = 0.5;
    /** Products are turned into logarithms before they can underflow. */
    private static final double SMALL = 1e-200;

    private final int labels;
    /** Per state and label; rows exist for states that were seen. */
    private final double[][] chosen;

    private final double[][] offered;
    private final double[][] weight;
    private int[] left = new int[16];

    OrderWeights(Scene scene) {
        labels = scene.labels;
        int states = scene.classes * TaskWalk.statesPerClass(labels);
        chosen = new double[states][];
        offered = new double[states][];
        weight = new double[states][];
        double[] unseen = new double[labels];
        Arrays.fill(unseen, UNSEEN);
        Arrays.fill(weight, unseen);
    }

    /** Log probability of the order of the calls of this task, given which calls it makes. */
    double log(TaskWalk walk) {
        if (walk.distinct < 2) {
            return 0;
        }
        take(walk);
        double log = 0;
        double product = 1;
        for (int x = 0; x < walk.sends; x++) {
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
        for (int s = 0; s < chosen.length; s++) {
            if (chosen[s] != null) {
                Arrays.fill(chosen[s], 0);
                Arrays.fill(offered[s], 0);
            }
        }
    }

    void count(TaskWalk walk, double by) {
        take(walk);
        for (int x = 0; x < walk.sends; x++) {
            int state = walk.state[x];
            if (chosen[state] == null) {
                chosen[state] = new double[labels];
                offered[state] = new double[labels];
                weight[state] = weight[state].clone();
            }
            chosen[state][walk.next[x]] += by;
            for (int y = 0; y < walk.distinct; y++) {
                if (left[y] > 0) {
                    offered[state][walk.distinctLabel[y]] += by;
                }
            }
            drop(walk, walk.next[x]);
        }
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
        double scale = 1 / samples;
        for (int s = 0; s < chosen.length; s++) {
            if (chosen[s] != null) {
                for (int c = 0; c < labels; c++) {
                    weight[s][c] = (chosen[s][c] * scale + BETA / 2) / (offered[s][c] * scale + BETA);
                }
            }
        }
    }
}

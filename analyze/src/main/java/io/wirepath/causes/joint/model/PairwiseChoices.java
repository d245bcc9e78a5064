package io.wirepath.causes.joint.model;

import io.wirepath.causes.joint.scene.Priors;
import java.util.Arrays;

/**
 * How often each of two options was chosen while the other could have been, and the weights that explain it best. Not
 * thread-safe.
 */
final class PairwiseChoices {

    private final int options;
    /** Options that were chosen: of hundreds that a node may have, few in a state. */
    private final int[] chosen;

    private final double[] won;
    /** Pairs of options between which there was a choice, and how often. */
    private int[] one = new int[16];

    private int[] other = new int[16];
    private double[] times = new double[16];
    private int pairs;
    private final double[] rest;

    PairwiseChoices(int options) {
        this.options = options;
        chosen = new int[options];
        won = new double[options];
        rest = new double[options];
    }

    /**
     * Takes the choices of one state, less one of the rarer side of each pair: the one that is judged, which else would
     * speak for itself.
     *
     * @param chosenOver per option chosen, or null, how often each option was left, counted {@code 1 / scale} times
     */
    void take(double[][] chosenOver, double scale) {
        Arrays.fill(won, 0);
        pairs = 0;
        int some = 0;
        for (int c = 0; c < options; c++) {
            if (chosenOver[c] != null) {
                chosen[some++] = c;
            }
        }
        int next = 0;
        for (int c = 0; c < options; c++) {
            if (chosenOver[c] == null) {
                for (int x = next; x < some; x++) {
                    take(c, chosen[x], 0, chosenOver[chosen[x]][c] * scale);
                }
                continue;
            }
            next++;
            for (int d = c + 1; d < options; d++) {
                double second = chosenOver[d] == null ? 0 : chosenOver[d][c] * scale;
                take(c, d, chosenOver[c][d] * scale, second);
            }
        }
    }

    private void take(int c, int d, double timesFirst, double timesSecond) {
        double first = timesFirst;
        double second = timesSecond;
        double itself = Math.min(Priors.ITSELF, Math.min(first, second));
        if (first < second) {
            first -= itself;
        } else {
            second -= itself;
        }
        if (first + second > 0) {
            won[c] += first;
            won[d] += second;
            add(c, d, first + second);
        }
    }

    private void add(int c, int d, double choices) {
        if (pairs == times.length) {
            one = Arrays.copyOf(one, pairs * 2);
            other = Arrays.copyOf(other, pairs * 2);
            times = Arrays.copyOf(times, pairs * 2);
        }
        one[pairs] = c;
        other[pairs] = d;
        times[pairs++] = choices;
    }

    /**
     * Makes weights more likely, step by step.
     *
     * @param given a weight against which every option won and lost {@code against} choices
     */
    void improve(double[] weight, int steps, double given, double against) {
        for (int n = 0; n < steps; n++) {
            for (int c = 0; c < options; c++) {
                rest[c] = 2 * against / (weight[c] + given);
            }
            for (int p = 0; p < pairs; p++) {
                double share = times[p] / (weight[one[p]] + weight[other[p]]);
                rest[one[p]] += share;
                rest[other[p]] += share;
            }
            for (int c = 0; c < options; c++) {
                weight[c] = (won[c] + against) / rest[c];
            }
        }
    }
}

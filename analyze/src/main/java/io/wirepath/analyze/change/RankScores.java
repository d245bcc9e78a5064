package io.wirepath.analyze.change;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Where each observation stands among all of its kind: its middle rank, from −√3 (the least) to √3 (the greatest), with
 * mean 0 and variance 1 within every kind (Wilcoxon's scores, stratified as by van Elteren, 1960). However heavy a tail
 * and however many humps, a score is bounded; more requests of a slow kind change none.
 */
final class RankScores {

    private static final double SCALE = Math.sqrt(12);

    private RankScores() {}

    /** Scores in the order of the observations; 0 for those of a kind that is seen once. */
    static double[] of(Observations observations) {
        return of(observations, observations::value);
    }

    /** The same of another value of each. */
    static double[] of(Observations observations, IntToDoubleFunction value) {
        double[] score = new double[observations.size()];
        for (int[] places : observations.byKind()) {
            score(value, places, score);
        }
        return score;
    }

    /** Scores of what is only so, √3, or not so, −√3. */
    static double[] of(int size, IntPredicate isSo) {
        double[] score = new double[size];
        Arrays.setAll(score, at -> isSo.test(at) ? SCALE / 2 : -SCALE / 2);
        return score;
    }

    /** The same, within each kind and from −√12 to √12: what all of a kind are, or none, tells nothing. */
    static double[] ofLike(Observations observations, IntPredicate isSo) {
        double[] score = new double[observations.size()];
        for (int[] places : observations.byKind()) {
            double share = (double) IntStream.of(places).filter(isSo).count() / places.length;
            for (int place : places) {
                score[place] = SCALE * ((isSo.test(place) ? 1 : 0) - share);
            }
        }
        return score;
    }

    private static void score(IntToDoubleFunction value, int[] places, double[] score) {
        double[] sorted = new double[places.length];
        for (int i = 0; i < sorted.length; i++) {
            sorted[i] = value.applyAsDouble(places[i]);
        }
        Arrays.sort(sorted);
        for (int place : places) {
            double own = value.applyAsDouble(place);
            int below = below(sorted, own, false);
            int next = below + 1;
            boolean alone = next == sorted.length || sorted[next] > own;
            int notAbove = alone ? next : below(sorted, own, true);
            score[place] = SCALE * ((below + notAbove) / 2.0 / places.length - 0.5);
        }
    }

    /** How many of these sorted values are less than this one, or, with {@code orEqual}, not greater. */
    static int below(double[] sorted, double value, boolean orEqual) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (sorted[middle] < value || orEqual && sorted[middle] == value) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}

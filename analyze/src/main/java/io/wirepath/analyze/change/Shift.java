package io.wirepath.analyze.change;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * By how much one sample lies above another, like compared with like.
 *
 * <p>Within each kind it is the median of all pairwise differences (Hodges and Lehmann, 1963), and kinds are weighted
 * by what they know. The interval is that of Moses: the differences at the ranks that Wilcoxon's statistic leaves
 * possible. Pure.
 *
 * @param nanos the difference
 * @param halfWidthNanos half of its 95 % interval; of independent observations
 * @param compared observations of the first sample that had their like in the other
 */
public record Shift(double nanos, double halfWidthNanos, int compared) {

    private static final int MIN_OF_A_KIND = 3;
    private static final int MAX_COMPARED = 200;
    private static final double NORMAL_95 = 1.96;

    /** How far the observations at the changed level lie above those that it is compared with. */
    public static Shift of(Observations observations, Change change) {
        List<double[]> inside = new ArrayList<>();
        List<double[]> outside = new ArrayList<>();
        for (int[] places : observations.byKind()) {
            inside.add(observations.sorted(places, at -> change.isWithin(observations.nanos(at))));
            outside.add(observations.sorted(places, at -> change.isReference(observations.nanos(at))));
        }
        return of(inside, outside);
    }

    /** How far one sample lies above another: of each kind the sorted values of both. */
    public static Shift of(List<double[]> samples, List<double[]> others) {
        double sum = 0;
        double squares = 0;
        double weights = 0;
        int compared = 0;
        for (int kind = 0; kind < samples.size(); kind++) {
            double[] inside = samples.get(kind);
            double[] outside = others.get(kind);
            if (inside.length >= MIN_OF_A_KIND && outside.length >= MIN_OF_A_KIND) {
                double weight = (double) inside.length * outside.length / (inside.length + outside.length);
                double[] differences = differences(thinned(inside), thinned(outside));
                double half = halfWidth(differences, inside.length, outside.length);
                sum += weight * middle(differences);
                squares += weight * weight * half * half;
                weights += weight;
                compared += inside.length;
            }
        }
        return weights == 0 ? new Shift(0, 0, 0) : new Shift(sum / weights, Math.sqrt(squares) / weights, compared);
    }

    /** The median of all pairwise differences of two sorted samples; of large ones, of 200 evenly taken. */
    public static double between(double[] sorted, double[] others) {
        return middle(differences(thinned(sorted), thinned(others)));
    }

    private static double[] thinned(double[] sorted) {
        if (sorted.length <= MAX_COMPARED) {
            return sorted;
        }
        double[] some = new double[MAX_COMPARED];
        Arrays.setAll(some, i -> sorted[(int) ((i + 0.5) * sorted.length / MAX_COMPARED)]);
        return some;
    }

    private static double[] differences(double[] mine, double[] theirs) {
        double[] differences = new double[mine.length * theirs.length];
        int at = 0;
        for (double one : mine) {
            for (double other : theirs) {
                differences[at++] = one - other;
            }
        }
        Arrays.sort(differences);
        return differences;
    }

    /** The middle value of a sorted sample; the mean of the two middle ones of an even number. */
    public static double middle(double[] sorted) {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    private static double halfWidth(double[] differences, int inside, int outside) {
        double pairs = (double) inside * outside;
        double ranks = NORMAL_95 * Math.sqrt(pairs * (inside + outside + 1) / 12) / pairs;
        int low = (int) Math.max(0, Math.floor((0.5 - ranks) * differences.length));
        int high = (int) Math.min(differences.length - 1, Math.ceil((0.5 + ranks) * differences.length));
        return (differences[high] - differences[low]) / 2;
    }
}

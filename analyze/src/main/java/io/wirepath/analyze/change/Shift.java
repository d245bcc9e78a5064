package io.wirepath.analyze.change;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * By how much one sample lies above another, like compared with like.
 *
 * <p>Within each kind it is the median of all pairwise differences (Hodges and Lehmann, 1963), and kinds are weighted
 * by what they know. The interval is that of Moses, the differences at the ranks that the statistic leaves possible,
 * with the spread of Fligner and Policello (<i>Robust rank procedures for the Behrens-Fisher problem</i>, 1981): what
 * takes longer also varies more, and what is near in time is alike ({@link Stretches}). Pure.
 *
 * @param nanos the difference
 * @param halfWidthNanos half of its 95 % interval
 * @param compared observations of the first sample that had their like in the other
 * @param part share of them whose kind by itself shows half of the difference
 */
public record Shift(double nanos, double halfWidthNanos, int compared, double part) {

    private static final int MIN_OF_A_KIND = 3;
    private static final int MAX_COMPARED = 200;
    private static final double UPPER = 0.975;

    /** So many standard errors away the middle is looked for, where there are enough: nearer by little tells little. */
    private static final double FAR = 2;

    /** How far the observations at the changed level lie above those that it is compared with. */
    public static Shift of(Observations observations, Change change) {
        List<double[]> inside = new ArrayList<>();
        List<double[]> outside = new ArrayList<>();
        for (int[] places : observations.byKind()) {
            inside.add(observations.sorted(places, at -> change.isWithin(observations.nanos(at))));
            outside.add(observations.sorted(places, at -> change.isReference(observations.nanos(at))));
        }
        return of(
                inside,
                outside,
                Stretches.of(observations, change::isWithin),
                Stretches.of(observations, change::isReference));
    }

    /**
     * How far the mean at the changed level lies above what it is compared with, each kind by itself and as often as it
     * is in the changed time; the spread within the kinds of each side tells how surely. Half of the interval is 0
     * where no kind has two on one side: nothing tells it.
     */
    public static Shift ofMeans(Observations observations, Change change) {
        double sum = 0;
        double squaresByNumber = 0;
        double[] squares = new double[2];
        int[] free = new int[2];
        int compared = 0;
        for (int[] places : observations.byKind()) {
            double[] inside = observations.sorted(places, at -> change.isWithin(observations.nanos(at)));
            double[] outside = observations.sorted(places, at -> change.isReference(observations.nanos(at)));
            if (inside.length > 0 && outside.length > 0) {
                double mean = Arrays.stream(inside).average().orElseThrow();
                double usual = Arrays.stream(outside).average().orElseThrow();
                sum += inside.length * (mean - usual);
                squares[0] += squares(inside, mean);
                squares[1] += squares(outside, usual);
                free[0] += inside.length - 1;
                free[1] += outside.length - 1;
                squaresByNumber += (double) inside.length * inside.length / outside.length;
                compared += inside.length;
            }
        }
        if (compared == 0) {
            return new Shift(0, 0, 0, 0);
        }
        double nanos = sum / compared;
        if (Math.min(free[0], free[1]) == 0) {
            return new Shift(nanos, 0, compared, 1);
        }
        double[] variance = {squares[0] / free[0] * compared, squares[1] / free[1] * squaresByNumber};
        return new Shift(nanos, half(variance, free[0], free[1]) / compared, compared, 1);
    }

    private static double squares(double[] values, double mean) {
        return Arrays.stream(values).map(own -> (own - mean) * (own - mean)).sum();
    }

    /** How far one sample lies above another: of each kind the sorted values of both. */
    public static Shift of(List<double[]> samples, List<double[]> others) {
        return of(samples, others, Stretches.INDEPENDENT, Stretches.INDEPENDENT);
    }

    private static Shift of(List<double[]> samples, List<double[]> others, Stretches ofSample, Stretches ofOther) {
        double sum = 0;
        double weights = 0;
        int compared = 0;
        double[] variance = new double[2];
        int[] size = new int[2];
        double[] own = new double[samples.size()];
        int[] number = new int[own.length];
        for (int kind = 0; kind < samples.size(); kind++) {
            double[] inside = samples.get(kind);
            double[] outside = others.get(kind);
            if (inside.length >= MIN_OF_A_KIND && outside.length >= MIN_OF_A_KIND) {
                double weight = (double) inside.length * outside.length / (inside.length + outside.length);
                double[] some = thinned(inside);
                double[] rest = thinned(outside);
                PairwiseDifferences differences = new PairwiseDifferences(some, rest);
                double shift = differences.middle();
                double in = ofSample.spread() * placements(some, rest, shift) / inside.length;
                double out = ofOther.spread() * placements(rest, some, -shift) / outside.length;
                double error = weight * error(differences, Math.sqrt(in + out), Math.min(some.length, rest.length));
                double all = Math.max(Double.MIN_NORMAL, in + out);
                variance[0] += error * error * in / all;
                variance[1] += error * error * out / all;
                size[0] += inside.length;
                size[1] += outside.length;
                sum += weight * shift;
                weights += weight;
                compared += inside.length;
                own[kind] = shift;
                number[kind] = inside.length;
            }
        }
        if (weights == 0) {
            return new Shift(0, 0, 0, 0);
        }
        double half = half(variance, ofSample.freedom(size[0]), ofOther.freedom(size[1]));
        double nanos = sum / weights;
        int shown = IntStream.range(0, own.length)
                .filter(kind -> own[kind] / nanos >= ChangeModel.MOST)
                .map(kind -> number[kind])
                .sum();
        return new Shift(nanos, half / weights, compared, (double) shown / compared);
    }

    /** Half of the 95 % interval of what has the sum of two variances, each of so many degrees of freedom. */
    private static double half(double[] variance, double one, double other) {
        return new TDistribution(null, freedom(variance, one, other)).inverseCumulativeProbability(UPPER)
                * Math.sqrt(variance[0] + variance[1]);
    }

    /** Degrees of freedom of the sum of two variances (Welch and Satterthwaite). */
    private static double freedom(double[] variance, double one, double other) {
        double all = variance[0] + variance[1];
        return all == 0 ? 1 : Math.max(1, all * all / (square(variance[0]) / one + square(variance[1]) / other));
    }

    private static double square(double value) {
        return value * value;
    }

    /** The median of all pairwise differences of two sorted samples; of large ones, of 200 evenly taken. */
    public static double between(double[] sorted, double[] others) {
        return new PairwiseDifferences(thinned(sorted), thinned(others)).middle();
    }

    private static double[] thinned(double[] sorted) {
        if (sorted.length <= MAX_COMPARED) {
            return sorted;
        }
        double[] some = new double[MAX_COMPARED];
        Arrays.setAll(some, i -> sorted[(int) ((i + 0.5) * sorted.length / MAX_COMPARED)]);
        return some;
    }

    /**
     * Variance of the places of these values among others that are moved by the shift, as shares of those.
     */
    private static double placements(double[] sorted, double[] others, double shift) {
        double sum = 0;
        double squares = 0;
        int below = 0;
        int notAbove = 0;
        for (double value : sorted) {
            while (below < others.length && others[below] + shift < value) {
                below++;
            }
            while (notAbove < others.length && others[notAbove] + shift <= value) {
                notAbove++;
            }
            double place = (below + notAbove) / 2.0 / others.length;
            sum += place;
            squares += place * place;
        }
        double mean = sum / sorted.length;
        return Math.max(0, squares / sorted.length - mean * mean) * sorted.length / (sorted.length - 1);
    }

    /**
     * Standard error of the middle of all differences, where the share of them below it has this one: of those of so
     * few, as far out as they tell.
     */
    private static double error(PairwiseDifferences differences, double ofShare, int fewest) {
        double far = Math.min(FAR, (0.5 - 0.5 / fewest) / Math.max(Double.MIN_NORMAL, ofShare));
        int low = (int) Math.max(0, Math.floor((0.5 - far * ofShare) * differences.number()));
        int high = (int) Math.min(differences.number() - 1, Math.ceil((0.5 + far * ofShare) * differences.number()));
        return (differences.ranked(high) - differences.ranked(low)) / 2 / far;
    }
}

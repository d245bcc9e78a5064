package io.wirepath.analyze.change;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.math3.distribution.HypergeometricDistribution;
import org.apache.commons.math3.special.Beta;

/**
 * How well chance explains that the durations of a stretch are as long as they are. Two questions are asked at each of
 * some quantiles of the stretch, and both must be answered with <i>hardly</i> at one of them:
 *
 * <ul>
 *   <li><i>How many?</i> Of all durations as long as this quantile, how probable is it that so many lie in the stretch?
 *       Exact (hypergeometric): it needs no model, but takes neighbours for independent.
 *   <li><i>How far?</i> By how much does the quantile lie above those of stretches of a quarter of this length? Their
 *       spread is shrunk to what places usually show ({@link ChangeModel#WAVES}): a place that was seen long is judged
 *       by itself, one that was seen briefly by others (Smyth, <i>Linear models and empirical Bayes methods for
 *       assessing differential expression</i>, 2004). It knows waves, and needs no independent neighbours.
 * </ul>
 *
 * <p>Low quantiles show what makes all slower, high ones what makes only some slower. Pure.
 */
final class LeapChance {

    private static final double[] QUANTILES = {0.05, 0.25, 0.5, 0.8, 0.95};

    /** Neighbouring quantiles tell nearly the same: they count as so many. */
    private static final int INDEPENDENT = 2;

    private final Observations all;
    private final Leap.Scale scale;
    private final double maxChance;

    /** @param maxChance what is more probable by chance is of no interest, and is told as certain */
    LeapChance(Observations all, Leap.Scale scale, double maxChance) {
        this.all = all;
        this.scale = scale;
        this.maxChance = maxChance;
    }

    /**
     * Some observations in a row.
     *
     * @param chance bound on the probability that chance shows as much
     * @param share share of them that show it
     * @param effect how much they differ, on average, like compared with like
     */
    record Stretch(int from, int to, double chance, double share, double effect) {

        Stretch withChance(double other) {
            return new Stretch(from, to, other, share, effect);
        }
    }

    /** Running sums of the logarithms of all durations by the medians of their kinds. */
    double[] sums() {
        double[] usual = usual(0, 0);
        double[] sum = new double[all.size() + 1];
        for (int at = 0; at < all.size(); at++) {
            double own = usual[all.kind(at)];
            sum[at + 1] = sum[at] + (Double.isNaN(own) ? 0 : scale.ratio(all.value(at), own));
        }
        return sum;
    }

    /** Median of each kind outside of a stretch; NaN where there are too few to compare with. */
    private double[] usual(int from, int to) {
        int[][] places = all.byKind();
        double[] usual = new double[places.length];
        for (int kind = 0; kind < usual.length; kind++) {
            double[] outside = all.sorted(places[kind], at -> at < from || at >= to);
            usual[kind] = outside.length < 2 ? Double.NaN : Math.max(0, Shift.middle(outside));
        }
        return usual;
    }

    /**
     * Judges a stretch.
     *
     * @param tried how many others were as good a choice, times the care that they ask for
     */
    Stretch of(int from, int to, double tried) {
        double[] usual = usual(from, to);
        Once before = new Once();
        Once inside = new Once();
        Once after = new Once();
        for (int at = 0; at < all.size(); at++) {
            double own = usual[all.kind(at)];
            if (!Double.isNaN(own)) {
                Once part = at < from ? before : at < to ? inside : after;
                part.add(all.nanos(at), all.cause(at), scale.ratio(all.value(at), own), all.value(at) - own);
            }
        }
        double[] in = inside.values();
        double[] out = concat(before.values(), after.values());
        double chance = 1;
        double share = 0;
        double effect = inside.extra(inside) - before.extra(after);
        boolean enough = Math.min(in.length, out.length) >= ChangeModel.MIN_WITNESSES && scale.sign() * effect > 0;
        for (double quantile : enough ? QUANTILES : new double[0]) {
            double own = chance(in, before.values(), after.values(), out, quantile, tried);
            if (own < chance) {
                chance = own;
                share = 1 - quantile;
            }
        }
        return new Stretch(from, to, chance, share >= 0.5 ? 1 : share, effect);
    }

    private double chance(double[] in, double[] before, double[] after, double[] out, double quantile, double tried) {
        double limit = quantile(in, 0, in.length, quantile);
        double half =
                Math.min(quantile(in, 0, in.length / 2, quantile), quantile(in, in.length / 2, in.length, quantile));
        if (limit <= 0 || half < limit / 2) {
            return 1;
        }
        List<Double> others = new ArrayList<>();
        int length = Math.max(ChangeModel.MIN_WITNESSES, in.length / ChangeModel.PARTS);
        addStretches(before, length, quantile, others);
        addStretches(after, length, quantile, others);
        double howFar = INDEPENDENT * howFar(limit, others) * ((double) out.length / in.length + 1);
        return howFar > maxChance ? 1 : Math.max(howFar, INDEPENDENT * tried * howMany(in, out, limit));
    }

    private static double howMany(double[] in, double[] out, double limit) {
        int inside = (int) Arrays.stream(in).filter(own -> own >= limit).count();
        int outside = (int) Arrays.stream(out).filter(own -> own >= limit).count();
        return new HypergeometricDistribution(null, in.length + out.length, inside + outside, in.length)
                .upperCumulativeProbability(inside);
    }

    /** Quantiles of stretches of this length, one after another. */
    private static void addStretches(double[] values, int length, double quantile, List<Double> to) {
        int number = Math.max(values.length >= ChangeModel.MIN_WITNESSES ? 1 : 0, values.length / length);
        for (int i = 0; i < number; i++) {
            to.add(quantile(values, values.length * i / number, values.length * (i + 1) / number, quantile));
        }
    }

    /** Tail of Student's t of the distance from others, whose spread is shrunk to the usual one. */
    private double howFar(double own, List<Double> others) {
        int number = others.size();
        double mean = others.stream().mapToDouble(each -> each).average().orElse(0);
        double squares = others.stream()
                .mapToDouble(each -> (each - mean) * (each - mean))
                .sum();
        double freedom = scale.freedom() + Math.max(0, number - 1);
        if (freedom == 0 || own <= mean) {
            return 1;
        }
        double variance = (scale.freedom() * ChangeModel.WAVES * ChangeModel.WAVES + squares) / freedom;
        double square = (own - mean) * (own - mean) / (1 + 1.0 / Math.max(1, number));
        return Beta.regularizedBeta(freedom * variance / (freedom * variance + square), freedom / 2, 0.5) / 2;
    }

    private static double quantile(double[] values, int from, int to, double quantile) {
        double[] sorted = Arrays.copyOfRange(values, from, to);
        Arrays.sort(sorted);
        return sorted.length == 0 ? 0 : sorted[(int) Math.round(quantile * (sorted.length - 1))];
    }

    private static double[] concat(double[] one, double[] other) {
        double[] all = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, all, one.length, other.length);
        return all;
    }

    /** Means of what is made for one thing, or comes so close together that it may have one cause. */
    private static final class Once {
        private final List<double[]> groups = new ArrayList<>();
        private final Map<Integer, Integer> ofCause = new HashMap<>();
        private long last;
        private double extra;
        private int number;

        void add(long nanos, int cause, double value, double more) {
            Integer known = cause == Observations.NO_CAUSE ? null : ofCause.get(cause);
            if (known == null && (groups.isEmpty() || nanos - last > ChangeModel.ONE_CAUSE_NANOS)) {
                groups.add(new double[2]);
                last = nanos;
            }
            int at = known == null ? groups.size() - 1 : known;
            ofCause.putIfAbsent(cause, at);
            double[] group = groups.get(at);
            group[0] += value;
            group[1]++;
            extra += more;
            number++;
        }

        double[] values() {
            return groups.stream().mapToDouble(group -> group[0] / group[1]).toArray();
        }

        /** Mean of what these and others took beyond the usual. */
        double extra(Once other) {
            return (extra + other.extra) / Math.max(1, number + other.number);
        }
    }
}

package io.wirepath.analyze.change;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.collections.Int2IntHashMap;
import org.apache.commons.math3.distribution.HypergeometricDistribution;
import org.apache.commons.math3.special.Beta;

/**
 * How well chance explains that the durations of a stretch are as long as they are. Two questions are asked at each of
 * some quantiles of the stretch, and both must be answered with <i>hardly</i> at one of them:
 *
 * <ul>
 *   <li><i>How many?</i> Of all durations as long as this quantile, or half as many logarithms beyond the usual, how
 *       probable is it that so many lie in the stretch? Exact (hypergeometric): it needs no model, but takes neighbours
 *       for independent.
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

    /** The places of each kind, by their values. */
    private final int[][] ranked;

    /** @param maxChance what is more probable by chance is of no interest, and is told as certain */
    LeapChance(Observations all, Leap.Scale scale, double maxChance) {
        this.all = all;
        this.scale = scale;
        this.maxChance = maxChance;
        ranked = all.byKind();
        for (int kind = 0; kind < ranked.length; kind++) {
            ranked[kind] = Arrays.stream(ranked[kind])
                    .boxed()
                    .sorted(Comparator.comparingDouble(all::value))
                    .mapToInt(Integer::intValue)
                    .toArray();
        }
    }

    /**
     * Some observations in a row.
     *
     * @param chance bound on the probability that chance shows as much
     * @param share share of them that show it
     * @param effect how much they differ, on average, like compared with like
     * @param limit the logarithm from which on an observation shows it
     */
    record Stretch(int from, int to, double chance, double share, double effect, double limit) {

        Stretch withChance(double other) {
            return new Stretch(from, to, other, share, effect, limit);
        }
    }

    /** Scores of the observations, by whether each shows what this stretch does. */
    double[] scores(Stretch stretch) {
        double[] usual = usual(stretch.from(), stretch.to());
        return RankScores.of(all.size(), at -> {
            double own = usual[all.kind(at)];
            return !Double.isNaN(own) && scale.ratio(all.value(at), own) >= stretch.limit();
        });
    }

    /** The logarithms of all durations by the medians of their kinds, sorted, where those are known. */
    double[] logs() {
        double[] usual = usual(0, 0);
        return IntStream.range(0, all.size())
                .filter(at -> !Double.isNaN(usual[all.kind(at)]))
                .mapToDouble(at -> scale.ratio(all.value(at), usual[all.kind(at)]))
                .sorted()
                .toArray();
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
        double[] usual = new double[ranked.length];
        for (int kind = 0; kind < usual.length; kind++) {
            int outside = 0;
            for (int at : ranked[kind]) {
                outside += at < from || at >= to ? 1 : 0;
            }
            double both = outside < ChangeModel.MIN_WITNESSES
                    ? Double.NaN
                    : outside(kind, from, to, (outside - 1) / 2) + outside(kind, from, to, outside / 2);
            usual[kind] = outside < ChangeModel.MIN_WITNESSES ? Double.NaN : Math.max(0, both / 2);
        }
        return usual;
    }

    /** The value with this rank, from 0, of a kind outside of a stretch. */
    private double outside(int kind, int from, int to, int rank) {
        int left = rank;
        int i = 0;
        while (true) {
            int at = ranked[kind][i++];
            if ((at < from || at >= to) && left-- == 0) {
                return all.value(at);
            }
        }
    }

    /**
     * Judges a stretch.
     *
     * @param care factor on the chance
     * @param tried how many others were as good a choice
     */
    Stretch of(int from, int to, double care, int tried) {
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
        double chance = 1;
        double share = 0;
        double limit = 0;
        double effect = inside.extra(inside) - before.extra(after);
        int least = Math.min(inside.groups, before.groups + after.groups);
        boolean enough = least >= ChangeModel.MIN_WITNESSES && scale.sign() * effect > 0;
        if (!enough) {
            return new Stretch(from, to, chance, share, effect, limit);
        }
        Sides means = Sides.of(inside, before, after, false);
        boolean single = Stream.of(inside, before, after).allMatch(part -> part.number == part.groups);
        Sides most = single ? means : Sides.of(inside, before, after, true);
        for (double quantile : QUANTILES) {
            Sides sides = quantile > 0.5 ? most : means;
            double own = chance(sides, quantile, care, to == all.size() ? 1 : 2, tried);
            if (own < chance && chance > maxChance) {
                share = 1 - quantile;
                limit = quantile(sides.in, quantile) * scale.part();
            }
            chance = Math.min(chance, own);
        }
        return new Stretch(from, to, chance, share >= 0.5 ? 1 : share, effect, limit);
    }

    /**
     * A stretch and what it is compared with, each part sorted but all others together.
     *
     * @param in the stretch
     * @param halves the first and the second half of it
     * @param out all others
     * @param others stretches of the others of a quarter of this length, one after another
     * @param each durations of which one is taken
     */
    private record Sides(double[] in, List<double[]> halves, double[] out, List<double[]> others, double each) {

        static Sides of(Once inside, Once earlier, Once later, boolean most) {
            double[] in = inside.values(most);
            double[] before = earlier.values(most);
            double[] after = later.values(most);
            List<double[]> others = new ArrayList<>();
            int length = Math.max(ChangeModel.MIN_WITNESSES, in.length / ChangeModel.PARTS);
            addParts(before, before.length >= ChangeModel.MIN_WITNESSES ? 1 : 0, length, others);
            addParts(after, after.length >= ChangeModel.MIN_WITNESSES ? 1 : 0, length, others);
            double[] out = Arrays.copyOf(before, before.length + after.length);
            System.arraycopy(after, 0, out, before.length, after.length);
            int half = in.length / 2;
            return new Sides(
                    sorted(in, 0, in.length),
                    List.of(sorted(in, 0, half), sorted(in, half, in.length)),
                    out,
                    others,
                    most ? (double) inside.number / Math.max(1, inside.groups) : 1);
        }

        private static void addParts(double[] values, int least, int length, List<double[]> to) {
            int number = Math.max(least, values.length / length);
            for (int i = 0; i < number; i++) {
                to.add(sorted(values, values.length * i / number, values.length * (i + 1) / number));
            }
        }

        private static double[] sorted(double[] values, int from, int to) {
            double[] own = Arrays.copyOfRange(values, from, to);
            Arrays.sort(own);
            return own;
        }
    }

    private double chance(Sides sides, double quantile, double care, int ends, int tried) {
        double limit = quantile(sides.in, quantile);
        double half = Math.min(quantile(sides.halves.get(0), quantile), quantile(sides.halves.get(1), quantile));
        if (limit <= 0 || half < limit / 2) {
            return 1;
        }
        double[] others = sides.others.stream()
                .mapToDouble(part -> quantile(part, quantile))
                .toArray();
        double howFar = INDEPENDENT * howFar(limit, others) * ((double) sides.out.length / sides.in.length + 1);
        if (howFar > maxChance) {
            return 1;
        }
        double many = Math.min(howMany(sides, limit, ends, tried), howMany(sides, limit * scale.part(), ends, tried));
        return Math.max(howFar, INDEPENDENT * care * many);
    }

    /**
     * Only so many stretches differ as these durations can begin, and end. Other places say how often one is held up;
     * waves are each place's own.
     */
    private double howMany(Sides sides, double limit, int ends, int tried) {
        int inside = (int) Arrays.stream(sides.in).filter(own -> own >= limit).count();
        int outside = (int) Arrays.stream(sides.out).filter(own -> own >= limit).count();
        int in = sides.in.length;
        int out = sides.out.length;
        double alone =
                new HypergeometricDistribution(null, in + out, inside + outside, in).upperCumulativeProbability(inside);
        boolean isHeldUp = limit >= Math.log(ChangeModel.MUCH_LONGER);
        double chance = isHeldUp ? scale.others().chance(inside, in, outside, out, limit, sides.each, alone) : alone;
        return Math.min(tried, Math.pow(inside + outside, ends)) * chance;
    }

    /** Tail of Student's t of the distance from others, whose spread is shrunk to the usual one. */
    private double howFar(double own, double[] others) {
        int number = others.length;
        double mean = Arrays.stream(others).average().orElse(0);
        double squares =
                Arrays.stream(others).map(each -> (each - mean) * (each - mean)).sum();
        double freedom = scale.freedom() + Math.max(0, number - 1);
        if (freedom == 0 || own <= mean) {
            return 1;
        }
        double variance = (scale.freedom() * ChangeModel.WAVES * ChangeModel.WAVES + squares) / freedom;
        double square = (own - mean) * (own - mean) / (1 + 1.0 / Math.max(1, number));
        return Beta.regularizedBeta(freedom * variance / (freedom * variance + square), freedom / 2, 0.5) / 2;
    }

    private static double quantile(double[] sorted, double quantile) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.round(quantile * (sorted.length - 1))];
    }

    /**
     * What is made for one thing is one witness, or, where nobody told for what, comes so close together that it may
     * be.
     */
    private static final class Once {
        private final Int2IntHashMap ofCause = new Int2IntHashMap(Observations.NO_CAUSE);
        private double[] sum = new double[16];
        private double[] most = new double[16];
        private int[] members = new int[16];
        private int groups;
        private long last;
        private double extra;
        private int number;

        void add(long nanos, int cause, double value, double more) {
            int known = cause == Observations.NO_CAUSE ? Observations.NO_CAUSE : ofCause.get(cause);
            boolean isNew = known == Observations.NO_CAUSE;
            boolean isNear = cause == Observations.NO_CAUSE && nanos - last <= ChangeModel.ONE_CAUSE_NANOS;
            if (isNew && (groups == 0 || !isNear)) {
                if (groups == sum.length) {
                    sum = Arrays.copyOf(sum, 2 * groups);
                    most = Arrays.copyOf(most, 2 * groups);
                    members = Arrays.copyOf(members, 2 * groups);
                }
                groups++;
                last = nanos;
            }
            int at = isNew ? groups - 1 : known;
            if (isNew && cause != Observations.NO_CAUSE) {
                ofCause.put(cause, at);
            }
            sum[at] += value;
            most[at] = members[at] == 0 ? value : Math.max(most[at], value);
            members[at]++;
            extra += more;
            number++;
        }

        /** The mean of each, or else the most: some of what is made for one thing are enough to hold it up. */
        double[] values(boolean largest) {
            if (largest) {
                return Arrays.copyOf(most, groups);
            }
            double[] means = new double[groups];
            Arrays.setAll(means, at -> sum[at] / members[at]);
            return means;
        }

        /** Mean of what these and others took beyond the usual. */
        double extra(Once other) {
            return (extra + other.extra) / Math.max(1, number + other.number);
        }
    }
}

package io.wirepath.analyze.change;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.HypergeometricDistribution;
import org.apache.commons.math3.special.Beta;
import org.jspecify.annotations.Nullable;

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

    private static final double[] QUANTILES = {0.05, 0.25, 0.5, 0.8, 0.95, 0.98};

    /** Neighbouring quantiles tell nearly the same: they count as so many. */
    private static final int INDEPENDENT = 2;

    private final Observations all;
    private final Leap.Scale scale;
    private final double maxChance;

    /** The places of each kind, by their values. */
    private final int[][] ranked;

    /** The logarithm of each value: each is compared with the usual of many stretches. */
    private final double[] log;

    /** What each was made for, numbered from 0, and the witness that tells of it in the part at hand. */
    private final int[] cause;

    private final int[] witnessOfCause;
    private final Once before = new Once();
    private final Once inside = new Once();
    private final Once after = new Once();

    /** @param maxChance what is more probable by chance is of no interest, and is told as certain */
    LeapChance(Observations all, Leap.Scale scale, double maxChance) {
        this.all = all;
        this.scale = scale;
        this.maxChance = maxChance;
        cause = all.causeNumbers();
        witnessOfCause = new int[Math.max(0, Arrays.stream(cause).max().orElse(Observations.NO_CAUSE)) + 1];
        log = IntStream.range(0, all.size())
                .mapToDouble(at -> scale.log(all.value(at)))
                .toArray();
        ranked = all.byKind();
        for (int kind = 0; kind < ranked.length; kind++) {
            ranked[kind] = byValue(ranked[kind]);
        }
    }

    /** These places by their values; equal ones in order of time. */
    private int[] byValue(int[] places) {
        double[] sorted = all.sorted(places);
        int[] alike = new int[places.length];
        int[] byValue = new int[places.length];
        for (int at : places) {
            int first = RankScores.below(sorted, all.value(at), false);
            byValue[first + alike[first]++] = at;
        }
        return byValue;
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
        double[] usual = logs(usual(stretch.from(), stretch.to()));
        return RankScores.of(all.size(), at -> {
            double own = usual[all.kind(at)];
            return !Double.isNaN(own) && log[at] - own >= stretch.limit();
        });
    }

    /** The logarithms of all durations by the medians of their kinds, sorted, where those are known. */
    double[] logs() {
        double[] usual = logs(usual(0, 0));
        return IntStream.range(0, all.size())
                .filter(at -> !Double.isNaN(usual[all.kind(at)]))
                .mapToDouble(at -> log[at] - usual[all.kind(at)])
                .sorted()
                .toArray();
    }

    /** Running sums of the logarithms of all durations by the medians of their kinds. */
    double[] sums() {
        double[] usual = logs(usual(0, 0));
        double[] sum = new double[all.size() + 1];
        for (int at = 0; at < all.size(); at++) {
            double own = usual[all.kind(at)];
            sum[at + 1] = sum[at] + (Double.isNaN(own) ? 0 : log[at] - own);
        }
        return sum;
    }

    /** The logarithms of these medians; NaN where one is. */
    private double[] logs(double[] usual) {
        return Arrays.stream(usual).map(scale::log).toArray();
    }

    /** Median of each kind outside of a stretch; NaN where there are too few to compare with. */
    private double[] usual(int from, int to) {
        int[] within = new int[ranked.length];
        for (int at = from; at < to; at++) {
            within[all.kind(at)]++;
        }
        double[] usual = new double[ranked.length];
        for (int kind = 0; kind < usual.length; kind++) {
            int outside = ranked[kind].length - within[kind];
            usual[kind] = outside < ChangeModel.MIN_WITNESSES
                    ? Double.NaN
                    : Math.max(0, medianOutside(ranked[kind], from, to, outside));
        }
        return usual;
    }

    /** The median of those of these places that are outside of a stretch: so many. */
    private double medianOutside(int[] places, int from, int to, int outside) {
        int left = (outside - 1) / 2;
        int i = nextOutside(places, from, to, 0);
        for (; left > 0; left--) {
            i = nextOutside(places, from, to, i + 1);
        }
        int other = outside % 2 == 1 ? i : nextOutside(places, from, to, i + 1);
        return (all.value(places[i]) + all.value(places[other])) / 2;
    }

    private static int nextOutside(int[] places, int from, int to, int start) {
        int i = start;
        while (places[i] >= from && places[i] < to) {
            i++;
        }
        return i;
    }

    /**
     * Judges a stretch.
     *
     * @param care factor on the chance
     * @param tried how many others were as good a choice
     */
    Stretch of(int from, int to, double care, int tried) {
        double[] usual = usual(from, to);
        double[] logs = logs(usual);
        gather(before, 0, from, usual, logs);
        gather(inside, from, to, usual, logs);
        gather(after, to, all.size(), usual, logs);
        double chance = 1;
        double share = 0;
        double limit = 0;
        double effect = inside.extra(inside) - before.extra(after);
        int least = Math.min(inside.groups, before.groups + after.groups);
        boolean enough = least >= ChangeModel.MIN_WITNESSES && scale.sign() * effect > 0;
        if (!enough) {
            return new Stretch(from, to, chance, share, effect, limit);
        }
        Sides means = new Sides(inside, before, after, false);
        boolean single = Stream.of(inside, before, after).allMatch(part -> part.number == part.groups);
        Sides most = single ? means : new Sides(inside, before, after, true);
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

    /** Witnesses of the observations from this one to before that one. */
    private void gather(Once part, int from, int to, double[] usual, double[] logs) {
        part.begin(to - from);
        Arrays.fill(witnessOfCause, Observations.NO_CAUSE);
        for (int at = from; at < to; at++) {
            double own = usual[all.kind(at)];
            if (!Double.isNaN(own)) {
                part.add(all.nanos(at), cause[at], witnessOfCause, log[at] - logs[all.kind(at)], all.value(at) - own);
            }
        }
    }

    /** A stretch and what it is compared with, each part sorted but all others together. */
    private static final class Sides {
        /** The stretch. */
        private final double[] in;
        /** The first and the second half of it. */
        private final double[] firstHalf;

        private final double[] secondHalf;
        /** All others, and how many of them come before it. */
        private final double[] out;

        private final int before;
        /** Durations of which one is taken. */
        private final double each;
        /** Stretches of the others of a quarter of this length, one after another; null until somebody asks. */
        private @Nullable List<double[]> others;

        Sides(Once inside, Once earlier, Once later, boolean most) {
            double[] own = inside.values(most);
            int half = own.length / 2;
            in = sorted(own, 0, own.length);
            firstHalf = sorted(own, 0, half);
            secondHalf = sorted(own, half, own.length);
            double[] first = earlier.values(most);
            double[] last = later.values(most);
            out = Arrays.copyOf(first, first.length + last.length);
            System.arraycopy(last, 0, out, first.length, last.length);
            before = first.length;
            each = most ? (double) inside.number / Math.max(1, inside.groups) : 1;
        }

        /** The quantile of each of the others. */
        double[] ofOthers(double quantile) {
            if (others == null) {
                others = new ArrayList<>();
                addParts(0, before, others);
                addParts(before, out.length, others);
            }
            return others.stream().mapToDouble(part -> quantile(part, quantile)).toArray();
        }

        private void addParts(int from, int to, List<double[]> parts) {
            int length = Math.max(ChangeModel.MIN_WITNESSES, in.length / ChangeModel.PARTS);
            int number = Math.max(to - from >= ChangeModel.MIN_WITNESSES ? 1 : 0, (to - from) / length);
            for (int i = 0; i < number; i++) {
                int first = from + (to - from) * i / number;
                parts.add(sorted(out, first, from + (to - from) * (i + 1) / number));
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
        double half = Math.min(quantile(sides.firstHalf, quantile), quantile(sides.secondHalf, quantile));
        if (limit <= 0 || half < limit / 2) {
            return 1;
        }
        double howFar = INDEPENDENT
                * howFar(limit, sides.ofOthers(quantile))
                * ((double) sides.out.length / sides.in.length + 1);
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
        private double[] sum = {};
        private double[] most = {};
        private int[] members = {};
        private int groups;
        private long last;
        private double extra;
        private int number;

        /** Begins anew, with room for so many. */
        void begin(int observations) {
            if (observations > sum.length) {
                sum = new double[observations];
                most = new double[observations];
                members = new int[observations];
            }
            groups = 0;
            last = 0;
            extra = 0;
            number = 0;
        }

        /**
         * Adds an observation, not earlier than the one before.
         *
         * @param witnessOfCause the witness of each cause, {@link Observations#NO_CAUSE} where there is none yet
         */
        void add(long nanos, int cause, int[] witnessOfCause, double value, double more) {
            boolean isCaused = cause != Observations.NO_CAUSE;
            int at = isCaused ? witnessOfCause[cause] : Observations.NO_CAUSE;
            if (at == Observations.NO_CAUSE) {
                boolean isNear = !isCaused && nanos - last <= ChangeModel.ONE_CAUSE_NANOS;
                if (groups == 0 || !isNear) {
                    sum[groups] = 0;
                    members[groups++] = 0;
                    last = nanos;
                }
                at = groups - 1;
                if (isCaused) {
                    witnessOfCause[cause] = at;
                }
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
            for (int at = 0; at < groups; at++) {
                means[at] = sum[at] / members[at];
            }
            return means;
        }

        /** Mean of what these and others took beyond the usual. */
        double extra(Once other) {
            return (extra + other.extra) / Math.max(1, number + other.number);
        }
    }
}

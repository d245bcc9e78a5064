package io.wirepath.analyze.change;

import io.wirepath.flows.Median;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * When a quantity that grows (or shrinks) steadily began to: a line that leaves the level before, beside a step to
 * another level. Both have two parameters and a place; the better likelihood decides, and where the line is better by
 * less than {@value #SURE_NATS}, the onset may be that of either. What deviates is of Student's t with four degrees of
 * freedom, each kind by its own spread, and wider by a share of what is added, as what takes longer also varies more
 * (Lange, Little and Taylor, <i>Robust statistical modeling using the t distribution</i>, JASA 1989; the place by the
 * profile of the likelihood, as in Hinkley, 1971). Pure.
 */
final class Ramp {

    private static final double FREEDOM = 4;

    /** So much likelier than steps a line must be to be told. */
    private static final double SURE_NATS = 8;

    /** Observations that are fitted, and places of the onset that are tried. */
    private static final int MAX_FITTED = 300;

    /** Steps of the fit, each nearer. */
    private static final int STEPS = 5;

    /** Shares of what is added by which it varies. */
    private static final double[] WIDER = {0, 0.2, 0.5, 1};

    /** Of the median of the distances from the median, for the spread of a normal sample. */
    private static final double OF_MEDIAN = 1.4826;

    /** Least part of the spread that a fit may find. */
    private static final double MIN_SPREAD = 1e-3;

    /** Part of a product that rounding may leave. */
    private static final double ROUNDING = 1e-12;

    private static final double SECOND = 1e9;

    private final double[] time;
    private final double[] value;
    private final double[] spread;
    private final int size;

    private Ramp(int size) {
        this.size = size;
        time = new double[size];
        value = new double[size];
        spread = new double[size];
    }

    /**
     * The same changes, with the onset of a line where one is likelier than the steps of a change and of those that
     * follow while it lasts, which are then no changes of their own; with either where that is in doubt.
     */
    static List<Change> placed(Observations all, List<Change> changes) {
        List<Change> placed = new ArrayList<>();
        for (int at = 0; at < changes.size(); at++) {
            Change change = changes.get(at);
            if (placed.stream().noneMatch(line -> line.growth() != 0 && line.holds(change.onsetNanos()))) {
                List<Change> within = changes.subList(at + 1, changes.size()).stream()
                        .filter(later -> change.holds(later.onsetNanos()))
                        .toList();
                placed.add(placed(all, change, within));
            }
        }
        return placed;
    }

    private static Change placed(Observations all, Change change, List<Change> within) {
        Ramp own = around(all, change);
        if (own.size < 2 * ChangeModel.MIN_WITNESSES || !change.pauses().isEmpty()) {
            return change;
        }
        double[] steps = Stream.concat(Stream.of(change), within.stream())
                .mapToDouble(step -> (step.onsetNanos() - change.onsetNanos()) / SECOND)
                .toArray();
        double[] places = own.places();
        double[] line = Arrays.stream(places)
                .map(from -> own.best(new Line(from)).likelihood)
                .toArray();
        int likeliest = IntStream.range(0, line.length).reduce(0, (a, b) -> line[b] > line[a] ? b : a);
        double more = line[likeliest] - own.stepped(steps, places, line[likeliest]);
        if (more < 0) {
            return change;
        }
        double least = line[likeliest] - Place.INTERVAL_NATS;
        long from = change.onsetNanos() + nanos(first(places, line, least));
        long to = change.onsetNanos() + nanos(last(places, line, least));
        if (more <= SURE_NATS) {
            return change.beginning(
                    change.onsetNanos(),
                    Math.min(from, change.onsetFromNanos()),
                    Math.max(to, change.onsetToNanos()),
                    0);
        }
        double onset = places[likeliest];
        return change.beginning(
                change.onsetNanos() + nanos(onset),
                from,
                to,
                own.best(new Line(onset)).slope());
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * SECOND);
    }

    private static double first(double[] places, double[] likelihood, double least) {
        int at = 0;
        while (likelihood[at] < least) {
            at++;
        }
        return places[Math.max(0, at - 1)];
    }

    private static double last(double[] places, double[] likelihood, double least) {
        int at = likelihood.length - 1;
        while (likelihood[at] < least) {
            at--;
        }
        return places[Math.min(places.length - 1, at + 1)];
    }

    /**
     * What it is compared with before, and what it changed to, in seconds since the onset and beside the median of its
     * kind; of many, medians of neighbours. What is nearly always the same is decided by code, and leaps.
     */
    private static Ramp around(Observations all, Change change) {
        int from = all.from(change.beforeNanos());
        int onset = all.from(change.onsetNanos());
        int to = change.lasts() ? all.size() : all.from(change.endNanos());
        double[] middle = new double[all.kinds()];
        double[] spread = new double[all.kinds()];
        int[][] byKind = all.byKind();
        for (int kind = 0; kind < middle.length; kind++) {
            double[] before = all.sorted(byKind[kind], at -> at >= from && at < onset);
            if (before.length >= ChangeModel.MIN_WITNESSES) {
                double usual = Median.middle(before);
                middle[kind] = usual;
                spread[kind] = OF_MEDIAN * middle(Arrays.stream(before).map(each -> Math.abs(each - usual)));
            }
        }
        int[] wandering =
                IntStream.range(from, to).filter(at -> spread[all.kind(at)] > 0).toArray();
        int each = (wandering.length + MAX_FITTED - 1) / MAX_FITTED;
        Ramp own = new Ramp(each == 0 ? 0 : wandering.length / each);
        for (int i = 0; i < own.size; i++) {
            int[] some = Arrays.copyOfRange(wandering, i * each, (i + 1) * each);
            own.time[i] = (all.nanos(some[each / 2]) - change.onsetNanos()) / SECOND;
            own.value[i] = middle(Arrays.stream(some).mapToDouble(at -> all.value(at) - middle[all.kind(at)]));
            own.spread[i] = middle(Arrays.stream(some).mapToDouble(at -> spread[all.kind(at)])) / Math.sqrt(each);
        }
        return own;
    }

    private static double middle(DoubleStream values) {
        return Median.middle(values.toArray());
    }

    /**
     * How likely steps are at these moments, and at further places where that pays: each further step has a height and
     * a place (Schwarz, 1978); as far as it takes to be likelier than this. Further steps the same way are a line in
     * all but name, so only what turns back is tried.
     */
    private double stepped(double[] moments, double[] places, double enough) {
        double best = best(new Steps(moments)).likelihood - (moments.length - 1) * Math.log(size);
        if (best > enough || moments.length == ChangeModel.MAX_CHANGES) {
            return best;
        }
        double[] more = moments;
        double likeliest = Double.NEGATIVE_INFINITY;
        for (double place : places) {
            double[] some = DoubleStream.concat(DoubleStream.of(place), Arrays.stream(moments))
                    .sorted()
                    .toArray();
            Fit fit = best(new Steps(some));
            if (fit.turns && fit.likelihood > likeliest) {
                likeliest = fit.likelihood;
                more = some;
            }
        }
        return more.length == moments.length ? best : Math.max(best, stepped(more, places, enough));
    }

    /** Moments at which it may have begun: some of the observations, but for the last. */
    private double[] places() {
        int last = size - ChangeModel.MIN_WITNESSES;
        int number = Math.min(ChangeModel.PLACES, last);
        double[] places = new double[number];
        Arrays.setAll(places, i -> time[(int) ((long) last * i / number)]);
        return places;
    }

    /** What is fitted: values at each moment, by weights. */
    private interface Shape {

        /** Fits it to these values, by these weights, and puts what it expects in place of them. */
        double fit(double[] time, double[] value, double[] weight, double[] expected);
    }

    /** A level, and a line that leaves it at a moment; tells how much that adds each second. */
    private record Line(double from) implements Shape {

        @Override
        public double fit(double[] time, double[] value, double[] weight, double[] expected) {
            double ones = 0;
            double adds = 0;
            double squares = 0;
            double values = 0;
            double products = 0;
            for (int i = 0; i < time.length; i++) {
                double added = Math.max(0, time[i] - from);
                ones += weight[i];
                adds += weight[i] * added;
                squares += weight[i] * added * added;
                values += weight[i] * value[i];
                products += weight[i] * value[i] * added;
            }
            double determinant = ones * squares - adds * adds;
            double slope =
                    determinant <= ROUNDING * ones * squares ? 0 : (ones * products - adds * values) / determinant;
            double level = (values - slope * adds) / ones;
            Arrays.setAll(expected, i -> level + slope * Math.max(0, time[i] - from));
            return slope;
        }
    }

    /** Levels that begin at these moments, which rise; they grow by nothing. */
    private record Steps(double... from) implements Shape {

        @Override
        public double fit(double[] time, double[] value, double[] weight, double[] expected) {
            double[] ones = new double[from.length + 1];
            double[] values = new double[from.length + 1];
            for (int i = 0; i < time.length; i++) {
                ones[level(time[i])] += weight[i];
                values[level(time[i])] += weight[i] * value[i];
            }
            Arrays.setAll(expected, i -> values[level(time[i])] / ones[level(time[i])]);
            return 0;
        }

        private int level(double at) {
            int level = 0;
            while (level < from.length && at >= from[level]) {
                level++;
            }
            return level;
        }
    }

    /** What grows each second, whether what is expected both rises and falls, and the log likelihood. */
    private record Fit(double slope, boolean turns, double likelihood) {}

    private Fit best(Shape shape) {
        return Arrays.stream(WIDER)
                .mapToObj(wider -> fitted(shape, wider))
                .max(Comparator.comparingDouble(Fit::likelihood))
                .orElseThrow();
    }

    private static boolean turns(double[] expected) {
        IntStream next = IntStream.range(1, expected.length);
        double[] differences = next.mapToDouble(i -> expected[i] - expected[i - 1])
                .filter(own -> own != 0)
                .toArray();
        return Arrays.stream(differences).anyMatch(own -> own > 0)
                && Arrays.stream(differences).anyMatch(own -> own < 0);
    }

    /** Least squares again and again, in which what deviated from the last fit counts less. */
    private Fit fitted(Shape shape, double wider) {
        double[] expected = new double[size];
        double[] weight = new double[size];
        double scale = 1;
        double slope = 0;
        for (int step = 0; step < STEPS; step++) {
            double around = 0;
            for (int i = 0; i < size; i++) {
                double own = spread[i] + wider * Math.abs(expected[i] - expected[0]);
                double rest = (value[i] - expected[i]) / own;
                double counts = (FREEDOM + 1) / (FREEDOM + rest * rest / (scale * scale));
                around += counts * rest * rest;
                weight[i] = counts / (own * own);
            }
            scale = Math.max(MIN_SPREAD, Math.sqrt(around / size));
            slope = shape.fit(time, value, weight, expected);
        }
        double likelihood = 0;
        for (int i = 0; i < size; i++) {
            double own = scale * (spread[i] + wider * Math.abs(expected[i] - expected[0]));
            double rest = (value[i] - expected[i]) / own;
            likelihood -= Math.log(own) + (FREEDOM + 1) / 2 * Math.log1p(rest * rest / FREEDOM);
        }
        return new Fit(slope, turns(expected), likelihood);
    }
}

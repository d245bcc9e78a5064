package io.wirepath.causes.convolution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Finds the spikes of a correlation (Project 5 §5.2): points N standard deviations above the mean; between two spikes
 * the correlation falls below S, and of all points of a spike the largest stands for it.
 *
 * <p>A delay that varies spreads its spike over many quanta, which the paper leaves to the choice of µ. So spikes are
 * looked for in sums over 1, 2, 4, … quanta as well. What a spike says against chance is the likelihood ratio of a
 * Poisson count c against the mean m, {@code c ln(c/m) − (c − m)}; a wide one takes the place of the narrow ones that
 * it covers if it says more than they do together, and no two of them are apart: say against the least that lies
 * between them what a spike says against the mean. What chance would show once in a hundred correlations, or what is
 * not twice the mean, is no spike.
 */
final class Spikes {

    private static final int MAX_WIDTH = 16;

    /** Of so many correlations of what has nothing to do with each other, one has a spike. */
    private static final double CORRELATIONS_OF_ONE_FALSE_SPIKE = 100;

    private static final double MIN_RATIO_TO_MEAN = 2;

    private static final int LANES = 4;

    private Spikes() {}

    /**
     * A run of shifts.
     *
     * @param first first position of the run
     * @param width positions of it
     * @param beyond pairs of messages beyond the mean
     * @param middle where the mean of its pairs lies, in positions
     * @param evidence how much it says against chance, in nats
     * @param isApart whether so little lies between it and another of its width that they are two
     */
    record Spike(int first, int width, double beyond, double middle, double evidence, boolean isApart) {

        private boolean overlaps(Spike other) {
            return first - margin() < other.first + other.width && other.first < first + width + margin();
        }

        /** What is left of a wide spike at its sides is no spike. */
        private int margin() {
            return width / 2;
        }

        private Spike withApart(boolean apart) {
            return new Spike(first, width, beyond, middle, evidence, apart);
        }

        private Spike withMiddle(double[] correlation, double mean) {
            double sum = 0;
            double weighted = 0;
            int from = Math.max(0, first - 1 - margin());
            for (int t = from; t < Math.min(correlation.length, first + width + 1 + margin()); t++) {
                double more = Math.max(0, correlation[t] - mean);
                sum += more;
                weighted += more * t;
            }
            return new Spike(first, width, beyond, weighted / sum, evidence, isApart);
        }
    }

    /** The spikes from a position on, in the order of their shifts. */
    static List<Spike> find(double[] correlation, int from, double spikeDeviations, double valleyDeviations) {
        double mean = mean(correlation);
        if (mean == 0) {
            return List.of();
        }
        List<Spike> spikes = new ArrayList<>();
        double[] sums = correlation.clone();
        for (int width = 1; width <= MAX_WIDTH && width < correlation.length; width *= 2) {
            if (width > 1) {
                // sums over twice as many, from sums over half as many
                for (int t = 0; t + width <= correlation.length; t++) {
                    sums[t] += sums[t + width / 2];
                }
            }
            double[] whole = Arrays.copyOf(sums, correlation.length - width + 1);
            for (Spike wider : atWidth(whole, from, width, spikeDeviations, valleyDeviations)) {
                List<Spike> covered = spikes.stream().filter(wider::overlaps).toList();
                if (covered.stream().filter(Spike::isApart).count() < 2
                        && wider.evidence()
                                > covered.stream().mapToDouble(Spike::evidence).sum()) {
                    spikes.removeAll(covered);
                    spikes.add(wider);
                }
            }
        }
        return spikes.stream()
                .sorted(Comparator.comparingInt(Spike::first))
                .map(spike -> spike.withMiddle(correlation, mean))
                .toList();
    }

    private static double mean(double[] values) {
        return values.length == 0 ? 0 : powers(values, 0, false) / values.length;
    }

    /**
     * The sum of the values less another, or of the squares of that: in four sums side by side, for one after the other
     * they took most of the time of large systems.
     */
    private static double powers(double[] values, double less, boolean squared) {
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        int i = 0;
        for (; i + LANES <= values.length; i += LANES) {
            double one = values[i] - less;
            double two = values[i + 1] - less;
            double three = values[i + 2] - less;
            double four = values[i + 3] - less;
            a += squared ? one * one : one;
            b += squared ? two * two : two;
            c += squared ? three * three : three;
            d += squared ? four * four : four;
        }
        for (; i < values.length; i++) {
            double one = values[i] - less;
            a += squared ? one * one : one;
        }
        return a + b + c + d;
    }

    private static List<Spike> atWidth(double[] sums, int from, int width, double n, double s) {
        List<Spike> found = new ArrayList<>();
        double mean = mean(sums);
        double deviation = Math.sqrt(powers(sums, mean, true) / sums.length);
        if (deviation == 0) {
            return found;
        }
        double high = Math.max(mean + n * deviation, width == 1 ? 0 : MIN_RATIO_TO_MEAN * mean);
        double low = mean + s * deviation;
        double enough = Math.log(CORRELATIONS_OF_ONE_FALSE_SPIKE * sums.length);
        int best = -1;
        double valley = 0;
        for (int t = from; t <= sums.length; t++) {
            boolean isOver = t == sums.length || sums[t] < low;
            if (best >= 0 && (isOver || isApart(sums[best], valley, sums[t], enough))) {
                double evidence = evidence(sums[best], mean);
                if (evidence >= enough) {
                    found.add(new Spike(best, width, sums[best] - mean, best, evidence, false));
                }
                best = -1;
            }
            if (!isOver && sums[t] >= high && (best < 0 || sums[t] > sums[best])) {
                best = t;
                valley = sums[t];
            } else if (!isOver) {
                valley = Math.min(valley, sums[t]);
            }
        }
        return markedApart(found, sums, enough);
    }

    private static List<Spike> markedApart(List<Spike> found, double[] sums, double enough) {
        boolean[] isApart = new boolean[found.size()];
        for (int x = 1; x < isApart.length; x++) {
            int from = found.get(x - 1).first;
            int to = found.get(x).first;
            double valley = Arrays.stream(sums, from, to).min().orElse(0);
            if (isApart(sums[from], valley, sums[to], enough)) {
                isApart[x - 1] = true;
                isApart[x] = true;
            }
        }
        List<Spike> marked = new ArrayList<>();
        for (Spike spike : found) {
            marked.add(spike.withApart(isApart[marked.size()]));
        }
        return marked;
    }

    /**
     * Whether a run that never falls below S is two spikes: both say against the least between them what a spike says
     * against the mean. The more messages, the higher is what lies between two true delays.
     */
    private static boolean isApart(double one, double valley, double other, double enough) {
        double lower = Math.min(one, other);
        return lower >= MIN_RATIO_TO_MEAN * valley && evidence(lower, Math.max(1, valley)) >= enough;
    }

    /** Log of the likelihood ratio of so many against what chance has in the mean. */
    private static double evidence(double count, double mean) {
        return count * Math.log(count / mean) - (count - mean);
    }
}

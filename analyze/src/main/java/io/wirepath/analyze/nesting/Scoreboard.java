package io.wirepath.analyze.nesting;

import java.util.Arrays;
import org.agrona.collections.Long2LongHashMap;

/**
 * How common each delay between a call and a call nested in it is (Project 5 §5.1.1.2): a histogram for each triple of
 * nodes A→B→C, over bins of {@code log_1.05} of the delay.
 */
final class Scoreboard {

    /** Bins of nanoseconds from 1 to about four hours. */
    static final int BINS = 620;

    private static final double LOG_BASE = Math.log(1.05);
    private static final long UNKNOWN = -1;
    /** Beyond this many standard deviations the Gaussian is nothing. */
    private static final int REACH = 4;

    private final Long2LongHashMap numbers = new Long2LongHashMap(UNKNOWN);
    private final int nodes;
    private double[][] histogram = new double[16][];

    Scoreboard(int nodes) {
        this.nodes = nodes;
    }

    /** Bin of a delay; a delay of none or less, which only clocks can produce, shares the first. */
    static int bin(long delayNanos) {
        return delayNanos <= 1 ? 0 : Math.min(BINS - 1, (int) (Math.log((double) delayNanos) / LOG_BASE));
    }

    /** Number of the histogram of a triple of nodes. */
    int triple(int a, int b, int c) {
        long key = ((long) a * nodes + b) * nodes + c;
        long known = numbers.get(key);
        if (known != UNKNOWN) {
            return (int) known;
        }
        int number = numbers.size();
        numbers.put(key, number);
        if (number == histogram.length) {
            histogram = Arrays.copyOf(histogram, number * 2);
        }
        histogram[number] = new double[BINS];
        return number;
    }

    void add(int triple, int bin, double weight) {
        histogram[triple][bin] += weight;
    }

    double score(int triple, int bin) {
        return histogram[triple][bin];
    }

    /** Convolves every histogram with a Gaussian of this standard deviation in bins. */
    void smooth(double bins) {
        int reach = (int) Math.ceil(REACH * bins);
        double[] kernel = new double[2 * reach + 1];
        double sum = 0;
        for (int k = -reach; k <= reach; k++) {
            kernel[k + reach] = Math.exp(-0.5 * (k / bins) * (k / bins));
            sum += kernel[k + reach];
        }
        for (int t = 0; t < numbers.size(); t++) {
            double[] smoothed = new double[BINS];
            for (int b = 0; b < BINS; b++) {
                for (int k = Math.max(-reach, -b); k <= Math.min(reach, BINS - 1 - b); k++) {
                    smoothed[b] += histogram[t][b + k] * kernel[k + reach] / sum;
                }
            }
            histogram[t] = smoothed;
        }
    }
}

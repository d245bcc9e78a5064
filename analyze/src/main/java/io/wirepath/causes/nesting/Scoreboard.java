package io.wirepath.causes.nesting;

import io.wirepath.causes.KeyNumbers;
import java.util.Arrays;

/**
 * How common each delay between a call and a call nested in it is (Project 5 §5.1.1.2): a histogram for each triple of
 * nodes A→B→C, over the {@link DelayBins}.
 *
 * <p>A <em>cell</em> is one bin of one histogram, in one number.
 */
final class Scoreboard {

    private static final int BIN_BITS = 10;
    private static final int BIN_MASK = (1 << BIN_BITS) - 1;
    /** Beyond this many standard deviations the Gaussian is nothing. */
    private static final int REACH = 4;

    private final KeyNumbers triples = new KeyNumbers();
    private double[][] histogram = new double[16][];

    /**
     * Number of the cell of a nesting.
     *
     * @param above number of the link A→B
     * @param link number of the link B→C
     */
    int cell(int above, int link, long delayNanos) {
        int known = triples.size();
        int triple = triples.of(KeyNumbers.pair(above, link));
        if (triple == known) {
            if (triple == histogram.length) {
                histogram = Arrays.copyOf(histogram, triple * 2);
            }
            histogram[triple] = new double[DelayBins.COUNT];
        }
        return triple << BIN_BITS | DelayBins.of(delayNanos);
    }

    void add(int cell, double weight) {
        histogram[cell >>> BIN_BITS][cell & BIN_MASK] += weight;
    }

    double score(int cell) {
        return histogram[cell >>> BIN_BITS][cell & BIN_MASK];
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
        for (int t = 0; t < triples.size(); t++) {
            double[] smoothed = new double[DelayBins.COUNT];
            for (int b = 0; b < smoothed.length; b++) {
                for (int k = Math.max(-reach, -b); k <= Math.min(reach, smoothed.length - 1 - b); k++) {
                    smoothed[b] += histogram[t][b + k] * kernel[k + reach] / sum;
                }
            }
            histogram[t] = smoothed;
        }
    }
}

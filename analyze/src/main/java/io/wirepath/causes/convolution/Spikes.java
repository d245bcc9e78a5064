package io.wirepath.causes.convolution;

import java.util.Arrays;

/**
 * Finds the spikes of a correlation (Project 5 §5.2): points N standard deviations above the mean; between two spikes
 * the correlation falls below S, and of all points of a spike the largest stands for it.
 */
final class Spikes {

    private Spikes() {}

    /** Positions of the spikes from {@code from} on, in rising order. */
    static int[] find(double[] correlation, int from, double spikeDeviations, double valleyDeviations) {
        double mean = Arrays.stream(correlation).average().orElse(0);
        double squares = 0;
        for (double c : correlation) {
            squares += (c - mean) * (c - mean);
        }
        double deviation = Math.sqrt(squares / Math.max(1, correlation.length));
        if (deviation == 0) {
            return new int[0];
        }
        double high = mean + spikeDeviations * deviation;
        double low = mean + valleyDeviations * deviation;
        int[] found = new int[correlation.length];
        int count = 0;
        int best = -1;
        for (int t = from; t < correlation.length; t++) {
            if (correlation[t] < low) {
                count += best >= 0 ? 1 : 0;
                best = -1;
            } else if (correlation[t] >= high && (best < 0 || correlation[t] > correlation[best])) {
                best = t;
                found[count] = best;
            }
        }
        return Arrays.copyOf(found, count + (best >= 0 ? 1 : 0));
    }
}

package io.wirepath.causes.fanin;

import java.util.Arrays;

/**
 * Density of times between two events that may come in either order: bins of a fifth of an octave on both sides of
 * zero, each estimate taken over the smallest stretch of bins around it that holds enough samples.
 *
 * <pre>
 *  … −2 µs │ −1 µs │ below 1 µs │ 1 µs │ 2 µs …        to about 20 minutes on either side
 * </pre>
 */
final class GapHistogram {

    private static final int BINS_AN_OCTAVE = 5;
    private static final int OCTAVES = 30;
    private static final int HALF = BINS_AN_OCTAVE * OCTAVES;
    static final int BINS = 2 * HALF + 1;
    private static final double NANOS_A_TICK = 1000;
    private static final int ENOUGH = 16;
    private static final int WIDEST = 3 * BINS_AN_OCTAVE;
    private static final double[] EDGE = edges();

    private final int[] count = new int[BINS];
    private int samples;
    private double[] density = {};

    /** Lower edges of all bins in ticks, and the upper edge of the last. */
    private static double[] edges() {
        double[] edge = new double[BINS + 1];
        for (int x = 0; x <= HALF; x++) {
            double ticks = Math.pow(2, (double) x / BINS_AN_OCTAVE);
            edge[HALF + 1 + x] = ticks;
            edge[HALF - x] = -ticks;
        }
        return edge;
    }

    static int bin(long nanos) {
        double ticks = Math.abs(nanos) / NANOS_A_TICK;
        if (ticks < 1) {
            return HALF;
        }
        int away = 1 + Math.min(HALF - 1, (int) (BINS_AN_OCTAVE * Math.log(ticks) / Math.log(2)));
        return nanos < 0 ? HALF - away : HALF + away;
    }

    void add(int bin) {
        count[bin]++;
        samples++;
    }

    int samples() {
        return samples;
    }

    /** What a histogram of one sample or none tells: nothing, evenly over the logarithm of the time. */
    static double flat(int bin) {
        return 1 / (BINS * (EDGE[bin + 1] - EDGE[bin]));
    }

    /** Density at a bin, per tick of a microsecond; zero where there are no samples. */
    double density(int bin) {
        if (density.length == 0) {
            density = smoothed();
        }
        return density[bin];
    }

    private double[] smoothed() {
        int[] upTo = new int[BINS + 1];
        for (int b = 0; b < BINS; b++) {
            upTo[b + 1] = upTo[b] + count[b];
        }
        double[] raw = new double[BINS];
        double mass = 0;
        for (int b = 0; b < BINS; b++) {
            int reach = 0;
            while (reach < WIDEST && held(upTo, b, reach) < ENOUGH) {
                reach++;
            }
            double width = EDGE[Math.min(BINS, b + reach + 1)] - EDGE[Math.max(0, b - reach)];
            raw[b] = held(upTo, b, reach) / width;
            mass += raw[b] * (EDGE[b + 1] - EDGE[b]);
        }
        double scale = mass == 0 ? 0 : 1 / mass;
        return Arrays.stream(raw).map(own -> own * scale).toArray();
    }

    private static int held(int[] upTo, int bin, int reach) {
        return upTo[Math.min(BINS, bin + reach + 1)] - upTo[Math.max(0, bin - reach)];
    }
}

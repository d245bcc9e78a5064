package io.wirepath.analyze.compare;

/**
 * How far a difference of two runs varies, as their blocks of time show it. Each block's deviation from its run is one
 * observation, and so are sums over 2 and 4 neighbours: requests near each other are slow together, and the greatest of
 * these variances counts (batch means). A cluster-robust estimate, as of Liang and Zeger (1986), clusters being
 * stretches of time.
 *
 * @param variance of the difference
 * @param freedom degrees of freedom that it was estimated with, at least 1
 */
record BlockVariance(double variance, double freedom) {

    private static final int[] SCALES = {1, 2, 4};

    /**
     * Estimates.
     *
     * @param before the deviation of each block of the one run, in units of the difference
     * @param after those of the other run
     * @param least variance that independent observations would have
     */
    static BlockVariance of(double[] before, double[] after, double least) {
        double most = 0;
        double single = 0;
        int blocks = 0;
        for (int scale : SCALES) {
            double variance = 0;
            for (double[] run : new double[][] {before, after}) {
                variance += variance(run, scale);
            }
            if (scale == 1) {
                single = Math.max(variance, least);
                blocks = used(before) + used(after);
            }
            most = Math.max(most, variance);
        }
        double variance = Math.max(most, least);
        double alike = single == 0 ? 1 : variance / single;
        return new BlockVariance(variance, Math.max(1, blocks / alike - 2));
    }

    /** Sum of the squares of overlapping sums of so many neighbours. */
    private static double variance(double[] run, int scale) {
        if (used(run) < 2) {
            return 0;
        }
        double squares = 0;
        double sum = 0;
        int sums = 0;
        for (int i = 0; i < run.length; i++) {
            sum += run[i] - (i >= scale ? run[i - scale] : 0);
            if (i >= scale - 1) {
                squares += sum * sum;
                sums++;
            }
        }
        double used = used(run);
        return squares / sums / scale * run.length * used / (used - 1);
    }

    private static int used(double[] run) {
        int used = 0;
        for (double own : run) {
            used += own == 0 ? 0 : 1;
        }
        return used;
    }
}

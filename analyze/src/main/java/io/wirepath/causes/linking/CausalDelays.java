package io.wirepath.causes.linking;

import io.wirepath.causes.LinkTable;

/**
 * The mean causal delay d of each pair B→C: how long B waits before it sends to C (WAP5 §5.1 step 1).
 *
 * <p>No mean is taken as less than {@value #MIN_NANOS} ns, the resolution of most capture clocks.
 */
final class CausalDelays {

    /** Shortest mean: below it differences are those of the clock. */
    static final double MIN_NANOS = 1000;

    private final double[] meanNanos;

    private CausalDelays(double[] sumNanos, double[] weight) {
        meanNanos = new double[sumNanos.length];
        for (int pair = 0; pair < sumNanos.length; pair++) {
            meanNanos[pair] = weight[pair] == 0 ? Double.NaN : Math.max(MIN_NANOS, sumNanos[pair] / weight[pair]);
        }
    }

    /** Mean of the delays since the latest message before each, of those not longer than x. */
    static CausalDelays ofLatestParents(Arrivals arrivals, int messages, long maxDelayNanos) {
        double[] sum = new double[arrivals.pairCount()];
        double[] weight = new double[sum.length];
        for (int child = 0; child < messages; child++) {
            int at = arrivals.end(child) - 1;
            while (at >= arrivals.begin(child) && !arrivals.mayCause(at, child)) {
                at--;
            }
            if (at >= arrivals.begin(child) && arrivals.delayNanos(at, child) <= maxDelayNanos) {
                sum[arrivals.pair(child)] += arrivals.delayNanos(at, child);
                weight[arrivals.pair(child)]++;
            }
        }
        return new CausalDelays(sum, weight);
    }

    /** Mean of the delays of these links, each weighted by its probability; where there are none, as before. */
    CausalDelays again(Arrivals arrivals, LinkTable links) {
        double[] sum = new double[meanNanos.length];
        double[] weight = new double[meanNanos.length];
        for (int child = 0; child < links.size(); child++) {
            int pair = arrivals.pair(child);
            int link = links.first(child);
            for (int at = arrivals.end(child) - 1; at >= arrivals.begin(child) && link < links.end(child); at--) {
                if (arrivals.row(at) == links.parent(link)) {
                    sum[pair] += links.probability(link) * arrivals.delayNanos(at, child);
                    weight[pair] += links.probability(link);
                    link++;
                }
            }
        }
        for (int pair = 0; pair < weight.length; pair++) {
            if (weight[pair] == 0 && !Double.isNaN(meanNanos[pair])) {
                sum[pair] = meanNanos[pair];
                weight[pair] = 1;
            }
        }
        return new CausalDelays(sum, weight);
    }

    /** Mean delay of this pair in nanoseconds, or NaN where no message of it had one before. */
    double meanNanos(int pair) {
        return meanNanos[pair];
    }
}

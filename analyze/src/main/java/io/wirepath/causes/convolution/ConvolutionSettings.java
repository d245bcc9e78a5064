package io.wirepath.causes.convolution;

/**
 * What shapes the convolution algorithm (Project 5 §5.2).
 *
 * @param quantumNanos µ: width of a step of the indicator functions
 * @param spikeDeviations N: a spike stands this many standard deviations above the mean
 * @param valleyDeviations S: between two spikes the correlation falls below this many
 * @param toleranceNanos v: how far the delay of a message may be from the spike's
 * @param maxDelayNanos longest delay that is looked for
 * @param maxVisits how often a path may use one directed edge
 * @param maxDepth edges of a path at most
 * @param maxVertices vertices of one graph at most
 * @param leastShare messages of an edge at least, as a share of those of the edge before; fewer are noise
 */
public record ConvolutionSettings(
        long quantumNanos,
        double spikeDeviations,
        double valleyDeviations,
        long toleranceNanos,
        long maxDelayNanos,
        int maxVisits,
        int maxDepth,
        int maxVertices,
        double leastShare) {

    private static final long MILLI = 1_000_000L;

    /** Shifts are arrays, and so are sums over them. */
    private static final long MAX_SHIFTS = 1 << 22;

    /** Refuses settings that make no sense. */
    public ConvolutionSettings {
        if (quantumNanos <= 0 || toleranceNanos < 0 || maxDelayNanos < quantumNanos) {
            throw new IllegalArgumentException(
                    "the quantum must be positive, the tolerance not negative, and the longest delay at least a"
                            + " quantum");
        }
        if (maxDelayNanos / quantumNanos > MAX_SHIFTS) {
            throw new IllegalArgumentException("the longest delay has more than " + MAX_SHIFTS
                    + " quanta; take a longer quantum or a shorter delay");
        }
        if (!(valleyDeviations <= spikeDeviations)) {
            throw new IllegalArgumentException("S must not be larger than N");
        }
    }

    /** N = 4 and S = 3 as in the paper; µ = 1 ms, v = 2 ms, delays up to 1 s. */
    public static ConvolutionSettings defaults() {
        return new ConvolutionSettings(MILLI, 4, 3, 2 * MILLI, 1000 * MILLI, 3, 32, 2000, 0.05);
    }
}

package io.wirepath.analyze.delay;

/**
 * How long something took, each sample weighted by its probability (WAP5 §5.2). A monoid:
 * {@link #add(DelayDistribution)}.
 *
 * <p>Values are nanoseconds from 0 to {@value #MAX_NANOS}, kept to two significant digits (means are exact); negative
 * delays, which only clocks can produce, are kept as 0 and counted by {@link #negativeWeight}. Not thread-safe while it
 * is filled.
 */
public final class DelayDistribution {

    /** Longest delay kept apart: one hour. */
    public static final long MAX_NANOS = 3_600_000_000_000L;

    /** A weight of one is this many counts. */
    private static final double COUNTS_PER_WEIGHT = 1000;

    private final DelayCounts counts = new DelayCounts();
    private double weight;
    private double sumNanos;
    private double sumSquares;
    private double negativeWeight;
    private long samples;

    /**
     * Adds a sample.
     *
     * @param nanos the delay
     * @param sampleWeight probability that it is real, 0 to 1
     */
    public void add(long nanos, double sampleWeight) {
        long kept = Math.min(Math.max(nanos, 0), MAX_NANOS);
        if (nanos < 0) {
            negativeWeight += sampleWeight;
        }
        counts.add(kept, Math.round(sampleWeight * COUNTS_PER_WEIGHT));
        weight += sampleWeight;
        sumNanos += sampleWeight * kept;
        sumSquares += sampleWeight * kept * kept;
        samples++;
    }

    /** Adds all samples of another distribution. */
    public void add(DelayDistribution other) {
        counts.add(other.counts);
        weight += other.weight;
        sumNanos += other.sumNanos;
        sumSquares += other.sumSquares;
        negativeWeight += other.negativeWeight;
        samples += other.samples;
    }

    /** These and others together. */
    public DelayDistribution plus(DelayDistribution other) {
        DelayDistribution sum = new DelayDistribution();
        sum.add(this);
        sum.add(other);
        return sum;
    }

    /** This one as it is kept; an empty one takes what stands there. */
    public DelayDistribution keep(KeptForm form) {
        samples = form.whole(samples);
        if (samples != 0) {
            weight = form.number(weight);
            sumNanos = form.number(sumNanos);
            sumSquares = form.number(sumSquares);
            negativeWeight = form.number(negativeWeight);
            counts.keep(form);
        }
        return this;
    }

    /** Number of samples, whatever their weights. */
    public long samples() {
        return samples;
    }

    /** Sum of the weights: the expected number of real samples. */
    public double weight() {
        return weight;
    }

    /** Weight of the samples that were negative, and kept as 0. */
    public double negativeWeight() {
        return negativeWeight;
    }

    /** Weighted mean in nanoseconds; 0 when empty. */
    public double meanNanos() {
        return weight == 0 ? 0 : sumNanos / weight;
    }

    /** Weighted standard deviation in nanoseconds; 0 when empty. */
    public double deviationNanos() {
        if (weight == 0) {
            return 0;
        }
        double mean = meanNanos();
        return Math.sqrt(Math.max(0, sumSquares / weight - mean * mean));
    }

    /** The delay that {@code percentile} per cent of the weight does not exceed; 0 when empty. */
    public long percentileNanos(double percentile) {
        return counts.percentileNanos(percentile);
    }

    /** Share of the weight in {@code [fromNanos, toNanos)}. */
    public double share(long fromNanos, long toNanos) {
        boolean some = counts.total() > 0 && toNanos > fromNanos;
        return some ? (double) counts.between(fromNanos, toNanos) / counts.total() : 0;
    }
}

package io.wirepath.merge.result;

/**
 * How far one clock is ahead of another, as a straight line over a stretch of time.
 *
 * @param fromNanos where the stretch begins
 * @param toNanos where it ends
 * @param atNanos the moment for which {@code offsetNanos} holds
 * @param offsetNanos how far the clock is ahead at that moment
 * @param offsetUncertaintyNanos half-width of what the offset can be
 * @param skew how fast it gains: nanoseconds per nanosecond
 * @param skewUncertainty half-width of what the skew can be
 */
public record ClockLine(
        long fromNanos,
        long toNanos,
        long atNanos,
        double offsetNanos,
        double offsetUncertaintyNanos,
        double skew,
        double skewUncertainty) {

    /** The offset at a moment. */
    public double offsetAt(long nanos) {
        return offsetNanos + skew * (nanos - atNanos);
    }

    /** Half-width of what the offset can be at a moment. */
    public double uncertaintyAt(long nanos) {
        return offsetUncertaintyNanos + skewUncertainty * Math.abs((double) (nanos - atNanos));
    }
}

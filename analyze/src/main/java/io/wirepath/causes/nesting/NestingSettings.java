package io.wirepath.causes.nesting;

/**
 * What shapes the nesting algorithm (Project 5 §5.1.1.3, §7.5.6).
 *
 * @param overlapPenalty x: how strongly a parent is shunned for calls that overlap this one
 * @param samePenalty y: the same for calls to the same callee
 * @param childPenalty z: the same for any calls
 * @param smoothingBins standard deviation of the Gaussian that smooths each histogram, in bins; 0 for none
 * @param skewWindowNanos how far clocks may disagree when nesting is judged
 */
public record NestingSettings(
        double overlapPenalty, double samePenalty, double childPenalty, double smoothingBins, long skewWindowNanos) {

    /** Refuses settings that make no sense. */
    public NestingSettings {
        if (!(smoothingBins >= 0) || skewWindowNanos < 0) {
            throw new IllegalArgumentException("neither smoothing nor the skew window can be negative");
        }
    }

    /** The paper's: x = 2, y = z = 0, neither smoothing nor a skew window. */
    public static NestingSettings defaults() {
        return new NestingSettings(2, 0, 0, 0, 0);
    }

    /** The same with other penalties. */
    public NestingSettings withPenalties(double overlap, double same, double any) {
        return new NestingSettings(overlap, same, any, smoothingBins, skewWindowNanos);
    }

    /** The same, made ready for clocks that disagree by up to this much. */
    public NestingSettings withSkew(double bins, long windowNanos) {
        return new NestingSettings(overlapPenalty, samePenalty, childPenalty, bins, windowNanos);
    }
}

package io.wirepath.causes;

/**
 * What shapes path instances, patterns and findings, whatever the causal algorithm.
 *
 * @param tryBothBits links of one tree for which both answers are tried, so that a tree gives at most 2 to the power
 *     of this many instances (k of WAP5 §5.1 step 3)
 * @param surelyFalse a link of at most this probability is left out, unless it is the most likely one of its child
 * @param surelyTrue a link of at least this probability is taken
 * @param maxPathMessages messages of one path instance; what a longer one would hold beyond is left out
 * @param maxPatterns patterns by role that are described, those with the highest expected count
 * @param maxMembers patterns by node described within each
 * @param fixedPortPeers a port of unknown use is fixed when it talks to at least this many other ports
 * @param intervalNanos width of the intervals of time series; 0 to choose it from the data
 */
public record AnalysisSettings(
        int tryBothBits,
        double surelyFalse,
        double surelyTrue,
        int maxPathMessages,
        int maxPatterns,
        int maxMembers,
        int fixedPortPeers,
        long intervalNanos) {

    /** As many patterns may be described: each holds some kilobytes, and findings compare them. */
    public static final int MAX_PATTERNS = 10_000;

    /** Refuses settings that make no sense. */
    public AnalysisSettings {
        if (maxPatterns < 1 || maxPatterns > MAX_PATTERNS) {
            throw new IllegalArgumentException("of patterns, 1 to " + MAX_PATTERNS + " may be described");
        }
        if (tryBothBits < 0 || tryBothBits > 16 || !(surelyFalse < surelyTrue) || maxPathMessages < 1) {
            throw new IllegalArgumentException("paths need 0 to 16 try-both bits, a lower bound below the upper one"
                    + " and room for at least one message");
        }
    }

    /** The values that the manual documents. */
    public static AnalysisSettings defaults() {
        return new AnalysisSettings(4, 0.35, 0.65, 256, 100, 10, 4, 0);
    }

    /** The same with another bound on try-both links. */
    public AnalysisSettings withTryBothBits(int bits) {
        return new AnalysisSettings(
                bits, surelyFalse, surelyTrue, maxPathMessages, maxPatterns, maxMembers, fixedPortPeers, intervalNanos);
    }

    /** The same with another bound on patterns by role that are described. */
    public AnalysisSettings withMaxPatterns(int most) {
        return new AnalysisSettings(
                tryBothBits, surelyFalse, surelyTrue, maxPathMessages, most, maxMembers, fixedPortPeers, intervalNanos);
    }

    /** The same with intervals of this width, ns. */
    public AnalysisSettings withIntervalNanos(long nanos) {
        return new AnalysisSettings(
                tryBothBits, surelyFalse, surelyTrue, maxPathMessages, maxPatterns, maxMembers, fixedPortPeers, nanos);
    }
}

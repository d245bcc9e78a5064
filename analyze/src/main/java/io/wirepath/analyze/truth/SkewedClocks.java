package io.wirepath.analyze.truth;

import java.util.Map;

/**
 * Clocks that are wrong, a node each (Project 5 §7.5.6): a clock shows t + offset + skew · (t − origin).
 *
 * @param originNanos when the skew begins to count
 * @param errors the wrong clocks by name of the node; all others are right
 */
public record SkewedClocks(long originNanos, Map<String, ClockError> errors) {

    private static final double MILLION = 1e6;

    /**
     * The error of one clock.
     *
     * @param offsetNanos what it is ahead at the origin
     * @param skewPpm what it gains, in parts per million
     */
    public record ClockError(long offsetNanos, double skewPpm) {

        /** What this clock shows. */
        public long read(long trueNanos, long originNanos) {
            return trueNanos + offsetNanos + Math.round((trueNanos - originNanos) * skewPpm / MILLION);
        }
    }

    /** Keeps its own copy. */
    public SkewedClocks {
        errors = Map.copyOf(errors);
    }

    /** All clocks right. */
    public static SkewedClocks none() {
        return new SkewedClocks(0, Map.of());
    }

    /** What the clock of this node shows. */
    public long read(String node, long trueNanos) {
        ClockError error = errors.get(node);
        return error == null ? trueNanos : error.read(trueNanos, originNanos);
    }
}

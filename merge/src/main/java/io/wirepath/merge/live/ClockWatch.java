package io.wirepath.merge.live;

/**
 * Notices that a sniffer's clock was set by much: its progress, which comes every second, goes back or leaps ahead. Smaller
 * steps show in the common traffic, see {@link io.wirepath.merge.clock}.
 */
final class ClockWatch {

    /** Captures go back by some milliseconds now and then without a step. */
    private static final long BACK_NANOS = 1_000_000_000L;

    private static final long AHEAD_NANOS = 30_000_000_000L;

    private ClockWatch() {}

    /** Whether a sniffer's progress to this time of its clock can only be a step, or its clock is to be learnt anew anyway. */
    static boolean isStep(LiveSniffer sniffer, long captureNanos) {
        return isStep(sniffer, captureNanos, BACK_NANOS);
    }

    /**
     * The same of a sighting's last byte, which tells of leaps ahead alone: whoever sends a stream with holes makes bytes wait, and
     * their sighting is of long ago then. That a clock was set back is told by the progress.
     */
    static boolean isStepOfSighting(LiveSniffer sniffer, long lastByteNanos) {
        return isStep(sniffer, lastByteNanos, Long.MAX_VALUE);
    }

    private static boolean isStep(LiveSniffer sniffer, long nanos, long backNanos) {
        if (!sniffer.hasProgress()) {
            return false;
        }
        long by = nanos - sniffer.progressNanos;
        return by < -backNanos || by > AHEAD_NANOS && !sniffer.interrupted;
    }
}

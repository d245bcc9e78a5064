package io.wirepath.merge.live;

/**
 * Notices that a sniffer's clock was set by much: its progress, which comes every second, goes back or leaps ahead.
 * Smaller steps show in the common traffic, see {@link io.wirepath.merge.clock}.
 */
final class ClockWatch {

    /** Captures go back by some milliseconds now and then without a step. */
    private static final long BACK_NANOS = 1_000_000_000L;

    /** No sighting is complete so long after its last byte. */
    private static final long SIGHTING_BACK_NANOS = 120_000_000_000L;

    private static final long AHEAD_NANOS = 30_000_000_000L;

    private ClockWatch() {}

    /**
     * Whether a sniffer's progress to this time of its clock can only be a step, or its clock is to be learnt again
     * anyway.
     */
    static boolean isStep(LiveSniffer sniffer, long captureNanos) {
        return isStep(sniffer, captureNanos, BACK_NANOS);
    }

    /**
     * The same of a sighting's last byte. Progress may be kept from going back, so that sightings tell of a clock that
     * was set back first. Not of a sniffer that is alone, whose clock is compared with no other: who paces a
     * stream with holes makes its bytes wait, and their sighting is of long ago then.
     */
    static boolean isStepOfSighting(LiveSniffer sniffer, long lastByteNanos, boolean isAlone) {
        return isStep(sniffer, lastByteNanos, isAlone ? Long.MAX_VALUE : SIGHTING_BACK_NANOS);
    }

    private static boolean isStep(LiveSniffer sniffer, long nanos, long backNanos) {
        if (!sniffer.hasProgress()) {
            return false;
        }
        long by = nanos - sniffer.progressNanos;
        return by < -backNanos || by > AHEAD_NANOS && !sniffer.interrupted;
    }
}

package io.wirepath.flows.tcp;

/**
 * The clock that one end of a connection writes into its segments, and that the other end echoes (RFC 7323 §3): tells
 * when a segment left of which only the echo was captured.
 *
 * <pre>
 *   value    7    7    8       9           the clock of most systems has milliseconds; a segment is captured some
 *   seen    .1   .4   .3      .2           time after its value was read, the least such time of late says when
 * </pre>
 *
 * A clock that goes faster or slower than that is noticed, and tells nothing. Not thread-safe.
 */
final class TimestampClock {

    /** What {@link #timeOf} gives where nothing is known. */
    static final long UNKNOWN = Long.MIN_VALUE;

    private static final long TICK_NANOS = 1_000_000;

    /** The least time is looked for in so long, so that a drift between the clocks does no harm. */
    private static final long WINDOW_NANOS = 2_000_000_000;

    /** A segment that is captured so much later than others was not written by a clock of milliseconds. */
    private static final long MAX_NANOS = 100_000_000;

    private boolean started;
    private boolean odd;
    private int base;
    private long windowNanos;
    private long least;
    private long leastBefore;

    void reset() {
        started = false;
        odd = false;
    }

    /** A segment with this value was captured now. */
    void sees(int value, long timeNanos) {
        if (!started) {
            started = true;
            base = value;
            windowNanos = timeNanos;
            least = timeNanos;
            leastBefore = timeNanos;
            return;
        }
        long sent = timeNanos - (value - base) * TICK_NANOS;
        odd |= Math.abs(sent - leastBefore) > MAX_NANOS;
        if (timeNanos - windowNanos > WINDOW_NANOS) {
            windowNanos = timeNanos;
            leastBefore = least;
            least = sent;
        }
        least = Math.min(least, sent);
    }

    /**
     * When a segment with this value was captured, or would have been, to a tick; {@link #UNKNOWN} if the clock does
     * not say.
     */
    long timeOf(int value) {
        return started && !odd ? (value - base) * TICK_NANOS + Math.min(least, leastBefore) + TICK_NANOS / 2 : UNKNOWN;
    }
}

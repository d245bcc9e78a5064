package io.wirepath.appliance.serve;

/**
 * How many messages of a window are analysed, so that no window takes longer than it lasts: as many as the last one
 * that took longer would have had, had it taken as long as it lasts. A window that has at least half as many, and takes
 * less than half of its time, shows that twice as many fit; a quiet one shows nothing, else who floods each third
 * minute has a window's time each time. So a flood of any kind costs one window its time, and those after it who sends
 * most ({@code SharedRoom}).
 */
final class TimeBudget {

    /** However long these take, a window has so many. */
    static final long MIN_MESSAGES = 1000;

    private long most = Long.MAX_VALUE;

    /** Messages that the next window may have. */
    long mostMessages() {
        return most;
    }

    /** A window of so many messages took this time. */
    void took(long messages, long nanos, long lastsNanos) {
        if (nanos > lastsNanos) {
            most = Math.max(MIN_MESSAGES, (long) (messages * ((double) lastsNanos / nanos)));
        } else if (nanos < lastsNanos / 2 && messages >= most / 2) {
            most = most > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * most;
        }
    }
}

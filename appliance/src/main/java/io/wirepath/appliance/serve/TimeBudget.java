package io.wirepath.appliance.serve;

/**
 * How many messages of a window are analysed, so that no window takes longer than it lasts: as many as the last one
 * that took longer would have had, had it taken as long as it lasts. While windows take less than half of their time it
 * is doubled, until there is no bound but that of memory. So a flood of any kind costs one window its time, and those
 * after it who sends most ({@code SharedRoom}).
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
        } else if (nanos < lastsNanos / 2) {
            most = most > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * most;
        }
    }
}

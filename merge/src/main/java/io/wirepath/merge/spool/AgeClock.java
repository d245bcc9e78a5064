package io.wirepath.merge.spool;

import java.util.concurrent.TimeUnit;

/**
 * The time of day by which what is kept becomes too old. It believes no jump at once: a clock that is set wrong for a
 * while must not delete what was written this week.
 *
 * <pre>
 *  wall   10:00 10:01 10:02 │ 5 days later 10:03 10:04 … 11:03
 *  this   10:00 10:01 10:02 │        10:02 10:03 10:04 … 11:02, then 5 days later: an hour without a further jump
 *                         jump
 * </pre>
 *
 * <p>A machine that was switched off for a week looks just like that; what is too old by then stays an hour longer.
 * Pure: the time is a parameter. Not thread-safe.
 */
public final class AgeClock {

    /** A step of this length between two calls is a jump, back or forth; calls come about once a second. */
    static final long JUMP_NANOS = TimeUnit.MINUTES.toNanos(10);

    /** After this time without a further jump the clock is believed. */
    static final long BELIEVED_AFTER_NANOS = TimeUnit.HOURS.toNanos(1);

    private static final long NEVER = Long.MIN_VALUE;

    private long lastNanos;
    private long doubtedNanos;
    private long steadyNanos;

    private AgeClock(long lastNanos) {
        this.lastNanos = lastNanos;
    }

    /** A clock that believes the first time that it is told. */
    public static AgeClock begin() {
        return new AgeClock(NEVER);
    }

    /** A clock that goes on from a time at which something was written. */
    static AgeClock from(long writtenNanos) {
        return new AgeClock(writtenNanos);
    }

    /**
     * What to take for the present.
     *
     * @param wallNanos what the clock of the machine shows, nanoseconds since the epoch
     * @return that, or less while it is in doubt
     */
    public long at(long wallNanos) {
        long step = lastNanos == NEVER ? 0 : wallNanos - lastNanos;
        lastNanos = wallNanos;
        if (Math.abs(step) > JUMP_NANOS) {
            // a jump that is taken back leaves nothing in doubt
            doubtedNanos = Math.max(0, doubtedNanos + step);
            steadyNanos = 0;
        } else {
            steadyNanos += step;
            if (steadyNanos >= BELIEVED_AFTER_NANOS) {
                doubtedNanos = 0;
            }
        }
        return wallNanos - doubtedNanos;
    }
}

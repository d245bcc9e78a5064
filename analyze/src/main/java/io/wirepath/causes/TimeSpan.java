package io.wirepath.causes;

/**
 * A stretch of time, with its beginning and without its end.
 *
 * @param fromNanos ns since the epoch
 * @param toNanos ns since the epoch, not before the beginning
 */
public record TimeSpan(long fromNanos, long toNanos) {

    /** All times. */
    public static final TimeSpan ALWAYS = new TimeSpan(Long.MIN_VALUE, Long.MAX_VALUE);

    /** Refuses an end before the beginning. */
    public TimeSpan {
        if (toNanos < fromNanos) {
            throw new IllegalArgumentException(
                    "a stretch of time ends before it begins: " + fromNanos + ", " + toNanos);
        }
    }

    /** Whether this moment lies within. */
    public boolean holds(long nanos) {
        return nanos >= fromNanos && nanos < toNanos;
    }

    /** Whether the message of this row began within. */
    public boolean holds(MessageTable messages, int row) {
        return holds(messages.timeNanos(row));
    }
}

package io.wirepath.causes;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * A stretch of time, with its beginning and without its end.
 *
 * @param fromNanos ns since the epoch
 * @param toNanos ns since the epoch, not before the beginning
 */
public record TimeSpan(long fromNanos, long toNanos) {

    /** All times. */
    public static final TimeSpan ALWAYS = new TimeSpan(Long.MIN_VALUE, Long.MAX_VALUE);

    private static final long SECOND = 1_000_000_000L;

    private static final Pattern NANOS = Pattern.compile("[0-9]+");

    /** Refuses an end before the beginning. */
    public TimeSpan {
        if (toNanos < fromNanos) {
            throw new IllegalArgumentException(
                    "a stretch of time ends before it begins: " + fromNanos + ", " + toNanos);
        }
    }

    /**
     * The moment that is written as {@code 2026-01-31T12:00:01.5Z}, in ns since the epoch.
     *
     * @throws IllegalArgumentException where it is none, or farther from the epoch than 292 years
     */
    public static long moment(String text) {
        try {
            Instant instant = Instant.parse(text);
            return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), SECOND), instant.getNano());
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException("'" + text + "' is not a time such as 2026-01-01T00:00:01.5Z", e);
        }
    }

    /** The same of a moment that may also be written in ns since the epoch. */
    public static long momentOrNanos(String text) {
        try {
            return NANOS.matcher(text).matches() ? Long.parseLong(text) : moment(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is too late a time, in ns since the epoch", e);
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

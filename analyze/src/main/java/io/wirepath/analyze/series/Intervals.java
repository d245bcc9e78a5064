package io.wirepath.analyze.series;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;

/**
 * Equal stretches of time that begin at whole multiples of their width since the epoch.
 *
 * @param widthNanos width of each, ns
 * @param firstNanos when the first begins, ns since the epoch
 * @param count how many there are
 */
public record Intervals(long widthNanos, long firstNanos, int count) {

    /** Intervals of the data's choice are at most so many. */
    public static final int MAX_CHOSEN = 120;

    /** Intervals of the user's choice are at most so many. */
    public static final int MAX = 10_000;

    private static final long MICRO = 1000;
    private static final long[] STEPS = {1, 2, 5};
    private static final long TEN = 10;

    /** Refuses a width that is not positive. */
    public Intervals {
        if (widthNanos < 1) {
            throw new IllegalArgumentException("an interval must be longer than nothing");
        }
    }

    /**
     * Intervals over the counted messages.
     *
     * @param wantedNanos width; 0 for the least of 1, 2, 5, 10 … that makes at most {@value #MAX_CHOSEN} intervals
     * @throws IllegalArgumentException where more than {@value #MAX} intervals would be needed
     */
    public static Intervals of(MessageTable messages, TimeSpan counted, long wantedNanos) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (int row = 0; row < messages.size(); row++) {
            if (counted.holds(messages, row)) {
                first = Math.min(first, messages.timeNanos(row));
                last = Math.max(last, messages.timeNanos(row));
            }
        }
        if (last < first) {
            return new Intervals(Math.max(1, wantedNanos), 0, 0);
        }
        long width = wantedNanos == 0 ? chosen(first, last) : wantedNanos;
        long number = number(first, last, width);
        if (number > MAX) {
            throw new IllegalArgumentException(
                    number + " intervals are more than " + MAX + "; choose a longer interval");
        }
        return new Intervals(width, Math.floorDiv(first, width) * width, (int) number);
    }

    private static long chosen(long first, long last) {
        for (long ten = MICRO; ; ten *= TEN) {
            for (long step : STEPS) {
                if (number(first, last, ten * step) <= MAX_CHOSEN) {
                    return ten * step;
                }
            }
        }
    }

    private static long number(long first, long last, long width) {
        return Math.floorDiv(last, width) - Math.floorDiv(first, width) + 1;
    }

    /** Number of the interval that holds this moment; it may lie before the first or after the last. */
    public int at(long nanos) {
        return (int) Math.floorDiv(nanos - firstNanos, widthNanos);
    }
}

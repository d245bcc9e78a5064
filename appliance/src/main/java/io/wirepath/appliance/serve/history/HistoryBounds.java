package io.wirepath.appliance.serve.history;

/**
 * How much is remembered.
 *
 * @param maxBytes on disk; the newest part is kept even where it alone takes more
 * @param maxAgeNanos before the newest
 */
public record HistoryBounds(long maxBytes, long maxAgeNanos) {

    private static final long DAY = 86_400_000_000_000L;

    /** Refuses bounds that keep nothing. */
    public HistoryBounds {
        if (maxBytes < 1 || maxAgeNanos < 1) {
            throw new IllegalArgumentException(
                    "a history needs room and time: " + maxBytes + " bytes, " + maxAgeNanos + " ns");
        }
    }

    /** 10 GiB and a week of messages. */
    public static HistoryBounds ofMessages() {
        return new HistoryBounds(10L << 30, 7 * DAY);
    }

    /** 1 GiB and two hours of what was given out. */
    public static HistoryBounds ofPast() {
        return new HistoryBounds(1L << 30, DAY / 12);
    }

    /** 2 GiB and a quarter of a year of reports. */
    public static HistoryBounds ofReports() {
        return new HistoryBounds(2L << 30, 92 * DAY);
    }

    /** A quarter of the room for as long: what is kept of calls beside their messages takes less than that. */
    public HistoryBounds quarter() {
        return new HistoryBounds(Math.max(1, maxBytes / 4), maxAgeNanos);
    }
}

package io.wirepath.appliance.serve.history;

import io.wirepath.causes.TimeSpan;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * What a window is called: when its core begins, and how many seconds it lasts, as in {@code 20261121T223000Z-60}.
 * Sorts by time.
 *
 * @param fromNanos beginning of the core, whole seconds in ns since the epoch
 * @param toNanos end of the core
 */
public record WindowId(long fromNanos, long toNanos) implements Comparable<WindowId> {

    private static final long SECOND = 1_000_000_000L;
    private static final DateTimeFormatter FORM =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    /** The name of the window with this core. */
    public static WindowId of(TimeSpan core) {
        return new WindowId(core.fromNanos(), core.toNanos());
    }

    /** Reads what {@link #toString} gave; empty for anything else. */
    public static Optional<WindowId> parse(String text) {
        int dash = text.indexOf('-');
        if (dash < 0) {
            return Optional.empty();
        }
        try {
            long from = FORM.parse(text.substring(0, dash), Instant::from).getEpochSecond() * SECOND;
            WindowId id = new WindowId(from, from + Integer.parseInt(text.substring(dash + 1)) * SECOND);
            return id.toString().equals(text) ? Optional.of(id) : Optional.empty();
        } catch (DateTimeParseException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    @Override
    public int compareTo(WindowId other) {
        return fromNanos != other.fromNanos
                ? Long.compare(fromNanos, other.fromNanos)
                : Long.compare(toNanos, other.toNanos);
    }

    @Override
    public String toString() {
        return instant(fromNanos) + '-' + (toNanos - fromNanos) / SECOND;
    }

    /** A moment as names of files and windows tell it, to the second. */
    public static String instant(long nanos) {
        return FORM.format(Instant.ofEpochSecond(Math.floorDiv(nanos, SECOND)));
    }
}

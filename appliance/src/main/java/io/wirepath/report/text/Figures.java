package io.wirepath.report.text;

import io.wirepath.flows.CountText;
import java.util.Locale;

/** Figures and names as a person reads them. */
public final class Figures {

    private static final double MICRO = 1e3;
    private static final double MILLI = 1e6;
    private static final double SECOND = 1e9;
    private static final double MINUTE = 60e9;
    private static final double HOUR = 60 * MINUTE;
    private static final double DAY = 24 * HOUR;

    private Figures() {}

    /** A time span in three significant digits, such as {@code 52.3 ms}; nanoseconds. */
    public static String time(double nanos) {
        double size = Math.abs(nanos);
        if (size < MICRO) {
            return significant(nanos) + " ns";
        }
        if (size < MILLI) {
            return significant(nanos / MICRO) + " µs";
        }
        if (size < SECOND) {
            return significant(nanos / MILLI) + " ms";
        }
        if (size < 2 * MINUTE) {
            return significant(nanos / SECOND) + " s";
        }
        if (size < 2 * HOUR) {
            return significant(nanos / MINUTE) + " min";
        }
        return size < 2 * DAY ? significant(nanos / HOUR) + " h" : significant(nanos / DAY) + " days";
    }

    /** A time span; nanoseconds. */
    public static String time(long nanos) {
        return time((double) nanos);
    }

    /** An expected count: whole from a hundred on, else with one decimal. */
    public static String expected(double count) {
        return count >= 100 ? CountText.of(Math.round(count)) : String.format(Locale.ROOT, "%.1f", count);
    }

    /** A probability with two decimals. */
    public static String probability(double p) {
        return String.format(Locale.ROOT, "%.2f", p);
    }

    /** A text with everything that could command a terminal replaced by {@code ?}: names come from packets. */
    public static String printable(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints()
                .forEach(c -> clean.appendCodePoint(
                        Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '?' : c));
        return clean.toString();
    }

    private static String significant(double value) {
        double size = Math.abs(value);
        if (size >= 99.95 || value == Math.rint(value) && size < 10) {
            return String.format(Locale.ROOT, "%.0f", value);
        }
        return String.format(Locale.ROOT, size >= 9.995 ? "%.1f" : "%.2f", value);
    }
}

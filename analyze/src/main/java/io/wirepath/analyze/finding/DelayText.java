package io.wirepath.analyze.finding;

import io.wirepath.flows.CountText;
import java.util.Locale;

/** Delays, shares and rates as a person says them: two significant digits, and a fitting unit. */
final class DelayText {

    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private DelayText() {}

    /** {@code 52 ms}, {@code 1.3 s}, {@code 450 µs}. */
    static String of(double nanos) {
        double size = Math.abs(nanos);
        if (size >= NANOS_PER_SECOND) {
            return digits(nanos / NANOS_PER_SECOND) + " s";
        }
        return size >= NANOS_PER_MILLI
                ? digits(nanos / NANOS_PER_MILLI) + " ms"
                : digits(nanos / NANOS_PER_MICRO) + " µs";
    }

    /** {@code 50 to 53 ms}; ends that look alike are told as about that much. */
    static String range(double from, double to) {
        String first = of(from);
        String last = of(to);
        if (first.equals(last)) {
            return "about " + first;
        }
        String unit = last.substring(last.indexOf(' '));
        return (first.endsWith(unit) ? first.substring(0, first.length() - unit.length()) : first) + " to " + last;
    }

    /** {@code 3.4 %}, {@code 52 %}, {@code 0 %} of nothing alone. */
    static String share(double share) {
        return (share == 0 ? "0" : digits(share * 100)) + " %";
    }

    /** {@code 0.82}, {@code 3.4}, {@code 230}: a rate, a ratio. */
    static String figure(double value) {
        return Math.abs(value) < 1 ? String.format(Locale.ROOT, "%.2f", value) : digits(value);
    }

    private static String digits(double value) {
        // from here on it rounds to 10, which has two digits without a point
        return Math.abs(value) < 9.95
                ? String.format(Locale.ROOT, "%.1f", value)
                : CountText.of((long) Math.rint(value));
    }
}

package io.wirepath.causes.explain;

import java.util.Locale;

/** Figures as explanations write them. */
public final class Words {

    private static final double MICRO = 1e3;
    private static final double MILLI = 1e6;
    private static final double SECOND = 1e9;
    private static final double PER_CENT = 100;

    private Words() {}

    /** A time, to three digits: {@code 1.24 ms}. */
    public static String duration(long exactNanos) {
        double nanos = (double) exactNanos;
        double size = Math.abs(nanos);
        if (size >= SECOND) {
            return String.format(Locale.ROOT, "%.3g s", nanos / SECOND);
        }
        return size >= MILLI
                ? String.format(Locale.ROOT, "%.3g ms", nanos / MILLI)
                : String.format(Locale.ROOT, "%.3g µs", nanos / MICRO);
    }

    /** A share: {@code 83 %}, {@code 0.4 %}, {@code below 0.01 %}. */
    public static String share(double share) {
        double percent = PER_CENT * share;
        if (percent < 0.01) {
            return "below 0.01 %";
        }
        return String.format(Locale.ROOT, percent >= 10 ? "%.0f %%" : "%.2g %%", percent);
    }
}

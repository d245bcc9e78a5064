package io.wirepath.appliance.config.binding;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A share in hundredths: {@code 25%}, {@code 0.1%}.
 *
 * @param hundredths 0 to 100
 */
public record Percent(double hundredths) implements Comparable<Percent> {

    /** All. */
    public static final Percent ALL = new Percent(100);

    private static final double MAX = 100;
    private static final Pattern FORM = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?) ?%");

    /** Refuses what is no share. */
    public Percent {
        if (!(hundredths >= 0 && hundredths <= MAX)) {
            throw new IllegalArgumentException("a share is 0% to 100%, not " + hundredths + "%");
        }
    }

    /**
     * Reads a share.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static Percent parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a percentage; write it like 25% or 0.5%");
        }
        double hundredths = Double.parseDouble(matcher.group(1));
        if (hundredths > MAX) {
            throw new IllegalArgumentException("'" + text + "' is more than all; write 0% to 100%");
        }
        return new Percent(hundredths);
    }

    /** As a fraction, 0 to 1. */
    public double fraction() {
        return hundredths / MAX;
    }

    @Override
    public int compareTo(Percent other) {
        return Double.compare(hundredths, other.hundredths);
    }

    @Override
    public String toString() {
        return BigDecimal.valueOf(hundredths).stripTrailingZeros().toPlainString() + "%";
    }
}

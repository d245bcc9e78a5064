package io.wirepath.imports;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;

/**
 * Times as traces write them. A number is bounded before it is spelled out: {@code 1e300000000} is ten characters, and
 * three hundred million digits.
 */
final class TraceTimes {

    private static final long SECOND = 1_000_000_000L;
    private static final int MAX_CHARACTERS = 64;

    /** Beyond it, the sum of two times would be beyond a long. */
    private static final long MAX_NANOS = Long.MAX_VALUE / 2;

    private static final String BEYOND = "beyond all times (1824 to 2115)";

    /** Digits before the point of a number of the smallest unit that is beyond all times. */
    private static final int MAX_DIGITS = 19;

    /** Zeros behind the point of a number of the largest unit, of which nothing is left in ns. */
    private static final int MAX_ZEROS = 18;

    /** A number whose thousands are parted by commas, as {@code 1,234.5}. */
    static final String GROUPED = "\\d{1,3}(?:,\\d{3})++(?:\\.\\d*+)?";

    private static final Pattern GROUPED_NUMBER = Pattern.compile("[-+]?" + GROUPED);
    private static final Pattern NUMBER =
            Pattern.compile("[-+]?(\\d++(\\.\\d*+)?|\\.\\d++)([eE][-+]?\\d++)?|" + GROUPED_NUMBER);

    private TraceTimes() {}

    /**
     * Reads a time since the epoch, in s, ms, µs or ns by its size, or {@code 2026-11-21T22:30:00.5Z}.
     *
     * @return ns since the epoch
     * @throws IllegalArgumentException when it is none
     */
    static long parse(String text) {
        if (!isNumber(text) && (text.indexOf('T') > 0 || text.indexOf('-') > 0)) {
            try {
                return of(OffsetDateTime.parse(text.replace(' ', 'T')).toInstant());
            } catch (DateTimeException e) {
                throw new IllegalArgumentException(
                        "'" + shown(text) + "' is not a time such as 2026-11-21T22:30:00Z", e);
            }
        }
        BigDecimal number = number(text);
        double size = Math.abs(number.doubleValue());
        return nanos(number, size >= 1e17 ? 1 : size >= 1e14 ? 1_000 : size >= 1e11 ? 1_000_000 : SECOND);
    }

    /** Whether a text is a number, whatever its size. */
    static boolean isNumber(String text) {
        return NUMBER.matcher(text).matches();
    }

    /**
     * A moment, in ns since the epoch.
     *
     * @throws IllegalArgumentException when it is too far from today
     */
    static long of(Instant moment) {
        try {
            return bounded(Math.addExact(Math.multiplyExact(moment.getEpochSecond(), SECOND), moment.getNano()));
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("'" + moment + "' is " + BEYOND, e);
        }
    }

    /**
     * The time that comes later than another by so much, or earlier.
     *
     * @throws IllegalArgumentException when it is too far from today
     */
    static long later(long nanos, long byNanos) {
        try {
            return bounded(Math.addExact(nanos, byNanos));
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("a duration of " + byNanos / SECOND + " s leads " + BEYOND, e);
        }
    }

    /** Reads a number of units of so many ns. */
    static long in(String text, long unitNanos) {
        return nanos(number(text), unitNanos);
    }

    private static BigDecimal number(String text) {
        String told = text.strip();
        String digits = GROUPED_NUMBER.matcher(told).matches() ? told.replace(",", "") : told;
        try {
            if (digits.length() <= MAX_CHARACTERS) {
                return new BigDecimal(digits);
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is no time", e);
        }
        throw new IllegalArgumentException("'" + shown(text) + "' is no time");
    }

    private static long nanos(BigDecimal number, long unitNanos) {
        long digitsBeforePoint = (long) number.precision() - number.scale();
        if (number.signum() == 0 || digitsBeforePoint < -MAX_ZEROS) {
            return 0;
        }
        try {
            if (digitsBeforePoint <= MAX_DIGITS) {
                return bounded(number.multiply(BigDecimal.valueOf(unitNanos))
                        .setScale(0, RoundingMode.HALF_EVEN)
                        .longValueExact());
            }
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("'" + number + "' is " + BEYOND, e);
        }
        throw new IllegalArgumentException("'" + number + "' is " + BEYOND);
    }

    private static long bounded(long nanos) {
        if (nanos > MAX_NANOS || nanos < -MAX_NANOS) {
            throw new ArithmeticException(BEYOND);
        }
        return nanos;
    }

    private static String shown(String text) {
        return text.length() <= MAX_CHARACTERS ? text : text.substring(0, MAX_CHARACTERS) + "…";
    }
}

package io.wirepath.imports;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;

/** Times as traces write them. */
final class TraceTimes {

    private static final long SECOND = 1_000_000_000L;

    private TraceTimes() {}

    /**
     * Reads a time since the epoch, in s, ms, µs or ns by its size, or {@code 2026-11-21T22:30:00.5Z}.
     *
     * @return ns since the epoch
     * @throws IllegalArgumentException when it is none
     */
    static long parse(String text) {
        if (text.indexOf('T') > 0 || text.indexOf('-') > 0) {
            try {
                Instant moment = OffsetDateTime.parse(text.replace(' ', 'T')).toInstant();
                return moment.getEpochSecond() * SECOND + moment.getNano();
            } catch (DateTimeException e) {
                throw new IllegalArgumentException("'" + text + "' is not a time such as 2026-11-21T22:30:00Z", e);
            }
        }
        BigDecimal number = number(text);
        double size = Math.abs(number.doubleValue());
        return nanos(number, size >= 1e17 ? 1 : size >= 1e14 ? 1_000 : size >= 1e11 ? 1_000_000 : SECOND);
    }

    /** Reads a number of units of so many ns. */
    static long in(String text, long unitNanos) {
        return nanos(number(text), unitNanos);
    }

    private static BigDecimal number(String text) {
        try {
            return new BigDecimal(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is no time", e);
        }
    }

    private static long nanos(BigDecimal number, long unitNanos) {
        try {
            return number.multiply(BigDecimal.valueOf(unitNanos))
                    .setScale(0, RoundingMode.HALF_EVEN)
                    .longValueExact();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("'" + number + "' is beyond all times", e);
        }
    }
}

package io.wirepath.appliance.command;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Moments as people write them, as nanoseconds since the epoch. */
public final class MomentConverter implements ITypeConverter<Long> {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    @Override
    public Long convert(String value) {
        try {
            if (!value.isEmpty() && value.chars().allMatch(Character::isDigit)) {
                return Long.parseLong(value);
            }
            Instant instant = Instant.parse(value);
            return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NANOS_PER_SECOND), instant.getNano());
        } catch (DateTimeParseException | NumberFormatException | ArithmeticException e) {
            throw new TypeConversionException(
                    "'" + value + "' is not a time; write a time such as 2026-11-21T22:30:00Z, or ns since the epoch");
        }
    }
}

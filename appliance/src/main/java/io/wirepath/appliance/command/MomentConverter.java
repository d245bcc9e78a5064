package io.wirepath.appliance.command;

import io.wirepath.causes.TimeSpan;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Moments as people write them, as nanoseconds since the epoch. */
public final class MomentConverter implements ITypeConverter<Long> {

    @Override
    public Long convert(String value) {
        try {
            return TimeSpan.momentOrNanos(value);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(
                    "'" + value + "' is not a time; write a time such as 2026-11-21T22:30:00Z, or ns since the epoch");
        }
    }
}

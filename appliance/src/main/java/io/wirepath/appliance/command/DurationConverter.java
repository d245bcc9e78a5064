package io.wirepath.appliance.command;

import io.wirepath.pipeline.DurationFormat;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Time spans as people write them: {@code 2s}, {@code 500ms}, {@code 1.5s}, {@code 250us}, {@code 10min}. */
public final class DurationConverter implements ITypeConverter<Duration> {

    @Override
    public Duration convert(String value) {
        try {
            return DurationFormat.parse(value);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}

package io.wirepath.appliance.command;

import io.wirepath.analyze.TimeSpan;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Which part of the time is looked at, and how finely. */
final class TimeOptions {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long LEAST_INTERVAL_NANOS = 1000;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            order = 5,
            converter = MomentConverter.class,
            description = "Leaves out messages before this moment: 2026-11-21T22:30:00Z, or ns since the epoch.")
    private @Nullable Long from;

    @Option(
            names = "--to",
            paramLabel = "TIME",
            order = 6,
            converter = MomentConverter.class,
            description = "Leaves out messages from this moment on.")
    private @Nullable Long to;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            order = 7,
            description = "Width of the intervals of time series, from 1us. Default: chosen from the data.")
    private @Nullable Duration interval;

    /** Moments as people write them. */
    static final class MomentConverter implements ITypeConverter<Long> {
        @Override
        public Long convert(String value) {
            try {
                if (!value.isEmpty() && value.chars().allMatch(Character::isDigit)) {
                    return Long.parseLong(value);
                }
                Instant instant = Instant.parse(value);
                return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NANOS_PER_SECOND), instant.getNano());
            } catch (DateTimeParseException | NumberFormatException | ArithmeticException e) {
                throw new TypeConversionException("'" + value
                        + "' is no moment; write a time such as 2026-11-21T22:30:00Z, or ns since the epoch");
            }
        }
    }

    /** The time that is looked at; refuses a beginning that is not before the end. */
    TimeSpan span() {
        long first = from == null ? TimeSpan.ALWAYS.fromNanos() : from;
        long end = to == null ? TimeSpan.ALWAYS.toNanos() : to;
        if (first >= end) {
            throw new ParameterException(
                    command.commandLine(),
                    "--from must be before --to: " + text(first) + " is not before " + text(end));
        }
        return new TimeSpan(first, end);
    }

    private static Instant text(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS_PER_SECOND), Math.floorMod(nanos, NANOS_PER_SECOND));
    }

    /** Width of the intervals, ns; 0 where the data choose. */
    long intervalNanos() {
        if (interval == null) {
            return 0;
        }
        Ranges.check(command, "--interval in ns", interval.toNanos(), LEAST_INTERVAL_NANOS, Long.MAX_VALUE);
        return interval.toNanos();
    }
}

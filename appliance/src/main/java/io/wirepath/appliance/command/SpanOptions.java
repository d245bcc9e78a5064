package io.wirepath.appliance.command;

import io.wirepath.causes.TimeSpan;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Which part of the time is looked at. */
final class SpanOptions {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

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

    /** The time that is looked at; refuses a beginning that is not before the end, as wrong usage of this verb. */
    TimeSpan span(CommandSpec command) {
        return span(command, "--from", from, "--to", to);
    }

    /** The time between two moments, either of which may be left out, by the names of their options. */
    static TimeSpan span(
            CommandSpec command, String nameOfFrom, @Nullable Long from, String nameOfTo, @Nullable Long to) {
        long first = from == null ? TimeSpan.ALWAYS.fromNanos() : from;
        long end = to == null ? TimeSpan.ALWAYS.toNanos() : to;
        if (first >= end) {
            throw new ParameterException(
                    command.commandLine(),
                    nameOfFrom + " must be before " + nameOfTo + ": " + text(first) + " is not before " + text(end));
        }
        return new TimeSpan(first, end);
    }

    private static Instant text(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS_PER_SECOND), Math.floorMod(nanos, NANOS_PER_SECOND));
    }
}

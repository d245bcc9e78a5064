package io.wirepath.appliance.command;

import io.wirepath.causes.TimeSpan;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which part of the time is looked at, and how finely. */
final class TimeOptions {

    private static final long MIN_INTERVAL_NANOS = 1000;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Mixin
    private SpanOptions span;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            order = 7,
            description = "Width of the intervals of time series, from 1us. Default: chosen from the data.")
    private @Nullable Duration interval;

    /** The time that is looked at; refuses a beginning that is not before the end. */
    TimeSpan span() {
        return span.span(command);
    }

    /** Width of the intervals, ns; 0 where the data choose. */
    long intervalNanos() {
        if (interval == null) {
            return 0;
        }
        Ranges.check(command, "--interval in ns", interval.toNanos(), MIN_INTERVAL_NANOS, Long.MAX_VALUE);
        return interval.toNanos();
    }
}

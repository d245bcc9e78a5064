package io.wirepath.appliance.command;

import io.wirepath.analyze.CausalAlgorithm;
import io.wirepath.analyze.linking.LinkingSettings;
import io.wirepath.analyze.linking.MessageLinking;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How causes are inferred. */
final class InferenceOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    private static final int MOST_ITERATIONS = 100;

    @Option(
            names = "--max-delay",
            paramLabel = "TIME",
            order = 11,
            defaultValue = "2s",
            description = "Longest time from a cause to its effect at a node. Default: 2s.")
    private Duration maxDelay;

    @Option(
            names = "--iterations",
            paramLabel = "N",
            order = 12,
            defaultValue = "0",
            description = "How often linking estimates delays anew from the links it found. Default: 0.")
    private int iterations;

    /** The algorithm. */
    CausalAlgorithm algorithm() {
        Ranges.check(command, "--iterations", iterations, 0, MOST_ITERATIONS);
        Ranges.check(command, "--max-delay in ns", maxDelay.toNanos(), 1, Long.MAX_VALUE);
        return new MessageLinking(
                LinkingSettings.defaults().withMaxDelayNanos(maxDelay.toNanos()).withIterations(iterations));
    }

    /** The settings that shaped the result, for the report. */
    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("max-delay", maxDelay.toMillis() + " ms");
        settings.put("iterations", Integer.toString(iterations));
        return settings;
    }
}

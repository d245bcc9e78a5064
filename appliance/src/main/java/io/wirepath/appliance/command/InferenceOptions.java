package io.wirepath.appliance.command;

import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.pipeline.AlgorithmOptions;
import io.wirepath.pipeline.Inference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How causes are inferred. */
final class InferenceOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--max-delay",
            paramLabel = "TIME",
            order = 11,
            defaultValue = "2s",
            description = "Longest time from a cause to its effect at a node, for linking. Default: 2s.")
    private Duration maxDelay;

    @Option(
            names = "--iterations",
            paramLabel = "N",
            order = 12,
            defaultValue = "0",
            description = "How often delays are estimated again from the links found, for linking. Default: 0.")
    private int iterations;

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            order = 10,
            defaultValue = "auto",
            description = "How causes are inferred: linking, joint, nesting, convolution, or auto, which takes joint."
                    + " Default: auto.")
    private String algorithm;

    @Option(
            names = "--evidence",
            paramLabel = "LIST",
            order = 13,
            defaultValue = "times,sizes,types,connections,content",
            description = "What joint may use of times, sizes, types, connections, content. Default: all.")
    private String evidence;

    @Option(
            names = "--seed",
            paramLabel = "N",
            order = 14,
            defaultValue = "1",
            description = "Start of joint's random numbers; the same seed gives the same answer. Default: 1.")
    private long seed;

    @Option(
            names = "--option",
            paramLabel = "NAME=VALUE",
            order = 15,
            description = "A parameter of linking, nesting, convolution or paths, such as linking.y=4; may be repeated."
                    + " docs/manual/analyze.md lists them.")
    private List<String> options = new ArrayList<>();

    @Option(
            names = "--operations",
            order = 16,
            description = "Distinguishes paths by what HTTP and gRPC requests ask for, arguments left out: GET /item/*."
                    + " This shows parts of the payload.")
    private boolean operations;

    /** What was chosen; refuses options that make no sense at once. */
    Inference choice() {
        Ranges.check(command, "--iterations", iterations, 0, Inference.MAX_ITERATIONS);
        Ranges.check(command, "--max-delay in ns", maxDelay.toNanos(), 1, Long.MAX_VALUE);
        Inference defaults = Inference.defaults();
        refusing("--evidence", () -> defaults.withEvidence(evidence));
        refusing("--algorithm", () -> defaults.withAlgorithm(algorithm));
        refusing("--option", () -> AlgorithmOptions.parse(options));
        return new Inference(
                algorithm, evidence, seed, maxDelay.toNanos(), iterations, AlgorithmOptions.parse(options));
    }

    /** These settings, with content signatures where the algorithm may use them and operations where wanted. */
    FlowSettings withContent(FlowSettings flows) {
        return choice().withContent(flows.withMessage(flows.message().withOperations(operations)));
    }

    private void refusing(String option, Runnable check) {
        try {
            check.run();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), option + ": " + e.getMessage(), e);
        }
    }
}

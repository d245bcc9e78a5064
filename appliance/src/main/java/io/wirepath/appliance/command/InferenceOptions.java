package io.wirepath.appliance.command;

import io.wirepath.analyze.CausalAlgorithm;
import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.joint.Evidence;
import io.wirepath.analyze.joint.JointSettings;
import io.wirepath.analyze.linking.LinkingSettings;
import io.wirepath.analyze.linking.MessageLinking;
import io.wirepath.analyze.whole.Algorithms;
import io.wirepath.analyze.whole.Algorithms.Choice;
import io.wirepath.appliance.report.text.Figures;
import io.wirepath.appliance.run.AlgorithmChoice;
import io.wirepath.appliance.run.AlgorithmChoice.Chosen;
import io.wirepath.flows.pipeline.FlowSettings;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How causes are inferred. */
final class InferenceOptions {

    private static final String AUTO = "auto";
    private static final String LINKING = "linking";
    private static final String JOINT = "joint";
    private static final int MOST_ITERATIONS = 100;

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
            description = "How often delays are estimated anew from the links found, for linking. Default: 0.")
    private int iterations;

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            order = 10,
            defaultValue = AUTO,
            description =
                    "How causes are inferred: linking, joint, nesting, convolution, or auto, which takes joint where"
                            + " most messages belong to calls and linking elsewhere. Default: auto.")
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

    /** Chooses the algorithm; refuses options that make no sense at once. */
    AlgorithmChoice choice() {
        Ranges.check(command, "--iterations", iterations, 0, MOST_ITERATIONS);
        Ranges.check(command, "--max-delay in ns", maxDelay.toNanos(), 1, Long.MAX_VALUE);
        if (!algorithm.equals(AUTO) && !algorithm.equals(LINKING)) {
            known(algorithm);
        }
        joint();
        return this::choose;
    }

    private Chosen choose(MessageTable messages) {
        Choice automatic = algorithm.equals(AUTO) ? Algorithms.choose(messages, joint()) : null;
        String name = automatic == null ? algorithm : automatic.algorithm().name();
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("algorithm", automatic == null ? name : name + " (" + automatic.reason() + ")");
        return switch (name) {
            case LINKING -> {
                settings.put("max-delay", Figures.time(maxDelay.toNanos()));
                settings.put("iterations", Integer.toString(iterations));
                yield new Chosen(linking(), settings);
            }
            case JOINT -> {
                settings.put("evidence", evidence);
                settings.put("seed", Long.toString(seed));
                yield new Chosen(Algorithms.joint(joint()), settings);
            }
            default -> new Chosen(known(name), settings);
        };
    }

    /** These settings, with content signatures where the algorithm may use them; the salt comes from the seed. */
    FlowSettings withContent(FlowSettings flows) {
        boolean mayBeJoint = algorithm.equals(AUTO) || algorithm.equals(JOINT);
        boolean content = mayBeJoint && joint().evidence().contains(Evidence.CONTENT);
        return flows.withMessage(flows.message().withContent(content).withContentSalt(seed));
    }

    private JointSettings joint() {
        try {
            return JointSettings.defaults()
                    .withEvidence(Evidence.parse(evidence))
                    .withSeed(seed);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), "--evidence: " + e.getMessage(), e);
        }
    }

    private CausalAlgorithm linking() {
        return new MessageLinking(
                LinkingSettings.defaults().withMaxDelayNanos(maxDelay.toNanos()).withIterations(iterations));
    }

    private CausalAlgorithm known(String name) {
        try {
            return Algorithms.byName(name);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), "--algorithm: " + e.getMessage(), e);
        }
    }
}

package io.wirepath.pipeline;

import io.wirepath.analyze.whole.Algorithms;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.CausalAlgorithm;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.convolution.Convolution;
import io.wirepath.causes.joint.JointSettings;
import io.wirepath.causes.joint.evidence.Evidence;
import io.wirepath.causes.linking.MessageLinking;
import io.wirepath.causes.nesting.Nesting;
import io.wirepath.flows.message.content.DigestKey;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.report.text.Figures;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * How causes are inferred, as an operator says it.
 *
 * @param algorithm {@code auto}, {@code joint}, {@code linking}, {@code nesting} or {@code convolution}
 * @param evidence what joint may use, a list with commas
 * @param seed start of joint's random numbers
 * @param maxDelayNanos longest time from a cause to its effect at a node, for linking
 * @param iterations how often linking estimates delays again, 0 to {@value #MAX_ITERATIONS}
 * @param options the other parameters of the algorithms
 */
public record Inference(
        String algorithm, String evidence, long seed, long maxDelayNanos, int iterations, AlgorithmOptions options)
        implements AlgorithmChoice {

    public static final int MAX_ITERATIONS = 100;

    private static final String AUTO = "auto";
    private static final String LINKING = "linking";
    private static final String JOINT = "joint";

    /**
     * Refuses what makes no sense.
     *
     * @throws IllegalArgumentException naming the value, and those that it may have
     */
    public Inference {
        if (!algorithm.equals(AUTO)) {
            known(algorithm);
        }
        Evidence.parse(evidence);
        if (maxDelayNanos < 1 || iterations < 0 || iterations > MAX_ITERATIONS) {
            throw new IllegalArgumentException(
                    "the longest delay must be at least 1 ns, and iterations from 0 to " + MAX_ITERATIONS);
        }
    }

    private static void known(String algorithm) {
        try {
            Algorithms.byName(algorithm);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(e.getMessage() + ", or auto, which chooses", e);
        }
    }

    /** The same, with the parameters of the papers. */
    public Inference(String algorithm, String evidence, long seed, long maxDelayNanos, int iterations) {
        this(algorithm, evidence, seed, maxDelayNanos, iterations, AlgorithmOptions.defaults());
    }

    @Override
    public AnalysisSettings paths() {
        return options.paths();
    }

    /** The values that the manual documents. */
    public static Inference defaults() {
        return new Inference(AUTO, "times,sizes,types,connections,content", 1, 2_000_000_000L, 0);
    }

    /** The same with another algorithm. */
    public Inference withAlgorithm(String other) {
        return new Inference(other, evidence, seed, maxDelayNanos, iterations, options);
    }

    /** The same with other evidence. */
    public Inference withEvidence(String other) {
        return new Inference(algorithm, other, seed, maxDelayNanos, iterations, options);
    }

    /** Flow settings with content signatures where they may be used; the key comes from the seed. */
    public FlowSettings withContent(FlowSettings flows) {
        return flows.withMessage(flows.message().withContent(usesContent()).withKey(DigestKey.ofSeed(seed)));
    }

    /** Whether content signatures may be used. */
    public boolean usesContent() {
        boolean mayBeJoint = algorithm.equals(AUTO) || algorithm.equals(JOINT);
        return mayBeJoint && joint().evidence().contains(Evidence.CONTENT);
    }

    @Override
    public Chosen choose(MessageTable messages) {
        String name = algorithm.equals(AUTO) ? JOINT : algorithm;
        Map<String, String> settings = new LinkedHashMap<>();
        settings.putAll(new TreeMap<>(options.given()));
        settings.put("algorithm", name);
        return switch (name) {
            case LINKING -> {
                settings.put("max-delay", Figures.time(maxDelayNanos));
                settings.put("iterations", Integer.toString(iterations));
                yield new Chosen(linking(), settings);
            }
            case JOINT -> {
                settings.put("evidence", evidence);
                settings.put("seed", Long.toString(seed));
                yield new Chosen(Algorithms.joint(joint()), settings);
            }
            case "nesting" -> new Chosen(new Nesting(options.nesting()), settings);
            case "convolution" -> new Chosen(new Convolution(options.convolution()), settings);
            default -> new Chosen(Algorithms.byName(name), settings);
        };
    }

    private JointSettings joint() {
        return JointSettings.defaults().withEvidence(Evidence.parse(evidence)).withSeed(seed);
    }

    private CausalAlgorithm linking() {
        return new MessageLinking(
                options.linking().withMaxDelayNanos(maxDelayNanos).withIterations(iterations));
    }
}

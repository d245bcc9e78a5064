package io.wirepath.pipeline;

import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.convolution.ConvolutionSettings;
import io.wirepath.causes.linking.DelayShape;
import io.wirepath.causes.linking.LinkingSettings;
import io.wirepath.causes.nesting.NestingSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The parameters that the papers name, each by a name: {@code linking.y=4}, {@code nesting.x=2},
 * {@code convolution.quantum=5ms}, {@code paths.try-both=4}.
 *
 * @param given the names that were given, with their values
 * @param linking of WAP5 §5.1
 * @param nesting of Project 5 §5.1
 * @param convolution of Project 5 §5.2
 * @param paths how path instances are built
 */
public record AlgorithmOptions(
        Map<String, String> given,
        LinkingSettings linking,
        NestingSettings nesting,
        ConvolutionSettings convolution,
        AnalysisSettings paths) {

    /** All parameters, in the order in which people are told of them. */
    private static final List<Parameter<?>> PARAMETERS = new ArrayList<>();

    private static final Parameter<Double> LINKING_Y = parameter("linking.y", AlgorithmOptions::number);
    private static final Parameter<Integer> LINKING_PARENTS = parameter("linking.parents", AlgorithmOptions::whole);
    private static final Parameter<Boolean> LINKING_OUTSIDE_ROOTS =
            parameter("linking.outside-roots", AlgorithmOptions::yes);
    private static final Parameter<Boolean> LINKING_PEERS = parameter("linking.peers", AlgorithmOptions::yes);
    private static final Parameter<DelayShape> LINKING_SHAPE = parameter("linking.shape", AlgorithmOptions::shape);
    private static final Parameter<Double> NESTING_X = parameter("nesting.x", AlgorithmOptions::number);
    private static final Parameter<Double> NESTING_Y = parameter("nesting.y", AlgorithmOptions::number);
    private static final Parameter<Double> NESTING_Z = parameter("nesting.z", AlgorithmOptions::number);
    private static final Parameter<Double> NESTING_SMOOTHING = parameter("nesting.smoothing", AlgorithmOptions::number);
    private static final Parameter<Long> NESTING_SKEW = parameter("nesting.skew", AlgorithmOptions::nanos);
    private static final Parameter<Long> CONVOLUTION_QUANTUM =
            parameter("convolution.quantum", AlgorithmOptions::nanos);
    private static final Parameter<Double> CONVOLUTION_N = parameter("convolution.n", AlgorithmOptions::number);
    private static final Parameter<Double> CONVOLUTION_S = parameter("convolution.s", AlgorithmOptions::number);
    private static final Parameter<Long> CONVOLUTION_V = parameter("convolution.v", AlgorithmOptions::nanos);
    private static final Parameter<Long> CONVOLUTION_LAG = parameter("convolution.lag", AlgorithmOptions::nanos);
    private static final Parameter<Double> CONVOLUTION_SHARE = parameter("convolution.share", AlgorithmOptions::number);
    private static final Parameter<Integer> PATHS_TRY_BOTH = parameter("paths.try-both", AlgorithmOptions::whole);
    private static final Parameter<Double> PATHS_FALSE = parameter("paths.false", AlgorithmOptions::number);
    private static final Parameter<Double> PATHS_TRUE = parameter("paths.true", AlgorithmOptions::number);
    private static final Parameter<Integer> PATHS_MESSAGES = parameter("paths.messages", AlgorithmOptions::whole);
    private static final Parameter<Integer> PATHS_PATTERNS = parameter("paths.patterns", AlgorithmOptions::whole);
    private static final Parameter<Integer> PATHS_PEERS = parameter("paths.peers", AlgorithmOptions::whole);

    /** A parameter: its name, and what reads it. */
    private record Parameter<V>(String name, Function<String, V> value) {}

    private static <V> Parameter<V> parameter(String name, Function<String, V> value) {
        Parameter<V> own = new Parameter<>(name, value);
        PARAMETERS.add(own);
        return own;
    }

    /** Settings with these values, and defaults for the others. */
    private record Values(Map<Parameter<?>, Object> of) {

        @SuppressWarnings("unchecked") // a value is what its parameter read
        private <V> V get(Parameter<V> parameter, V otherwise) {
            return (V) of.getOrDefault(parameter, otherwise);
        }

        private AlgorithmOptions build(Map<String, String> given) {
            ConvolutionSettings convolution = ConvolutionSettings.defaults();
            long quantum = get(CONVOLUTION_QUANTUM, convolution.quantumNanos());
            long steps = convolution.maxDelayNanos() / convolution.quantumNanos();
            return new AlgorithmOptions(
                    Map.copyOf(given),
                    linking(LinkingSettings.defaults()),
                    nesting(NestingSettings.defaults()),
                    new ConvolutionSettings(
                            quantum,
                            get(CONVOLUTION_N, convolution.spikeDeviations()),
                            get(CONVOLUTION_S, convolution.valleyDeviations()),
                            get(CONVOLUTION_V, 2 * quantum),
                            get(CONVOLUTION_LAG, steps * quantum),
                            convolution.maxVisits(),
                            convolution.maxDepth(),
                            convolution.maxVertices(),
                            get(CONVOLUTION_SHARE, convolution.leastShare())),
                    paths(AnalysisSettings.defaults()));
        }

        private LinkingSettings linking(LinkingSettings usual) {
            return new LinkingSettings(
                    usual.maxDelayNanos(),
                    get(LINKING_Y, usual.spontaneousFactor()),
                    usual.iterations(),
                    get(LINKING_PARENTS, usual.maxParents()),
                    get(LINKING_OUTSIDE_ROOTS, usual.outsideCallsAreRoots()),
                    get(LINKING_SHAPE, usual.shape()),
                    get(LINKING_PEERS, usual.learnsPeers()));
        }

        private NestingSettings nesting(NestingSettings usual) {
            return new NestingSettings(
                    get(NESTING_X, usual.overlapPenalty()),
                    get(NESTING_Y, usual.samePenalty()),
                    get(NESTING_Z, usual.childPenalty()),
                    get(NESTING_SMOOTHING, usual.smoothingBins()),
                    get(NESTING_SKEW, usual.skewWindowNanos()));
        }

        private AnalysisSettings paths(AnalysisSettings usual) {
            return new AnalysisSettings(
                    get(PATHS_TRY_BOTH, usual.tryBothBits()),
                    get(PATHS_FALSE, usual.surelyFalse()),
                    get(PATHS_TRUE, usual.surelyTrue()),
                    get(PATHS_MESSAGES, usual.maxPathMessages()),
                    get(PATHS_PATTERNS, usual.maxPatterns()),
                    usual.maxMembers(),
                    get(PATHS_PEERS, usual.fixedPortPeers()),
                    0);
        }
    }

    /** The values of the papers. */
    public static AlgorithmOptions defaults() {
        return new Values(Map.of()).build(Map.of());
    }

    /**
     * Reads {@code NAME=VALUE}; what is not named is as in the papers.
     *
     * @throws IllegalArgumentException saying what is wrong, and which names there are
     */
    public static AlgorithmOptions parse(List<String> options) {
        Map<Parameter<?>, Object> values = new HashMap<>();
        Map<String, String> given = new LinkedHashMap<>();
        for (String option : options) {
            int equals = option.indexOf('=');
            String name = equals < 0 ? option : option.substring(0, equals);
            Parameter<?> parameter = PARAMETERS.stream()
                    .filter(each -> each.name.equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is none of " + names()));
            if (equals < 0) {
                throw new IllegalArgumentException("'" + option + "' is not of the form " + name + "=VALUE");
            }
            try {
                values.put(parameter, parameter.value.apply(option.substring(equals + 1)));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
            }
            given.put(name, option.substring(equals + 1));
        }
        return new Values(values).build(given);
    }

    /** All names, for people. */
    public static String names() {
        return PARAMETERS.stream().map(Parameter::name).collect(Collectors.joining(", "));
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is no number", e);
        }
    }

    private static int whole(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not a whole number", e);
        }
    }

    private static boolean yes(String text) {
        if (!text.equals("yes") && !text.equals("no")) {
            throw new IllegalArgumentException("'" + text + "' is neither yes nor no");
        }
        return text.equals("yes");
    }

    private static DelayShape shape(String text) {
        return switch (text) {
            case "exponential" -> DelayShape.EXPONENTIAL;
            case "gamma" -> DelayShape.GAMMA;
            default -> throw new IllegalArgumentException("'" + text + "' is neither exponential nor gamma");
        };
    }

    private static long nanos(String text) {
        return DurationFormat.parse(text).toNanos();
    }
}

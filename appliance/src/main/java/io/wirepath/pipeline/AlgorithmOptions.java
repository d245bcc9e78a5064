package io.wirepath.pipeline;

import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.convolution.ConvolutionSettings;
import io.wirepath.causes.linking.DelayShape;
import io.wirepath.causes.linking.LinkingSettings;
import io.wirepath.causes.nesting.NestingSettings;
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

    /** A parameter: its name, and what it changes. */
    private record Parameter(String name, Function<String, Object> value) {}

    private static final List<Parameter> PARAMETERS = List.of(
            new Parameter("linking.y", AlgorithmOptions::number),
            new Parameter("linking.parents", AlgorithmOptions::whole),
            new Parameter("linking.outside-roots", AlgorithmOptions::yes),
            new Parameter("linking.peers", AlgorithmOptions::yes),
            new Parameter("linking.shape", AlgorithmOptions::shape),
            new Parameter("nesting.x", AlgorithmOptions::number),
            new Parameter("nesting.y", AlgorithmOptions::number),
            new Parameter("nesting.z", AlgorithmOptions::number),
            new Parameter("nesting.smoothing", AlgorithmOptions::number),
            new Parameter("nesting.skew", AlgorithmOptions::nanos),
            new Parameter("convolution.quantum", AlgorithmOptions::nanos),
            new Parameter("convolution.n", AlgorithmOptions::number),
            new Parameter("convolution.s", AlgorithmOptions::number),
            new Parameter("convolution.v", AlgorithmOptions::nanos),
            new Parameter("convolution.lag", AlgorithmOptions::nanos),
            new Parameter("convolution.share", AlgorithmOptions::number),
            new Parameter("paths.try-both", AlgorithmOptions::whole),
            new Parameter("paths.false", AlgorithmOptions::number),
            new Parameter("paths.true", AlgorithmOptions::number),
            new Parameter("paths.messages", AlgorithmOptions::whole),
            new Parameter("paths.patterns", AlgorithmOptions::whole),
            new Parameter("paths.peers", AlgorithmOptions::whole));

    /** Settings with these values, and defaults for the others. */
    private record Values(Map<String, Object> of) {

        @SuppressWarnings("unchecked") // of one parameter all values have the class of its default
        private <V> V get(String name, V otherwise) {
            return (V) of.getOrDefault(name, otherwise);
        }

        private AlgorithmOptions build(Map<String, String> given) {
            ConvolutionSettings convolution = ConvolutionSettings.defaults();
            long quantum = get("convolution.quantum", convolution.quantumNanos());
            long steps = convolution.maxDelayNanos() / convolution.quantumNanos();
            return new AlgorithmOptions(
                    Map.copyOf(given),
                    linking(LinkingSettings.defaults()),
                    nesting(NestingSettings.defaults()),
                    new ConvolutionSettings(
                            quantum,
                            get("convolution.n", convolution.spikeDeviations()),
                            get("convolution.s", convolution.valleyDeviations()),
                            get("convolution.v", 2 * quantum),
                            get("convolution.lag", steps * quantum),
                            convolution.maxVisits(),
                            convolution.maxDepth(),
                            convolution.maxVertices(),
                            get("convolution.share", convolution.leastShare())),
                    paths(AnalysisSettings.defaults()));
        }

        private LinkingSettings linking(LinkingSettings usual) {
            return new LinkingSettings(
                    usual.maxDelayNanos(),
                    get("linking.y", usual.spontaneousFactor()),
                    usual.iterations(),
                    get("linking.parents", usual.maxParents()),
                    get("linking.outside-roots", usual.outsideCallsAreRoots()),
                    get("linking.shape", usual.shape()),
                    get("linking.peers", usual.learnsPeers()));
        }

        private NestingSettings nesting(NestingSettings usual) {
            return new NestingSettings(
                    get("nesting.x", usual.overlapPenalty()),
                    get("nesting.y", usual.samePenalty()),
                    get("nesting.z", usual.childPenalty()),
                    get("nesting.smoothing", usual.smoothingBins()),
                    get("nesting.skew", usual.skewWindowNanos()));
        }

        private AnalysisSettings paths(AnalysisSettings usual) {
            return new AnalysisSettings(
                    get("paths.try-both", usual.tryBothBits()),
                    get("paths.false", usual.surelyFalse()),
                    get("paths.true", usual.surelyTrue()),
                    get("paths.messages", usual.maxPathMessages()),
                    get("paths.patterns", usual.maxPatterns()),
                    usual.maxMembers(),
                    get("paths.peers", usual.fixedPortPeers()),
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
        Map<String, Object> values = new HashMap<>();
        Map<String, String> given = new LinkedHashMap<>();
        for (String option : options) {
            int equals = option.indexOf('=');
            String name = equals < 0 ? option : option.substring(0, equals);
            Parameter parameter = PARAMETERS.stream()
                    .filter(each -> each.name.equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is none of " + names()));
            if (equals < 0) {
                throw new IllegalArgumentException("'" + option + "' is not of the form " + name + "=VALUE");
            }
            try {
                values.put(name, parameter.value.apply(option.substring(equals + 1)));
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

package io.wirepath.pipeline;

import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.convolution.ConvolutionSettings;
import io.wirepath.causes.linking.DelayShape;
import io.wirepath.causes.linking.LinkingSettings;
import io.wirepath.causes.nesting.NestingSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
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
    private record Parameter(String name, BiConsumer<Values, String> change) {}

    private static final List<Parameter> PARAMETERS = List.of(
            new Parameter("linking.y", (to, text) -> to.factor = number(text)),
            new Parameter("linking.parents", (to, text) -> to.parents = whole(text)),
            new Parameter("linking.outside-roots", (to, text) -> to.outsideRoots = yes(text)),
            new Parameter("linking.peers", (to, text) -> to.learnsPeers = yes(text)),
            new Parameter("linking.shape", (to, text) -> to.shape = shape(text)),
            new Parameter("nesting.x", (to, text) -> to.overlap = number(text)),
            new Parameter("nesting.y", (to, text) -> to.same = number(text)),
            new Parameter("nesting.z", (to, text) -> to.child = number(text)),
            new Parameter("nesting.smoothing", (to, text) -> to.smoothing = number(text)),
            new Parameter("nesting.skew", (to, text) -> to.skew = nanos(text)),
            new Parameter("convolution.quantum", (to, text) -> to.quantum = nanos(text)),
            new Parameter("convolution.n", (to, text) -> to.spike = number(text)),
            new Parameter("convolution.s", (to, text) -> to.valley = number(text)),
            new Parameter("convolution.v", (to, text) -> to.tolerance = nanos(text)),
            new Parameter("convolution.lag", (to, text) -> to.lag = nanos(text)),
            new Parameter("convolution.share", (to, text) -> to.share = number(text)),
            new Parameter("paths.try-both", (to, text) -> to.tryBoth = whole(text)),
            new Parameter("paths.false", (to, text) -> to.surelyFalse = number(text)),
            new Parameter("paths.true", (to, text) -> to.surelyTrue = number(text)),
            new Parameter("paths.messages", (to, text) -> to.messages = whole(text)),
            new Parameter("paths.patterns", (to, text) -> to.patterns = whole(text)),
            new Parameter("paths.peers", (to, text) -> to.peers = whole(text)));

    /** The values while they are changed; those of the papers at first. */
    private static final class Values {
        private final LinkingSettings linking = LinkingSettings.defaults();
        private final NestingSettings nesting = NestingSettings.defaults();
        private final ConvolutionSettings convolution = ConvolutionSettings.defaults();
        private final AnalysisSettings paths = AnalysisSettings.defaults();
        private double factor = linking.spontaneousFactor();
        private int parents = linking.maxParents();
        private boolean outsideRoots = linking.outsideCallsAreRoots();
        private DelayShape shape = linking.shape();
        private boolean learnsPeers = linking.learnsPeers();
        private double overlap = nesting.overlapPenalty();
        private double same = nesting.samePenalty();
        private double child = nesting.childPenalty();
        private double smoothing = nesting.smoothingBins();
        private long skew = nesting.skewWindowNanos();
        private long quantum = convolution.quantumNanos();
        private double spike = convolution.spikeDeviations();
        private double valley = convolution.valleyDeviations();
        private long tolerance = -1;
        private long lag = -1;
        private double share = convolution.leastShare();
        private int tryBoth = paths.tryBothBits();
        private double surelyFalse = paths.surelyFalse();
        private double surelyTrue = paths.surelyTrue();
        private int messages = paths.maxPathMessages();
        private int patterns = paths.maxPatterns();
        private int peers = paths.fixedPortPeers();

        private AlgorithmOptions build(Map<String, String> given) {
            // v is two quanta, unless it is said (Project 5 §5.2.2)
            long v = tolerance < 0 ? 2 * quantum : tolerance;
            // as many steps as by default: a spike must stand out among them
            long steps = convolution.maxDelayNanos() / convolution.quantumNanos();
            long longest = lag < 0 ? steps * quantum : lag;
            return new AlgorithmOptions(
                    Map.copyOf(given),
                    new LinkingSettings(
                            linking.maxDelayNanos(),
                            factor,
                            linking.iterations(),
                            parents,
                            outsideRoots,
                            shape,
                            learnsPeers),
                    new NestingSettings(overlap, same, child, smoothing, skew),
                    new ConvolutionSettings(
                            quantum,
                            spike,
                            valley,
                            v,
                            longest,
                            convolution.maxVisits(),
                            convolution.maxDepth(),
                            convolution.maxVertices(),
                            share),
                    new AnalysisSettings(
                            tryBoth, surelyFalse, surelyTrue, messages, patterns, paths.maxMembers(), peers, 0));
        }
    }

    /** The values of the papers. */
    public static AlgorithmOptions defaults() {
        return new Values().build(Map.of());
    }

    /**
     * Reads {@code NAME=VALUE}; what is not named is as in the papers.
     *
     * @throws IllegalArgumentException saying what is wrong, and which names there are
     */
    public static AlgorithmOptions parse(List<String> options) {
        Values values = new Values();
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
                parameter.change.accept(values, option.substring(equals + 1));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
            }
            given.put(name, option.substring(equals + 1));
        }
        return values.build(given);
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

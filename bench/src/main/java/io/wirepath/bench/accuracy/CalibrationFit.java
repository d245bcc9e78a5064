package io.wirepath.bench.accuracy;

import io.wirepath.analyze.path.CallForest;
import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.NamedTraces;
import io.wirepath.analyze.truth.PathForest;
import io.wirepath.analyze.truth.TraceConfiguration;
import io.wirepath.analyze.truth.TraceGenerator;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.joint.JointLinking;
import io.wirepath.causes.joint.JointSettings;
import io.wirepath.causes.joint.Posterior;
import io.wirepath.causes.joint.evidence.Evidence;
import io.wirepath.flows.SightingCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code bench/calibrate}: fits the map from the posterior to the joint linker's probabilities by the agreement of its
 * chains, on generated traces and on recorded sets that docs/results/accuracy.md reports nothing of.
 */
@CommandLine.Command(
        name = "bench/calibrate",
        description = "Fits the calibration of the joint linker's probabilities.",
        mixinStandardHelpOptions = true,
        usageHelpWidth = 100)
final class CalibrationFit implements Callable<Integer> {

    /** The agreements of the table that is fitted; at the last the posterior stands as it is. */
    private static final double[] AGREEMENT = {0.7, 0.85, 0.95, 1};

    private static final int[] CLIENTS = {4, 12, 40, 100};
    private static final double[] DEVIATIONS = {0.1, 0.3};
    private static final List<Set<Evidence>> EVIDENCE =
            List.of(Evidence.parse("times"), Evidence.parse("times,sizes,types,connections"), Evidence.all());
    /** Squares of what slope and shift may deviate from 1 and 0, as so much information. */
    private static final double RIDGE = 0.3;

    private static final Fitted AS_IT_IS = new Fitted(1, 0);
    private static final int STEPS = 100;
    private static final double LONGEST_STEP = 0.2;
    private static final int NOT_POSSIBLE = -1;

    @Mixin
    private final RecordedSets sets = new RecordedSets();

    @Option(names = "--traces", defaultValue = "600", description = "Requests of a generated trace. Default: 600.")
    private int traces;

    @Option(names = "--seed", defaultValue = "101", description = "Seed of traces and chains. Default: 101.")
    private long seed;

    @Option(names = "--csv", paramLabel = "FILE", required = true, description = "Where the table goes.")
    private Path csv = Path.of("calibration.csv");

    private final List<List<Sample>> samples = new ArrayList<>();

    /**
     * The answer to a call.
     *
     * @param weight one over the root of the number of calls of its trace
     */
    private record Sample(Posterior posterior, boolean right, boolean recorded, double weight) {

        double logOdds() {
            return Math.log(posterior.probability() / (1 - posterior.probability()));
        }
    }

    /** The logistic map at one agreement. */
    private record Fitted(double slope, double shift) {

        double of(Posterior posterior) {
            return posterior.mapped(slope, shift);
        }
    }

    /** Runs the fit. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new CalibrationFit()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        for (int x = 0; x < AGREEMENT.length; x++) {
            samples.add(new ArrayList<>());
        }
        for (TraceConfiguration configuration : NamedTraces.all()) {
            for (int clients : CLIENTS) {
                for (double deviation : DEVIATIONS) {
                    GeneratedTrace trace = TraceGenerator.generate(
                            configuration.withInstances(clients).withRelativeDeviation(deviation), traces, seed);
                    MessageTable messages = trace.table();
                    add(
                            messages,
                            EVIDENCE.get(0),
                            PathForest.ofTrueCalls(trace),
                            c -> PathForest.ofCalls(messages, c),
                            false);
                }
            }
        }
        for (RecordedSet set : sets.open()) {
            MessageTable messages = set.load(seed).table();
            PathForest truth = TrueCallLine.forest(set.truth());
            for (Set<Evidence> evidence : EVIDENCE) {
                add(messages, evidence, truth, calls -> TruthMatch.forest(set.truth(), messages, calls), true);
            }
        }
        write();
        return 0;
    }

    private void add(
            MessageTable messages,
            Set<Evidence> evidence,
            PathForest truth,
            Function<CallTable, PathForest> answer,
            boolean recorded) {
        JointSettings settings = JointSettings.defaults().withSeed(seed).withEvidence(evidence);
        JointLinking linker = new JointLinking(settings);
        CallTable calls = CallForest.of(messages, linker.infer(messages));
        long[] identity = answer.apply(calls).id();
        Map<Long, Integer> place = new HashMap<>();
        for (int i = 0; i < truth.size(); i++) {
            place.put(truth.id()[i], i);
        }
        Map<Long, Integer> row = new HashMap<>();
        Map<Integer, Integer> truthOf = new HashMap<>();
        for (int c = 0; c < calls.size(); c++) {
            row.put(identity[c], calls.request()[c]);
            Integer known = place.get(identity[c]);
            if (known != null) {
                truthOf.put(calls.request()[c], known);
            }
        }
        List<Posterior> known = linker.posteriors(messages).stream()
                .filter(own -> truthOf.containsKey(own.call()) && !isPaired(messages, own))
                .toList();
        for (Posterior own : known) {
            int parent = truth.parent()[truthOf.getOrDefault(own.call(), 0)];
            boolean right = own.answer() == owner(own, truth, parent, row);
            samples.get(knot(own.agreement())).add(new Sample(own, right, recorded, 1 / Math.sqrt(known.size())));
        }
    }

    /** Whether the call, or what may have caused it, was rebuilt inside TLS: pairing doubts such links afterwards. */
    private static boolean isPaired(MessageTable messages, Posterior own) {
        return isRebuilt(messages, own.call())
                || Arrays.stream(own.owners()).anyMatch(owner -> isRebuilt(messages, owner));
    }

    private static boolean isRebuilt(MessageTable messages, int row) {
        return (messages.flags(row) & SightingCodec.FLAG_MULTIPLEXED) != 0;
    }

    /** Number of the true owner, that of none for a root, or {@link #NOT_POSSIBLE} where it was not seen in time. */
    private static int owner(Posterior own, PathForest truth, int parent, Map<Long, Integer> row) {
        if (parent < 0) {
            return own.owners().length;
        }
        Integer wanted = row.get(truth.id()[parent]);
        for (int x = 0; x < own.owners().length; x++) {
            if (wanted != null && own.owners()[x] == wanted) {
                return x;
            }
        }
        return NOT_POSSIBLE;
    }

    private static int knot(double agreement) {
        int best = 0;
        for (int x = 1; x < AGREEMENT.length; x++) {
            best = Math.abs(AGREEMENT[x] - agreement) < Math.abs(AGREEMENT[best] - agreement) ? x : best;
        }
        return best;
    }

    private static double logLoss(List<Sample> samples, Fitted map) {
        double sum = 0;
        double weight = 0;
        for (Sample sample : samples) {
            double p = map.of(sample.posterior());
            sum -= sample.weight() * Math.log(sample.right() ? p : 1 - p);
            weight += sample.weight();
        }
        return sum / Math.max(1, weight);
    }

    /** The maps of greatest likelihood, of which the slopes rise with the agreement; the last one is the identity. */
    private List<Fitted> fit() {
        int fitted = AGREEMENT.length - 1;
        double[] slope = new double[fitted];
        int[] calls = new int[fitted];
        for (int x = 0; x < fitted; x++) {
            slope[x] = fit(samples.get(x), Double.NaN).slope();
            calls[x] = samples.get(x).size();
        }
        poolViolators(slope, calls);
        List<Fitted> maps = new ArrayList<>();
        for (int x = 0; x < fitted; x++) {
            maps.add(fit(samples.get(x), rounded(slope[x])));
        }
        maps.add(AS_IT_IS);
        return maps;
    }

    /** Makes numbers rise, by pooling neighbours that do not (isotonic regression). */
    static void poolViolators(double[] numbers, int[] weight) {
        for (int end = 1; end < numbers.length; end++) {
            int first = end;
            double sum = numbers[end] * weight[end];
            double all = weight[end];
            while (first > 0 && (all == 0 || numbers[first - 1] > sum / all)) {
                first--;
                sum += numbers[first] * weight[first];
                all += weight[first];
            }
            for (int x = first; x <= end && all > 0; x++) {
                numbers[x] = sum / all;
            }
        }
    }

    /**
     * The map of greatest likelihood, by Newton's method in short steps; recorded and generated calls weigh the same
     * together.
     *
     * @param fixedSlope the slope, or not a number where it is to be found
     */
    private static Fitted fit(List<Sample> samples, double fixedSlope) {
        double recorded = weight(samples, true);
        double generated = weight(samples, false);
        double half = (recorded + generated) / 2;
        boolean isFixed = !Double.isNaN(fixedSlope);
        double slope = isFixed ? fixedSlope : 1;
        double shift = 0;
        for (int step = 0; step < STEPS; step++) {
            double toSlope = RIDGE * (1 - slope);
            double toShift = -RIDGE * shift;
            double slopeTwice = RIDGE;
            double both = 0;
            double shiftTwice = RIDGE;
            for (Sample sample : samples) {
                double p = sample.posterior().mapped(slope, shift);
                double weight = sample.weight() * half / (sample.recorded() ? recorded : generated);
                double error = weight * ((sample.right() ? 1 : 0) - p);
                double x = sample.logOdds();
                toSlope += error * x;
                toShift += error;
                slopeTwice += weight * p * (1 - p) * x * x;
                both += weight * p * (1 - p) * x;
                shiftTwice += weight * p * (1 - p);
            }
            double determinant = slopeTwice * shiftTwice - both * both;
            double slopes = isFixed ? 0 : (shiftTwice * toSlope - both * toShift) / determinant;
            double shifts = isFixed ? toShift / shiftTwice : (slopeTwice * toShift - both * toSlope) / determinant;
            double part = Math.min(1, LONGEST_STEP / Math.max(Math.abs(slopes), Math.abs(shifts)));
            slope += part * slopes;
            shift += part * shifts;
        }
        return new Fitted(rounded(slope), rounded(shift));
    }

    private static double weight(List<Sample> samples, boolean recorded) {
        return samples.stream()
                .filter(sample -> sample.recorded() == recorded)
                .mapToDouble(Sample::weight)
                .sum();
    }

    private static double rounded(double number) {
        return Math.round(number * 100) / 100.0;
    }

    private void write() throws IOException {
        StringBuilder table = new StringBuilder("agreement,slope,shift,calls,log loss of the posterior,log loss\n");
        List<Fitted> maps = fit();
        for (int x = 0; x < AGREEMENT.length; x++) {
            List<Sample> own = samples.get(x);
            Fitted map = maps.get(x);
            table.append(String.format(
                    Locale.ROOT,
                    "%.2f,%.2f,%.2f,%d,%.4f,%.4f%n",
                    AGREEMENT[x],
                    map.slope(),
                    map.shift(),
                    own.size(),
                    logLoss(own, AS_IT_IS),
                    logLoss(own, map)));
        }
        Files.writeString(csv, table, StandardCharsets.UTF_8);
        System.out.print(table);
    }
}

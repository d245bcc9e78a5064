package io.wirepath.bench.accuracy;

import io.wirepath.analyze.CallTable;
import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.joint.Evidence;
import io.wirepath.analyze.joint.JointLinking;
import io.wirepath.analyze.joint.JointSettings;
import io.wirepath.analyze.joint.Posterior;
import io.wirepath.analyze.path.CallForest;
import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.NamedTraces;
import io.wirepath.analyze.truth.PathForest;
import io.wirepath.analyze.truth.TraceConfiguration;
import io.wirepath.analyze.truth.TraceGenerator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code bench/calibrate}: fits the temperatures of the joint linker's probabilities by the agreement of its chains, on
 * generated traces and on recorded sets that docs/accuracy.md reports nothing of.
 */
@CommandLine.Command(
        name = "bench/calibrate",
        description = "Fits the calibration of the joint linker's probabilities.",
        mixinStandardHelpOptions = true,
        usageHelpWidth = 100)
final class CalibrationFit implements Callable<Integer> {

    /** The agreements of the table that is fitted. */
    private static final double[] AGREEMENT = {0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1};

    private static final int[] CLIENTS = {4, 12, 40, 100};
    private static final double[] DEVIATIONS = {0.1, 0.3};
    private static final List<Set<Evidence>> EVIDENCE =
            List.of(Evidence.parse("times"), Evidence.parse("times,sizes,types,connections"), Evidence.all());
    /** The chains are never taken to be surer than they are. */
    private static final double COLDEST = 1;

    private static final double HOTTEST = 4;
    private static final int STEPS = 24;
    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;
    private static final int NOT_POSSIBLE = -1;

    @Parameters(
            paramLabel = "DIRECTORY",
            arity = "0..*",
            description = "Sets: captures with calls.jsonl[.gz] or truth.jsonl[.gz].")
    private List<Path> sets = List.of();

    @Option(names = "--traces", defaultValue = "600", description = "Requests of a generated trace. Default: 600.")
    private int traces;

    @Option(names = "--seed", defaultValue = "101", description = "Seed of traces and chains. Default: 101.")
    private long seed;

    @Option(names = "--csv", paramLabel = "FILE", required = true, description = "Where the table goes.")
    private Path csv = Path.of("calibration.csv");

    private final List<List<Sample>> samples = new ArrayList<>();

    /** A call and its true owner's number. */
    private record Sample(Posterior posterior, int owner) {}

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
                    add(messages, EVIDENCE.get(0), PathForest.ofTrueCalls(trace), c -> PathForest.ofCalls(messages, c));
                }
            }
        }
        for (Path directory : sets) {
            RecordedSet set = RecordedSet.of(directory);
            MessageTable messages = set.load(seed).table();
            PathForest truth = TrueCallLine.forest(set.truth());
            for (Set<Evidence> evidence : EVIDENCE) {
                add(messages, evidence, truth, calls -> TruthMatch.forest(set.truth(), messages, calls));
            }
        }
        write();
        return 0;
    }

    private void add(
            MessageTable messages, Set<Evidence> evidence, PathForest truth, Function<CallTable, PathForest> answer) {
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
        for (Posterior its : linker.posteriors(messages)) {
            Integer known = truthOf.get(its.call());
            int owner = known == null ? NOT_POSSIBLE : owner(its, truth, truth.parent()[known], row);
            if (owner != NOT_POSSIBLE) {
                samples.get(knot(its.agreement())).add(new Sample(its, owner));
            }
        }
    }

    /** Number of the true owner, that of none for a root, or {@link #NOT_POSSIBLE} where it was not seen in time. */
    private static int owner(Posterior its, PathForest truth, int parent, Map<Long, Integer> row) {
        if (parent < 0) {
            return its.owners().length;
        }
        Integer wanted = row.get(truth.id()[parent]);
        for (int x = 0; x < its.owners().length; x++) {
            if (wanted != null && its.owners()[x] == wanted) {
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

    private static double logLoss(List<Sample> its, double temperature) {
        double sum = 0;
        for (Sample sample : its) {
            sum -= sample.posterior().log(sample.owner(), temperature);
        }
        return sum / Math.max(1, its.size());
    }

    /** The temperature of least log loss, by golden sections. */
    private static double fit(List<Sample> its) {
        double from = COLDEST;
        double to = HOTTEST;
        for (int step = 0; step < STEPS; step++) {
            double one = to - GOLDEN * (to - from);
            double other = from + GOLDEN * (to - from);
            if (logLoss(its, one) < logLoss(its, other)) {
                to = other;
            } else {
                from = one;
            }
        }
        return (from + to) / 2;
    }

    private void write() throws IOException {
        double[] temperature = samples.stream().mapToDouble(CalibrationFit::fit).toArray();
        poolViolators(temperature, samples.stream().mapToInt(List::size).toArray());
        StringBuilder table = new StringBuilder("agreement,temperature,calls,log loss at 1,log loss\n");
        for (int x = 0; x < AGREEMENT.length; x++) {
            double rounded = Math.round(temperature[x] * 100) / 100.0;
            List<Sample> its = samples.get(x);
            table.append(String.format(
                    Locale.ROOT,
                    "%.2f,%.2f,%d,%.4f,%.4f%n",
                    AGREEMENT[x],
                    rounded,
                    its.size(),
                    logLoss(its, 1),
                    logLoss(its, rounded)));
        }
        Files.writeString(csv, table, StandardCharsets.UTF_8);
        System.out.print(table);
    }

    /** Makes the temperatures fall with the agreement, by pooling neighbours that do not (isotonic regression). */
    static void poolViolators(double[] temperature, int[] weight) {
        for (int end = 1; end < temperature.length; end++) {
            int first = end;
            double sum = temperature[end] * weight[end];
            double all = weight[end];
            while (first > 0 && (all == 0 || temperature[first - 1] < sum / all)) {
                first--;
                sum += temperature[first] * weight[first];
                all += weight[first];
            }
            for (int x = first; x <= end && all > 0; x++) {
                temperature[x] = sum / all;
            }
        }
    }
}

package io.wirepath.bench.accuracy;

import io.wirepath.analyze.path.CallForest;
import io.wirepath.analyze.truth.PathForest;
import io.wirepath.analyze.truth.TraceConfiguration;
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

    private static final int[] CLIENTS = {4, 12, 40, 100};
    private static final double[] DEVIATIONS = {0.1, 0.3};
    private static final List<Set<Evidence>> EVIDENCE =
            List.of(Evidence.parse("times"), Evidence.parse("times,sizes,types,connections"), Evidence.all());
    private static final double LARGEST = 0.5;
    private static final int STEPS = 10;
    private static final int NOT_POSSIBLE = -1;

    @Mixin
    private final RecordedSets sets = new RecordedSets();

    @Option(names = "--traces", defaultValue = "600", description = "Requests of a generated trace. Default: 600.")
    private int traces;

    @Option(names = "--seed", defaultValue = "101", description = "Seed of traces and chains. Default: 101.")
    private long seed;

    @Option(names = "--csv", paramLabel = "FILE", required = true, description = "Where the table goes.")
    private Path csv = Path.of("calibration.csv");

    private final List<Sample> samples = new ArrayList<>();

    /**
     * The answer to a call.
     *
     * @param weight one over the root of the number of calls of its trace
     */
    private record Sample(Posterior posterior, boolean right, boolean recorded, double weight) {}

    /** Runs the fit. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new CalibrationFit()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        for (TraceConfiguration configuration : Trial.configurations()) {
            for (int clients : CLIENTS) {
                for (double deviation : DEVIATIONS) {
                    TraceConfiguration own =
                            configuration.withInstances(clients).withRelativeDeviation(deviation);
                    add(Trial.generated(own, traces, seed), EVIDENCE.get(0), false);
                }
            }
        }
        for (RecordedSet set : sets.open()) {
            Trial trial = Trial.recorded(set, seed);
            for (Set<Evidence> evidence : EVIDENCE) {
                add(trial, evidence, true);
            }
        }
        write();
        return 0;
    }

    private void add(Trial trial, Set<Evidence> evidence, boolean recorded) {
        MessageTable messages = trial.messages();
        PathForest truth = trial.truth();
        JointSettings settings = JointSettings.defaults().withSeed(seed).withEvidence(evidence);
        JointLinking linker = new JointLinking(settings);
        CallTable calls = CallForest.of(messages, linker.infer(messages));
        long[] identity = trial.answer().apply(calls).id();
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
            samples.add(new Sample(own, right, recorded, 1 / Math.sqrt(known.size())));
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

    /** The mean loss; recorded and generated calls weigh the same together. */
    private double logLoss(double doubt) {
        double[] sum = new double[2];
        double[] weight = new double[2];
        for (Sample sample : samples) {
            double p = sample.posterior().doubted(doubt);
            int kind = sample.recorded() ? 1 : 0;
            sum[kind] -= sample.weight() * Math.log(sample.right() ? p : 1 - p);
            weight[kind] += sample.weight();
        }
        return (weight[0] == 0 ? 0 : sum[0] / weight[0]) + (weight[1] == 0 ? 0 : sum[1] / weight[1]);
    }

    private void write() throws IOException {
        StringBuilder table = new StringBuilder("doubt,log loss\n");
        for (int step = 0; step <= STEPS; step++) {
            double doubt = LARGEST * step / STEPS;
            table.append(String.format(Locale.ROOT, "%.2f,%.4f%n", doubt, logLoss(doubt)));
        }
        Files.writeString(csv, table, StandardCharsets.UTF_8);
        System.out.print(table);
    }
}

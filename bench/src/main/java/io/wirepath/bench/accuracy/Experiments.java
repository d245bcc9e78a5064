package io.wirepath.bench.accuracy;

import io.wirepath.analyze.CausalAlgorithm;
import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.LossySniffer;
import io.wirepath.analyze.truth.NamedTraces;
import io.wirepath.analyze.truth.PathAccuracy;
import io.wirepath.analyze.truth.PathForest;
import io.wirepath.analyze.truth.Skewer;
import io.wirepath.analyze.truth.Skewer.ClockError;
import io.wirepath.analyze.truth.TraceConfiguration;
import io.wirepath.analyze.truth.TraceGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The experiments of Project 5 §7.5, with all algorithms. Each gives a CSV file: configuration, algorithm, x, y.
 *
 * <pre>
 *  figure17  x = N                            y = true patterns missing among the N most frequent, as a share
 *  figure19  x = calls in flight, on average  y = false path instances, as a share
 *  figure20  x = deviation / mean of delays   y = false path instances
 *  figure21  x = share of messages lost       y = path instances not found
 *  figure22  x = ms that WS2's clock is fast  y = path instances not found
 * </pre>
 */
final class Experiments {

    private static final int[] INSTANCES = {1, 2, 5, 10, 20};
    private static final double[] DEVIATIONS = {0, 0.05, 0.1, 0.2, 0.3, 0.5};
    private static final double[] RATES = {1000, 150, 120, 100, 80, 60};
    private static final int[] SKEW_MILLIS = {0, 5, 10, 20, 30, 40, 50, 60};
    private static final String MULTI_TIER = "multi-tier";
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final List<CausalAlgorithm> algorithms;
    private final int traces;
    private final long seed;

    Experiments(List<CausalAlgorithm> algorithms, int traces, long seed) {
        this.algorithms = algorithms;
        this.traces = traces;
        this.seed = seed;
    }

    /** Runs all and writes the files into this directory. */
    void write(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("figure17.csv"), figure17());
        Files.writeString(directory.resolve("figure19.csv"), figure19());
        Files.writeString(directory.resolve("figure20.csv"), figure20());
        Files.writeString(directory.resolve("figure21.csv"), figure21());
        Files.writeString(directory.resolve("figure22.csv"), figure22());
    }

    private String figure17() {
        Csv csv = new Csv();
        GeneratedTrace trace = generate(NamedTraces.byName(MULTI_TIER));
        for (CausalAlgorithm algorithm : algorithms) {
            PathAccuracy paths = paths(trace, trace.table(), algorithm);
            for (int n = 1; n <= paths.patterns().real(); n++) {
                csv.add(MULTI_TIER, algorithm, n, (double) paths.omittedOfTop(n, 0) / n);
            }
        }
        return csv.toString();
    }

    private String figure19() {
        Csv csv = new Csv();
        for (TraceConfiguration configuration : NamedTraces.all()) {
            for (int instances : INSTANCES) {
                falseInstances(csv, configuration.withInstances(instances), Double.NaN);
            }
        }
        return csv.toString();
    }

    private String figure20() {
        Csv csv = new Csv();
        for (TraceConfiguration configuration : NamedTraces.all()) {
            for (double deviation : DEVIATIONS) {
                falseInstances(csv, configuration.withRelativeDeviation(deviation), deviation);
            }
        }
        return csv.toString();
    }

    private String figure21() {
        Csv csv = new Csv();
        GeneratedTrace trace = generate(NamedTraces.byName(MULTI_TIER));
        for (double rate : RATES) {
            MessageTable messages = trace.table(new LossySniffer(rate, LossySniffer.QUEUE), Skewer.none());
            double lost = 1 - (double) messages.size() / trace.messages().size();
            missedInstances(csv, trace, messages, lost);
        }
        return csv.toString();
    }

    private String figure22() {
        Csv csv = new Csv();
        GeneratedTrace trace = generate(NamedTraces.byName(MULTI_TIER));
        for (int millis : SKEW_MILLIS) {
            ClockError fast = new ClockError(millis * NANOS_PER_MILLI, 0);
            Skewer skewer = new Skewer(TraceGenerator.START_NANOS, Map.of("WS2", fast));
            missedInstances(csv, trace, trace.table(LossySniffer.none(), skewer), millis);
        }
        return csv.toString();
    }

    private void falseInstances(Csv csv, TraceConfiguration configuration, double x) {
        GeneratedTrace trace = generate(configuration);
        for (CausalAlgorithm algorithm : algorithms) {
            double rate = paths(trace, trace.table(), algorithm).instances().falsePositiveRate();
            csv.add(configuration.name(), algorithm, Double.isNaN(x) ? inFlight(trace) : x, rate);
        }
    }

    private void missedInstances(Csv csv, GeneratedTrace trace, MessageTable messages, double x) {
        for (CausalAlgorithm algorithm : algorithms) {
            double rate = paths(trace, messages, algorithm).instances().falseNegativeRate();
            csv.add(MULTI_TIER, algorithm, x, rate);
        }
    }

    private GeneratedTrace generate(TraceConfiguration configuration) {
        return TraceGenerator.generate(configuration, traces, seed);
    }

    private static PathAccuracy paths(GeneratedTrace trace, MessageTable messages, CausalAlgorithm algorithm) {
        PathForest truth = PathForest.ofTrueCalls(trace);
        return AccuracyRow.measure("", algorithm, messages, truth, calls -> PathForest.ofCalls(messages, calls))
                .paths();
    }

    /** How many calls were open at a time, on average: the time of all together over the time of the trace. */
    private static double inFlight(GeneratedTrace trace) {
        double open = 0;
        long end = TraceGenerator.START_NANOS;
        for (GeneratedTrace.TrueCall call : trace.calls()) {
            if (!call.isOneWay()) {
                long answered = trace.messages().get(call.response()).receivedNanos();
                open += answered - trace.messages().get(call.request()).sentNanos();
                end = Math.max(end, answered);
            }
        }
        return open / Math.max(1, end - TraceGenerator.START_NANOS);
    }

    private static final class Csv {

        private final StringBuilder lines = new StringBuilder("configuration,algorithm,x,y\n");

        void add(String configuration, CausalAlgorithm algorithm, double x, double y) {
            lines.append(String.format(Locale.ROOT, "%s,%s,%.4g,%.4g%n", configuration, algorithm.name(), x, y));
        }

        @Override
        public String toString() {
            return lines.toString();
        }
    }
}

package io.wirepath.bench.accuracy;

import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.LossySniffer;
import io.wirepath.analyze.truth.PathAccuracy;
import io.wirepath.analyze.truth.SkewedClocks;
import io.wirepath.analyze.truth.SkewedClocks.ClockError;
import io.wirepath.analyze.truth.TraceConfiguration;
import io.wirepath.analyze.truth.TraceGenerator;
import io.wirepath.causes.CausalAlgorithm;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.nesting.Nesting;
import io.wirepath.causes.nesting.NestingSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The experiments of Project 5 §7.5, with all algorithms. Each gives a CSV file (configuration, algorithm, x, y) and
 * pictures.
 *
 * <pre>
 *  figure17  x = N                            y = true patterns missing among the N most frequent, as a share, and
 *                                                 of those the ones that missed it by more than 2 and 6 %
 *  figure19  x = calls in flight, on average  y = false path instances, as a share
 *  figure20  x = deviation / mean of delays   y = false path instances
 *  figure21  x = messages lost, in per cent   y = path instances not found
 *  figure23  the cost of convolution, and its false paths, by its quantum: see MailExperiment
 *  figure22  x = ms that WS2's clock is fast  y = path instances not found
 * </pre>
 */
final class Experiments {

    /** What the paper forgives a pattern that missed the top N, as a share of the count needed. */
    private static final double[] TOLERANCES = {0, 0.02, 0.06};

    /** Clients of each kind so that, as in the paper's Figure 17, 42 calls are in flight. */
    private static final int PAPER_INSTANCES = 46;

    /** Times the requests of the other traces: 202,498 messages there. */
    private static final int PAPER_LENGTH = 25;

    private static final int[] INSTANCES = {1, 2, 4, 8, 16, 32};
    private static final double[] DEVIATIONS = {0, 0.05, 0.1, 0.2, 0.3, 0.5};
    /** Peak rates of the sniffer, as a share of the mean rate of the messages. */
    private static final double[] RATES = {2, 1.15, 1.1, 1.05, 1.02, 1, 0.97, 0.94, 0.9, 0.8, 0.65};

    private static final int[] SKEW_MILLIS = {0, 5, 10, 20, 30, 40, 50, 60};
    private static final String MULTI_TIER = "multi-tier";
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final double PER_CENT = 100;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int SKEW_WINDOW_MILLIS = 30;
    private static final double SMOOTHING_BINS = 4;

    private final List<CausalAlgorithm> algorithms;
    private final int traces;
    private final long seed;

    Experiments(List<CausalAlgorithm> algorithms, int traces, long seed) {
        this.algorithms = algorithms;
        this.traces = traces;
        this.seed = seed;
    }

    /** Runs those of these numbers and writes the files into this directory. */
    void write(Path directory, List<Integer> figures) throws IOException {
        Files.createDirectories(directory);
        String missed = "path instances not found, %";
        String wrong = "false path instances, %";
        if (figures.contains(17)) {
            write(directory, figure17(), "patterns asked for (N)", "of them missing, %");
        }
        if (figures.contains(19)) {
            write(directory, figure19(), "calls in flight", wrong);
        }
        if (figures.contains(20)) {
            write(directory, figure20(), "deviation of delays / mean", wrong);
        }
        if (figures.contains(21)) {
            write(directory, figure21(), "messages lost, %", missed);
        }
        if (figures.contains(22)) {
            write(directory, figure22(), "WS2's clock is off by, ms", missed);
        }
        if (figures.contains(23)) {
            new MailExperiment(seed).write(directory);
        }
    }

    private static void write(Path directory, Figure figure, String xTitle, String yTitle) throws IOException {
        Files.writeString(directory.resolve(figure.name() + ".csv"), figure.csv());
        figure.plot(xTitle, yTitle).write(directory);
    }

    private Figure figure17() throws IOException {
        Figure csv = new Figure("figure17");
        omitted(csv, Trial.configuration(MULTI_TIER), MULTI_TIER, traces);
        omitted(
                csv,
                Trial.configuration(MULTI_TIER).withInstances(PAPER_INSTANCES),
                MULTI_TIER + "-as-long",
                PAPER_LENGTH * traces);
        return csv;
    }

    private void omitted(Figure csv, TraceConfiguration configuration, String name, int requests) {
        GeneratedTrace trace = TraceGenerator.generate(configuration, requests, seed);
        for (CausalAlgorithm algorithm : algorithms) {
            PathAccuracy paths = paths(trace, trace.table(), algorithm);
            double[] forgiven = algorithm.name().equals("nesting") ? TOLERANCES : new double[1];
            for (double tolerance : forgiven) {
                String curve = algorithm.name()
                        + (tolerance == 0 ? "" : ", " + Math.round(PER_CENT * tolerance) + " % forgiven");
                for (int n = 1; n <= paths.patterns().real(); n++) {
                    csv.add(name, curve, n, (double) paths.omittedOfTop(n, tolerance) / n);
                }
            }
        }
    }

    private Figure figure19() throws IOException {
        Figure csv = new Figure("figure19");
        for (TraceConfiguration configuration : Trial.configurations()) {
            for (int instances : INSTANCES) {
                falseInstances(csv, configuration.withInstances(instances), Double.NaN);
            }
        }
        return csv;
    }

    private Figure figure20() throws IOException {
        Figure csv = new Figure("figure20");
        for (TraceConfiguration configuration : Trial.configurations()) {
            for (double deviation : DEVIATIONS) {
                falseInstances(csv, configuration.withRelativeDeviation(deviation), deviation);
            }
        }
        return csv;
    }

    private Figure figure21() throws IOException {
        Figure csv = new Figure("figure21");
        GeneratedTrace trace = generate(Trial.configuration(MULTI_TIER));
        MessageTable whole = trace.table();
        double seconds = (whole.timeNanos(whole.size() - 1) - whole.timeNanos(0)) / NANOS_PER_SECOND;
        for (double rate : RATES) {
            LossySniffer sniffer = new LossySniffer(rate * whole.size() / seconds, LossySniffer.QUEUE);
            MessageTable messages = trace.table(sniffer, SkewedClocks.none());
            double lost = 1 - (double) messages.size() / trace.messages().size();
            missedInstances(csv, trace, messages, PER_CENT * lost);
        }
        return csv;
    }

    private Figure figure22() throws IOException {
        Figure csv = new Figure("figure22");
        GeneratedTrace trace = generate(Trial.configuration(MULTI_TIER));
        NestingSettings window = NestingSettings.defaults().withSkew(0, SKEW_WINDOW_MILLIS * NANOS_PER_MILLI);
        NestingSettings smooth =
                NestingSettings.defaults().withSkew(SMOOTHING_BINS, SKEW_WINDOW_MILLIS * NANOS_PER_MILLI);
        for (int millis : SKEW_MILLIS) {
            MessageTable fast = skewed(trace, millis);
            missedInstances(csv, trace, fast, millis);
            csv.add(MULTI_TIER, "window", millis, missed(trace, fast, new Nesting(window)));
            csv.add(MULTI_TIER, "window + smoothing", millis, missed(trace, fast, new Nesting(smooth)));
            MessageTable slow = skewed(trace, -millis);
            csv.add(MULTI_TIER, "the same, slow clock", millis, missed(trace, slow, new Nesting(smooth)));
        }
        return csv;
    }

    private static MessageTable skewed(GeneratedTrace trace, int millis) {
        ClockError error = new ClockError(millis * NANOS_PER_MILLI, 0);
        return trace.tableOfSenders(new SkewedClocks(TraceGenerator.START_NANOS, Map.of("WS2", error)));
    }

    private static double missed(GeneratedTrace trace, MessageTable messages, CausalAlgorithm algorithm) {
        return paths(trace, messages, algorithm).instances().falseNegativeRate();
    }

    private void falseInstances(Figure csv, TraceConfiguration configuration, double x) {
        GeneratedTrace trace = generate(configuration);
        for (CausalAlgorithm algorithm : algorithms) {
            double rate = paths(trace, trace.table(), algorithm).instances().falsePositiveRate();
            csv.add(configuration.name(), algorithm.name(), Double.isNaN(x) ? inFlight(trace) : x, rate);
        }
    }

    private void missedInstances(Figure csv, GeneratedTrace trace, MessageTable messages, double x) {
        for (CausalAlgorithm algorithm : algorithms) {
            csv.add(MULTI_TIER, algorithm.name(), x, missed(trace, messages, algorithm));
        }
    }

    private GeneratedTrace generate(TraceConfiguration configuration) {
        return TraceGenerator.generate(configuration, traces, seed);
    }

    private static PathAccuracy paths(GeneratedTrace trace, MessageTable messages, CausalAlgorithm algorithm) {
        return AccuracyRow.measure(Trial.of("", trace, messages), algorithm).paths();
    }

    /** How many calls were open at a time, on average: the time of all together over the time of the trace. */
    static double inFlight(GeneratedTrace trace) {
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

    /** The points of one figure. */
    private static final class Figure {

        private record Point(String configuration, String algorithm, double x, double y) {}

        private final String name;
        private final List<Point> points = new ArrayList<>();

        Figure(String name) {
            this.name = name;
        }

        String name() {
            return name;
        }

        void add(String configuration, String algorithm, double x, double y) {
            points.add(new Point(configuration, algorithm, x, y));
        }

        String csv() {
            StringBuilder lines = new StringBuilder("configuration,algorithm,x,y\n");
            for (Point own : points) {
                String algorithm = own.algorithm().replace(", ", " + ");
                lines.append(String.format(
                        Locale.ROOT, "%s,%s,%.4g,%.4g%n", own.configuration(), algorithm, own.x(), own.y()));
            }
            return lines.toString();
        }

        ExperimentPlot plot(String xTitle, String yTitle) {
            ExperimentPlot plot = new ExperimentPlot(name, xTitle, yTitle);
            points.forEach(own -> plot.add(own.configuration(), own.algorithm(), own.x(), own.y()));
            return plot;
        }
    }
}

package io.wirepath.bench.accuracy;

import io.wirepath.analyze.CausalAlgorithm;
import io.wirepath.analyze.LinkTable;
import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.convolution.Convolution;
import io.wirepath.analyze.convolution.ConvolutionSettings;
import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.NamedTraces;
import io.wirepath.analyze.truth.TraceGenerator;
import io.wirepath.analyze.whole.Algorithms;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code bench/speed}: CPU time of the algorithms on generated traces of the multi-tier system. */
@CommandLine.Command(
        name = "bench/speed",
        description = "Measures the CPU time of the algorithms on generated traces.",
        mixinStandardHelpOptions = true,
        usageHelpWidth = 100)
final class SpeedBench implements Callable<Integer> {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final double MEGABYTE = 1e6;
    private static final int MESSAGES_PER_REQUEST = 8;

    @Option(names = "--messages", defaultValue = "200000", description = "Messages of a trace. Default: 200,000.")
    private int messages;

    @Option(names = "--runs", defaultValue = "3", description = "Runs; the first and the best count. Default: 3.")
    private int runs;

    @Option(
            names = "--clients",
            split = ",",
            defaultValue = "17,200",
            description = "Clients of each kind at once. Default: 17,200.")
    private List<Integer> clients;

    @Option(
            names = "--algorithms",
            split = ",",
            defaultValue = "linking,nesting,convolution,joint",
            description = "Which. Default: all.")
    private List<String> algorithms;

    @Option(
            names = "--quantum",
            paramLabel = "MS",
            defaultValue = "10",
            description = "Quantum and tolerance of the convolution, in ms. Default: 10.")
    private long quantumMillis;

    /** Runs the bench. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new SpeedBench()).execute(arguments));
    }

    @Override
    public Integer call() {
        System.out.println(
                "| algorithm | messages | trace, s | in flight | first run, s | best run, s | messages/s | MB |");
        System.out.println("|---|---:|---:|---:|---:|---:|---:|---:|");
        for (int each : clients) {
            GeneratedTrace trace = TraceGenerator.generate(
                    NamedTraces.byName("multi-tier").withInstances(each), messages / MESSAGES_PER_REQUEST, 1);
            MessageTable table = trace.table();
            for (String name : algorithms) {
                measure(algorithm(name), trace, table);
            }
        }
        return 0;
    }

    private CausalAlgorithm algorithm(String name) {
        ConvolutionSettings its = ConvolutionSettings.defaults();
        long quantum = quantumMillis * NANOS_PER_MILLI;
        return name.equals("convolution")
                ? new Convolution(new ConvolutionSettings(
                        quantum,
                        its.spikeDeviations(),
                        its.valleyDeviations(),
                        quantum,
                        its.maxDelayNanos(),
                        its.maxVisits(),
                        its.maxDepth(),
                        its.maxVertices(),
                        its.leastShare()))
                : Algorithms.byName(name);
    }

    private void measure(CausalAlgorithm algorithm, GeneratedTrace trace, MessageTable table) {
        double first = cpuSeconds(algorithm, table);
        double best = first;
        for (int run = 1; run < runs; run++) {
            best = Math.min(best, cpuSeconds(algorithm, table));
        }
        HeapPeak heap = new HeapPeak();
        LinkTable kept = algorithm.infer(table);
        double megabytes = heap.bytes() / MEGABYTE;
        double seconds = (table.timeNanos(table.size() - 1) - table.timeNanos(0)) / NANOS_PER_SECOND;
        System.out.printf(
                Locale.ROOT,
                "| %s | %d | %.0f | %.1f | %.2f | %.2f | %.0f | %.0f |%n",
                algorithm.name(),
                table.size(),
                seconds,
                Experiments.inFlight(trace),
                first,
                best,
                kept.size() / best,
                megabytes);
    }

    private static double cpuSeconds(CausalAlgorithm algorithm, MessageTable table) {
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        algorithm.infer(table);
        return (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before) / NANOS_PER_SECOND;
    }
}

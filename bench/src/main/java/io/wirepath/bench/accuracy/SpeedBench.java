package io.wirepath.bench.accuracy;

import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.TraceGenerator;
import io.wirepath.analyze.whole.Algorithms;
import io.wirepath.bench.MarkedPage;
import io.wirepath.causes.CausalAlgorithm;
import io.wirepath.causes.convolution.Convolution;
import io.wirepath.causes.convolution.ConvolutionSettings;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code bench/speed}: CPU time of the algorithms on generated traces of the multi-tier system, and on recorded sets.
 */
@CommandLine.Command(
        name = "bench/speed",
        description = "Measures the CPU time of the algorithms on generated traces and on recorded sets.",
        mixinStandardHelpOptions = true,
        usageHelpWidth = 100)
final class SpeedBench implements Callable<Integer> {

    private static final String MARK = "bench/speed: ";
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int MESSAGES_PER_REQUEST = 8;

    @Mixin
    private final RecordedSets sets = new RecordedSets();

    @Option(names = "--messages", defaultValue = "200000", description = "Messages of a trace. Default: 200,000.")
    private int messages;

    @Option(names = "--runs", defaultValue = "3", description = "Runs; the first and the best count. Default: 3.")
    private int runs;

    @Option(
            names = "--clients",
            split = ",",
            defaultValue = "17,200",
            description = "Clients of each kind at once. Default: 17,200; 0 of them: no trace is generated.")
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

    @Mixin
    private final MarkedPage page = new MarkedPage();

    /** Runs the bench. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new SpeedBench()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        List<RecordedSet> recorded = sets.open();
        List<Integer> generated = clients.stream().filter(each -> each > 0).toList();
        System.out.print(SpeedRow.HEADING);
        if (!generated.isEmpty()) {
            page.put(MARK + "generated", generated(generated));
        }
        if (!recorded.isEmpty()) {
            page.put(MARK + "recorded", recorded(recorded));
        }
        return 0;
    }

    private String generated(List<Integer> all) throws IOException {
        StringBuilder rows = new StringBuilder(SpeedRow.HEADING);
        for (int each : all) {
            GeneratedTrace trace = TraceGenerator.generate(
                    Trial.configuration("multi-tier").withInstances(each), messages / MESSAGES_PER_REQUEST, 1);
            for (String name : algorithms) {
                show(rows, SpeedRow.measure(each + " clients", algorithm(name), trace.table(), runs));
            }
        }
        return rows.toString();
    }

    private String recorded(List<RecordedSet> all) throws IOException {
        StringBuilder rows = new StringBuilder(SpeedRow.HEADING);
        for (RecordedSet set : all) {
            show(
                    rows,
                    SpeedRow.measure(
                            set.name(), Algorithms.byName("joint"), set.load(1).table(), runs));
        }
        return rows.toString();
    }

    private static void show(StringBuilder rows, SpeedRow row) {
        rows.append(row.markdown());
        System.out.print(row.markdown());
    }

    private CausalAlgorithm algorithm(String name) {
        ConvolutionSettings own = ConvolutionSettings.defaults();
        long quantum = quantumMillis * NANOS_PER_MILLI;
        return name.equals("convolution")
                ? new Convolution(new ConvolutionSettings(
                        quantum,
                        own.spikeDeviations(),
                        own.valleyDeviations(),
                        quantum,
                        own.maxDelayNanos(),
                        own.maxVisits(),
                        own.maxDepth(),
                        own.maxVertices(),
                        own.leastShare()))
                : Algorithms.byName(name);
    }
}

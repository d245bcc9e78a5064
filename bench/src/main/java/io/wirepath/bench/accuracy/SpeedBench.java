package io.wirepath.bench.accuracy;

import io.wirepath.analyze.CausalAlgorithm;
import io.wirepath.analyze.convolution.Convolution;
import io.wirepath.analyze.convolution.ConvolutionSettings;
import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.NamedTraces;
import io.wirepath.analyze.truth.TraceGenerator;
import io.wirepath.analyze.whole.Algorithms;
import io.wirepath.bench.MarkedPage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bench/speed}: CPU time of the algorithms on generated traces of the multi-tier system, and on recorded sets. */
@CommandLine.Command(
        name = "bench/speed",
        description = "Measures the CPU time of the algorithms on generated traces and on recorded sets.",
        mixinStandardHelpOptions = true,
        usageHelpWidth = 100)
final class SpeedBench implements Callable<Integer> {

    private static final String MARK = "bench/speed: ";
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int MESSAGES_PER_REQUEST = 8;

    @Parameters(
            paramLabel = "DIRECTORY",
            arity = "0..*",
            description = "Recorded sets, for joint: captures with calls.jsonl[.gz] or truth.jsonl[.gz].")
    private List<Path> sets = List.of();

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

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "Puts the tables into this page, between their marks.")
    private @Nullable Path markdown;

    /** Runs the bench. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new SpeedBench()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        System.out.print(SpeedRow.HEADING);
        String generated = generated();
        String recorded = recorded();
        if (markdown != null) {
            String page = Files.readString(markdown, StandardCharsets.UTF_8);
            page = generated.isEmpty()
                    ? page
                    : MarkedPage.replace(page, MARK + "generated", SpeedRow.HEADING + generated);
            page = recorded.isEmpty() ? page : MarkedPage.replace(page, MARK + "recorded", SpeedRow.HEADING + recorded);
            Files.writeString(markdown, page);
        }
        return 0;
    }

    private String generated() {
        StringBuilder rows = new StringBuilder();
        for (int each : clients.stream().filter(each -> each > 0).toList()) {
            GeneratedTrace trace = TraceGenerator.generate(
                    NamedTraces.byName("multi-tier").withInstances(each), messages / MESSAGES_PER_REQUEST, 1);
            for (String name : algorithms) {
                show(rows, SpeedRow.measure(each + " clients", algorithm(name), trace.table(), runs));
            }
        }
        return rows.toString();
    }

    private String recorded() throws IOException {
        StringBuilder rows = new StringBuilder();
        for (Path directory : sets) {
            RecordedSet set = RecordedSet.of(directory);
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
}

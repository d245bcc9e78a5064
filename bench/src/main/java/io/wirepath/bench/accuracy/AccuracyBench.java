package io.wirepath.bench.accuracy;

import io.wirepath.analyze.truth.TraceConfiguration;
import io.wirepath.analyze.whole.Algorithms;
import io.wirepath.bench.MarkedPage;
import io.wirepath.causes.CausalAlgorithm;
import io.wirepath.causes.incremental.WindowedInference;
import io.wirepath.causes.joint.JointLinking;
import io.wirepath.causes.joint.JointSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench/accuracy}: all algorithms on all sets, as one table. */
@CommandLine.Command(
        name = "bench/accuracy",
        description = "Measures the algorithms on recorded sets and on generated traces.",
        mixinStandardHelpOptions = true,
        usageHelpWidth = 100)
final class AccuracyBench implements Callable<Integer> {

    private static final String MARK = "bench/accuracy: ";

    @Mixin
    private final RecordedSets sets = new RecordedSets();

    @Option(
            names = "--algorithms",
            split = ",",
            defaultValue = "linking,nesting,convolution,joint",
            description = "Which. Default: all.")
    private List<String> algorithms;

    @Option(names = "--traces", defaultValue = "1000", description = "Requests of a generated trace. Default: 1000.")
    private int traces;

    @Option(names = "--seed", defaultValue = "1", description = "Seed of generated traces. Default: 1.")
    private long seed;

    @Mixin
    private final MarkedPage page = new MarkedPage();

    @Option(
            names = "--experiments",
            paramLabel = "DIR",
            description = "Runs the papers' experiments instead; writes tables (CSV) and pictures (SVG).")
    private @Nullable Path experiments;

    @Option(
            names = "--figures",
            split = ",",
            defaultValue = "17,19,20,21,22,23",
            description = "Which experiments. Default: all.")
    private List<Integer> figures;

    @Option(
            names = "--window",
            paramLabel = "N",
            defaultValue = "0",
            description = "Lets joint go by windows of so many messages. Default: as analyze does.")
    private int window;

    @Option(names = "--recorded", description = "Measures no generated traces.")
    private boolean recordedOnly;

    @Option(
            names = "--intervals",
            description = "Measures how often the intervals of queries hold the true value instead.")
    private boolean intervals;

    @Option(
            names = "--queries",
            description = "Asks the example queries of Pivot Tracing instead; prints answers and expected ones (CSV).")
    private boolean queries;

    /** Runs the bench. */
    public static void main(String[] arguments) {
        System.setProperty("java.awt.headless", "true");
        System.exit(new CommandLine(new AccuracyBench()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        List<CausalAlgorithm> chosen = algorithms.stream().map(this::algorithm).toList();
        if (experiments != null) {
            new Experiments(chosen, traces, seed).write(experiments, figures);
            return 0;
        }
        if (intervals) {
            System.out.print(IntervalCoverage.HEADING);
            for (RecordedSet set : sets.open()) {
                System.out.print(IntervalCoverage.measure(set, seed));
            }
            return 0;
        }
        List<RecordedSet> recorded = sets.open();
        if (queries) {
            System.out.print(PaperQueries.HEADING);
            for (RecordedSet set : sets.open()) {
                System.out.print(PaperQueries.measure(set, seed));
            }
            return 0;
        }
        System.out.print(AccuracyRow.HEADING);
        if (!recordedOnly) {
            page.put(MARK + "generated", generated(chosen));
        }
        if (!recorded.isEmpty()) {
            page.put(MARK + "recorded", recorded(recorded, chosen));
        }
        return 0;
    }

    private CausalAlgorithm algorithm(String name) {
        return window > 0 && name.equals("joint")
                ? new WindowedInference(new JointLinking(JointSettings.defaults()), window)
                : Algorithms.byName(name);
    }

    private String generated(List<CausalAlgorithm> chosen) throws IOException {
        StringBuilder rows = new StringBuilder(AccuracyRow.HEADING);
        for (TraceConfiguration configuration : Trial.configurations()) {
            Trial trial = Trial.generated(configuration, traces, seed);
            chosen.forEach(algorithm -> show(rows, AccuracyRow.measure(trial, algorithm)));
        }
        return rows.toString();
    }

    private String recorded(List<RecordedSet> all, List<CausalAlgorithm> chosen) throws IOException {
        StringBuilder rows = new StringBuilder(AccuracyRow.HEADING);
        for (RecordedSet set : all) {
            Trial trial = Trial.recorded(set, seed);
            chosen.forEach(algorithm -> show(rows, AccuracyRow.measure(trial, algorithm)));
        }
        return rows.toString();
    }

    private static void show(StringBuilder rows, AccuracyRow row) {
        rows.append(row.markdown());
        System.out.print(row.markdown());
    }
}

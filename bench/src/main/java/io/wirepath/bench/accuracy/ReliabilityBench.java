package io.wirepath.bench.accuracy;

import io.wirepath.analyze.truth.TraceConfiguration;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.joint.JointLinking;
import io.wirepath.causes.joint.JointSettings;
import io.wirepath.causes.joint.evidence.Evidence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench/reliability}: how often the joint linker's links are right, by the probability that it gives them. */
@CommandLine.Command(
        name = "bench/reliability",
        description = "Compares what is said of links with how many are right.",
        mixinStandardHelpOptions = true,
        usageHelpWidth = 100)
final class ReliabilityBench implements Callable<Integer> {

    private static final List<Integer> CLIENTS = List.of(20, 60, 150);
    private static final int REQUESTS = 1000;

    @Mixin
    private final RecordedSets sets = new RecordedSets();

    @Option(
            names = "--evidence",
            split = ";",
            defaultValue = "times;times,sizes,types,connections;times,sizes,types,connections,content",
            description = "Kinds of evidence, a list for each run, parted by semicolons. Default: three.")
    private List<String> evidence = List.of();

    @Option(names = "--crowds", description = "Measures generated traces where dozens are in flight, too.")
    private boolean crowds;

    @Option(names = "--seed", defaultValue = "1", description = "Seed of traces and chains. Default: 1.")
    private long seed;

    @Option(names = "--draw", paramLabel = "DIR", description = "Draws reliability diagrams there.")
    private @Nullable Path directory;

    /** By evidence, over all sets. */
    private final Map<String, Reliability> all = new LinkedHashMap<>();

    /** Runs the bench. */
    public static void main(String[] arguments) {
        System.setProperty("java.awt.headless", "true");
        System.exit(new CommandLine(new ReliabilityBench()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        System.out.print(Reliability.HEADING);
        for (RecordedSet set : sets.open()) {
            Trial trial = Trial.recorded(set, seed);
            for (String kinds : evidence) {
                show(trial.name(), name(kinds), measured(trial, Evidence.parse(kinds)));
            }
        }
        for (TraceConfiguration configuration : crowds ? Trial.configurations() : List.<TraceConfiguration>of()) {
            Reliability own = new Reliability();
            for (int clients : CLIENTS) {
                Trial trial = Trial.generated(configuration.withInstances(clients), REQUESTS, seed + clients);
                own.add(measured(trial, Evidence.parse("times")));
            }
            show(configuration.name(), "crowds, times", own);
        }
        finish();
        return 0;
    }

    private Reliability measured(Trial trial, Set<Evidence> kinds) {
        JointSettings settings = JointSettings.defaults().withSeed(seed).withEvidence(kinds);
        Analysis analysis = Analyzer.analyze(trial.messages(), new JointLinking(settings), AnalysisSettings.defaults());
        return Reliability.of(analysis, trial.truth(), trial.answer().apply(analysis.calls()));
    }

    private static String name(String kinds) {
        return switch (Evidence.parse(kinds).size()) {
            case 1 -> "times";
            case 5 -> "all";
            default -> "under TLS";
        };
    }

    private void show(String set, String kinds, Reliability own) {
        System.out.print(own.markdown(set, kinds));
        all.computeIfAbsent(kinds, k -> new Reliability()).add(own);
    }

    private void finish() throws IOException {
        ExperimentPlot plot = new ExperimentPlot("reliability", "probability said", "links that are right, %");
        all.forEach((kinds, own) -> {
            System.out.print(own.markdown("all of these", kinds));
            own.draw(plot, "all", kinds);
        });
        if (directory != null) {
            plot.write(directory);
        }
    }
}

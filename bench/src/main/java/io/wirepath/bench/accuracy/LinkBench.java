package io.wirepath.bench.accuracy;

import io.wirepath.analyze.truth.LinkAccuracy;
import io.wirepath.analyze.truth.PathForest;
import io.wirepath.analyze.truth.TraceConfiguration;
import io.wirepath.analyze.whole.Algorithms;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.joint.JointSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench/links}: what each factor of the joint linker is worth, as means over seeds of its random numbers. */
@CommandLine.Command(
        name = "bench/links",
        description = "Measures the joint linker, as it is and without some of its factors.",
        mixinStandardHelpOptions = true,
        usageHelpWidth = 100)
final class LinkBench implements Callable<Integer> {

    private static final String HEADING = """
            | set | without | links / traces | mean error | of 0.99 and more: links, wrong |
            |---|---|---:|---:|---:|
            """;
    private static final int REQUESTS = 300;
    private static final double DEVIATION = 0.3;
    private static final double PER_CENT = 100;

    @Mixin
    private final RecordedSets sets = new RecordedSets();

    @Option(
            names = "--without",
            split = ";",
            defaultValue = "nothing",
            description = "Factors that are left out, as --explain names them, for each run a list with commas;"
                    + " runs are parted by semicolons.")
    private List<String> without = List.of();

    @Option(names = "--clients", split = ",", description = "Generates traces with so many clients, too.")
    private List<Integer> clients = List.of();

    @Option(names = "--seeds", defaultValue = "5", description = "Seeds that the means are of. Default: 5.")
    private int seeds;

    /** Runs the bench. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new LinkBench()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        System.out.print(HEADING);
        List<List<Trial>> all = new ArrayList<>();
        for (RecordedSet set : sets.open()) {
            all.add(List.of(Trial.recorded(set, 1)));
        }
        for (int number : clients) {
            all.add(Trial.configurations().stream()
                    .map(configuration -> generated(configuration, number))
                    .toList());
        }
        for (List<Trial> set : all) {
            for (String factors : without) {
                System.out.print(row(set, factors));
            }
        }
        return 0;
    }

    private static Trial generated(TraceConfiguration configuration, int clients) {
        return Trial.generated(configuration.withInstances(clients).withRelativeDeviation(DEVIATION), REQUESTS, clients)
                .called(clients + " clients");
    }

    private String row(List<Trial> set, String factors) {
        double links = 0;
        double traces = 0;
        Reliability said = new Reliability();
        for (Trial trial : set) {
            for (int seed = 1; seed <= seeds; seed++) {
                JointSettings settings =
                        JointSettings.defaults().withSeed(seed).withoutFactors(Set.of(factors.split(",")));
                Analysis analysis =
                        Analyzer.analyze(trial.messages(), Algorithms.joint(settings), AnalysisSettings.defaults());
                PathForest answer = trial.answer().apply(analysis.calls());
                LinkAccuracy right = LinkAccuracy.of(trial.truth(), answer);
                links += right.links() / seeds / set.size();
                traces += right.wholeTraces() / seeds / set.size();
                said.add(Reliability.of(analysis, trial.truth(), answer));
            }
        }
        return String.format(
                Locale.ROOT,
                "| %s | %s | %.2f / %.2f | %.4f | %d, %d |%n",
                set.get(0).name(),
                factors,
                PER_CENT * links,
                PER_CENT * traces,
                said.error(),
                said.sure(),
                said.sureAndWrong());
    }
}

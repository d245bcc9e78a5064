package io.wirepath.bench.accuracy;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.finding.TurnClaims;
import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.TraceGenerator;
import io.wirepath.analyze.whatif.Prediction.Figure;
import io.wirepath.analyze.whatif.WhatIf;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.Analyzer;
import io.wirepath.bench.MarkedPage;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.joint.JointLinking;
import io.wirepath.causes.joint.JointSettings;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench/whatif}: systems that are made as they are and as they would be, and what is predicted of them. */
@CommandLine.Command(
        name = "bench/whatif",
        description = "Makes systems both ways, and tells how often the intervals of whatif hold the other one.",
        mixinStandardHelpOptions = true,
        usageHelpWidth = 100)
final class WhatIfBench implements Callable<Integer> {

    private static final String HEADING = """
            | system | otherwise | places in use | links | waited, true | told | recorded | predicted | interval | made so | held |
            |---|---|--:|--:|--:|--:|--:|--:|---|--:|--:|
            """;

    /** Seeds of the systems made the other way: those of the first ones are fewer. */
    private static final int OTHER_SEED = 100_000;

    /** Seeds of a row: rows of the same seeds would hold and miss together. */
    private static final int ROW_SEEDS = 1000;

    private static final double[] QUANTILES = {0.5, 0.9, 0.99};
    private static final double PER_CENT = 100;
    private static final double MILLI = 1e6;
    private static final double SECOND = 1e9;

    @Option(names = "--seeds", defaultValue = "5", description = "Systems of each row. Default: 5.")
    private int seeds;

    @Option(names = "--requests", defaultValue = "2000", description = "Requests of a system. Default: 2000.")
    private int requests;

    @Option(names = "--system", paramLabel = "NAME", description = "Only rows of this system. Default: all.")
    private @Nullable String system;

    @Mixin
    private final MarkedPage page = new MarkedPage();

    /** Runs the bench. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new WhatIfBench()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        StringBuilder rows = new StringBuilder(HEADING);
        System.out.print(HEADING);
        List<OtherwiseSystem> all = OtherwiseSystem.all();
        for (int i = 0; i < all.size(); i++) {
            if (system == null || all.get(i).name().equals(system)) {
                String row = row(all.get(i), i * ROW_SEEDS);
                System.out.print(row);
                rows.append(row);
            }
        }
        page.put("bench/whatif", rows.toString());
        return 0;
    }

    private String row(OtherwiseSystem system, int before) {
        Tally tally = new Tally();
        for (int seed = before + 1; seed <= before + seeds; seed++) {
            GeneratedTrace now = TraceGenerator.generate(system.now(), requests, seed);
            GeneratedTrace then = TraceGenerator.generate(system.then(), requests, OTHER_SEED + seed);
            tally.add(system, now, then);
        }
        return tally.row(system);
    }

    /** What is told of a system, added over its seeds; the figures of the mean are those of the first. */
    private static final class Tally {
        private int links;
        private int right;
        private double waited;
        private double told;
        private double inUse;
        private int systems;
        private int refused;
        private int figures;
        private int held;
        private String first = "| | | | |";

        private void add(OtherwiseSystem system, GeneratedTrace now, GeneratedTrace then) {
            Analysis found = Analyzer.analyze(
                    now.table(), new JointLinking(JointSettings.defaults()), AnalysisSettings.defaults());
            systems++;
            inUse += system.inUse(now);
            waited += now.waits().stream()
                    .mapToDouble(wait -> wait.untilNanos() - wait.fromNanos())
                    .sum();
            told += new TurnClaims(found.messages(), found.calls(), new ServedCalls(found.messages(), found.calls()))
                    .claims().stream().mapToDouble(TurnClaims.Claim::lostNanos).sum();
            count(now, found);
            double[] made = figures(then);
            try {
                List<Figure> predicted =
                        WhatIf.of(found, system.altered()).rows().get(0).figures();
                for (int i = 0; i < made.length; i++) {
                    Figure own = predicted.get(i);
                    figures++;
                    held += own.lowNanos() <= made[i] && made[i] <= own.highNanos() ? 1 : 0;
                }
                first = systems > 1 ? first : first(predicted.get(0), made[0]);
            } catch (IllegalArgumentException placeInDoubt) {
                refused++;
            }
        }

        private void count(GeneratedTrace trace, Analysis found) {
            CallTable calls = found.calls();
            for (int call = 0; call < calls.size(); call++) {
                int wanted = trace.calls().get(trueCall(trace, found, call)).parent();
                if (wanted != MessageTable.NONE) {
                    int parent = calls.parent()[call];
                    links++;
                    right += parent != MessageTable.NONE && trueCall(trace, found, parent) == wanted ? 1 : 0;
                }
            }
        }

        private static int trueCall(GeneratedTrace trace, Analysis found, int call) {
            int request = found.calls().request()[call];
            return trace.messages().get((int) found.messages().record(request)).call();
        }

        private static String first(Figure mean, double made) {
            return String.format(
                    Locale.ROOT,
                    "| %.1f | %.1f | %.1f … %.1f | %.1f |",
                    mean.recordedNanos() / MILLI,
                    mean.thenNanos() / MILLI,
                    mean.lowNanos() / MILLI,
                    mean.highNanos() / MILLI,
                    made / MILLI);
        }

        private String row(OtherwiseSystem system) {
            return String.format(
                    Locale.ROOT,
                    "| %s | %s | %.0f %% | %.1f %% | %.1f s | %.1f s %s %d of %d%s |%n",
                    system.name(),
                    system.otherwise(),
                    PER_CENT * inUse / systems,
                    PER_CENT * right / links,
                    waited / systems / SECOND,
                    told / systems / SECOND,
                    first,
                    held,
                    figures,
                    refused == 0 ? "" : ", " + refused + " refused");
        }
    }

    /** Mean, median, 90th and 99th percentile of what clients wait. */
    private static double[] figures(GeneratedTrace trace) {
        double[] took = trace.calls().stream()
                .filter(call -> call.parent() == MessageTable.NONE)
                .mapToDouble(
                        call -> (double) trace.messages().get(call.response()).receivedNanos()
                                - trace.messages().get(call.request()).sentNanos())
                .sorted()
                .toArray();
        double[] figures = new double[QUANTILES.length + 1];
        figures[0] = Arrays.stream(took).average().orElseThrow();
        for (int i = 0; i < QUANTILES.length; i++) {
            figures[i + 1] = took[(int) Math.round(QUANTILES[i] * (took.length - 1))];
        }
        return figures;
    }
}

package io.wirepath.bench.accuracy;

import io.wirepath.analyze.compare.Comparison;
import io.wirepath.analyze.compare.Contrast;
import io.wirepath.analyze.compare.RunSums;
import io.wirepath.analyze.finding.Finding;
import io.wirepath.analyze.finding.WindowFindings;
import io.wirepath.analyze.incident.WindowRequests;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.TimeSpan;
import io.wirepath.merge.store.MessageStore;
import io.wirepath.report.SumsJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * How often two runs of an unchanged system are told apart, and how surely a slower replica is found. Runs are
 * stretches of recorded sets, chosen by chance; a slower replica is one to whose own times a constant is added in the
 * other run.
 *
 * <pre>
 *   ComparisonBench HOSTS NODE PAIRS POWER_PAIRS SET[@FROM/TO]…     SET a directory of captures or a store, FROM and TO seconds of it
 * </pre>
 */
public final class ComparisonBench {

    private static final long SECOND = 1_000_000_000L;
    private static final double[] EXTRA_MILLIS = {1, 2, 3, 4, 5, 7, 10};
    private static final int[] REQUESTS = {250, 500, 1000};
    private static final int MIN_REQUESTS = 200;

    /** A run, and what of it is used. */
    private record Run(
            String name, RunSums builder, Map<String, String> roleOf, long fromNanos, long toNanos, double perSecond) {

        Sums stretch(Random random, double seconds) {
            long length = Math.min(Math.round(seconds * SECOND), toNanos - fromNanos);
            long from = fromNanos + (long) (random.nextDouble() * (toNanos - fromNanos - length));
            return builder.of(new TimeSpan(from, from + length));
        }
    }

    private ComparisonBench() {}

    /** Prints both figures. */
    public static void main(String[] arguments) throws IOException {
        List<Run> runs = new ArrayList<>();
        for (int i = 4; i < arguments.length; i++) {
            runs.add(run(arguments[i], Path.of(arguments[0])));
        }
        falseOnes(runs, Integer.parseInt(arguments[2]));
        found(runs, arguments[1], Integer.parseInt(arguments[3]));
    }

    private static Run run(String argument, Path hosts) throws IOException {
        String[] parts = argument.split("@", -1);
        Path directory = Path.of(parts[0]);
        boolean store = MessageStore.isStore(directory);
        List<String> inputs = store ? List.of(parts[0]) : RecordedSet.captures(directory);
        Analysis analysis = RecordedSet.analysis(inputs, hosts);
        RunSums builder = SumsJson.builder(analysis);
        Sums whole = builder.of(TimeSpan.ALWAYS);
        long from = whole.firstNanos();
        long to = whole.lastNanos();
        if (parts.length > 1) {
            String[] seconds = parts[1].split("/", -1);
            to = from + Math.round(Double.parseDouble(seconds[1]) * SECOND);
            from += Math.round(Double.parseDouble(seconds[0]) * SECOND);
        }
        double perSecond = whole.requests() / (whole.spanNanos() / (double) SECOND);
        return new Run(directory.getFileName().toString(), builder, roles(analysis), from, to, perSecond);
    }

    private static Map<String, String> roles(Analysis analysis) {
        Map<String, String> roleOf = new TreeMap<>();
        for (RoleSummary role : analysis.roles()) {
            role.nodes()
                    .forEach(node ->
                            roleOf.put(analysis.messages().nodes().get(node).name(), role.name()));
        }
        return roleOf;
    }

    private static WindowRequests incidents(Run of, Sums stretch) {
        WindowRequests incidents = new WindowRequests();
        incidents.add(stretch, of.roleOf());
        return incidents;
    }

    private static void falseOnes(List<Run> runs, int stretches) {
        Random random = new Random(1);
        int all = 0;
        int wrong = 0;
        int changed = 0;
        Map<String, Integer> what = new TreeMap<>();
        for (int i = 0; i < stretches; i++) {
            Run one = runs.get(random.nextInt(runs.size()));
            Run other = runs.get(random.nextInt(runs.size()));
            double seconds = 5 + 25 * random.nextDouble();
            Sums before = one.stretch(random, seconds);
            Sums after = other.stretch(random, seconds);
            boolean apart = !one.name().equals(other.name()) || areApart(before, after);
            if (!apart || Math.min(before.requests(), after.requests()) < MIN_REQUESTS) {
                continue;
            }
            List<Contrast> differences = Comparison.of(before, after).differences();
            List<Finding> changes =
                    new ArrayList<>(WindowFindings.changesOf(incidents(one, before), incidents(other, after)));
            changes.addAll(WindowFindings.changesOf(incidents(other, after), incidents(one, before)));
            changes.removeIf(own -> own.severity() == Finding.Severity.FACT);
            all++;
            wrong += differences.isEmpty() ? 0 : 1;
            changed += changes.isEmpty() ? 0 : 1;
            changes.forEach(own -> what.merge("within " + own.kind() + " " + own.nodes(), 1, Integer::sum));
            if (Boolean.getBoolean("told")) {
                differences.forEach(own -> System.out.println(one.name() + " " + other.name() + " " + own));
            }
            differences.forEach(own -> what.merge(
                    one.name() + " " + other.name() + " " + own.measure() + " "
                            + own.place().name() + " " + own.place().peer() + " " + own.kind(),
                    1,
                    Integer::sum));
        }
        System.out.printf(
                Locale.ROOT, "false: %d of %d comparisons; %d tell of a change within a run%n", wrong, all, changed);
        what.forEach((own, times) -> System.out.println("  " + times + " " + own));
    }

    private static boolean areApart(Sums one, Sums other) {
        return one.lastNanos() < other.firstNanos() || other.lastNanos() < one.firstNanos();
    }

    private static void found(List<Run> runs, String node, int stretches) {
        for (int requests : REQUESTS) {
            for (double millis : EXTRA_MILLIS) {
                Random random = new Random(2);
                int all = 0;
                int found = 0;
                for (int i = 0; i < stretches; i++) {
                    Run one = runs.get(random.nextInt(runs.size()));
                    Run other = runs.get(random.nextInt(runs.size()));
                    Sums before = one.stretch(random, requests / one.perSecond());
                    Sums after = later(other.stretch(random, requests / other.perSecond()), node, millis * 1e6);
                    boolean apart = !one.name().equals(other.name()) || areApart(before, after);
                    if (apart) {
                        all++;
                        found += Comparison.of(before, after).differences().stream()
                                        .anyMatch(own -> own.measure() == Measure.OWN
                                                && own.effect() > 0
                                                && own.place().name().equals(node))
                                ? 1
                                : 0;
                    }
                }
                System.out.printf(
                        Locale.ROOT, "%d requests, %s +%.0f ms: %d of %d found%n", requests, node, millis, found, all);
            }
        }
    }

    /** The same run with a node that takes longer for everything. */
    private static Sums later(Sums run, String node, double nanos) {
        return new Sums(
                run.firstNanos(),
                run.lastNanos(),
                run.blocks(),
                run.delays().stream()
                        .map(track -> track.measure() == Measure.OWN
                                        && track.place().name().equals(node)
                                ? track.later(nanos)
                                : track)
                        .toList(),
                run.shares());
    }
}

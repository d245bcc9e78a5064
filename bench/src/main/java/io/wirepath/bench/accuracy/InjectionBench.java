package io.wirepath.bench.accuracy;

import io.wirepath.analyze.finding.DetectorInput;
import io.wirepath.analyze.finding.Finding;
import io.wirepath.analyze.finding.SlowReplica;
import io.wirepath.analyze.incident.Incident;
import io.wirepath.analyze.incident.IncidentCase;
import io.wirepath.analyze.incident.Incidents;
import io.wirepath.analyze.incident.Surroundings;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.TimeSpan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code bench/diagnosis --kinds SEEDS DIR…}: faults of each kind, put into the quiet time of recorded sets
 * ({@link InjectedFault}): how often the first, and one of the first three, of what is told names the place.
 */
final class InjectionBench {

    private static final double SECOND = 1e9;
    private static final int IN_THREE = 3;

    private static final class Row {
        int all;
        int first;
        int amongThree;
        int told;
        final List<Double> onsetErrors = new ArrayList<>();
    }

    private final Map<InjectedFault.Kind, Row> rows = new TreeMap<>();
    private final ToldCoverage coverage = new ToldCoverage();

    private InjectionBench() {}

    static void print(int seeds, List<Path> directories) throws IOException {
        InjectionBench own = new InjectionBench();
        for (Path directory : directories) {
            Analysis analysis = DiagnosisBench.analysis(directory);
            TimeSpan quiet = QuietTraffic.quiet(directory, analysis.messages());
            String name = directory.getFileName().toString();
            InjectedFault.each(name, analysis, quiet, seeds, fault -> own.judge(name, fault, analysis, quiet));
        }
        own.print();
    }

    private void print() {
        System.out.println("| fault | put in | first | among three | told at all | onset, s: median |");
        System.out.println("|---|---:|---:|---:|---:|---:|");
        rows.forEach((kind, row) -> {
            row.onsetErrors.sort(null);
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %d | %d | %d | %d | %.2f |%n",
                    kind.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    row.all,
                    row.first,
                    row.amongThree,
                    row.told,
                    row.onsetErrors.isEmpty() ? Double.NaN : row.onsetErrors.get(row.onsetErrors.size() / 2));
        });
        coverage.print();
    }

    private void judge(String set, InjectedFault fault, Analysis analysis, TimeSpan span) {
        if (fault.kind() == InjectedFault.Kind.FROM_THE_START) {
            judgeReplicas(set, fault, analysis);
            return;
        }
        List<IncidentCase> told = Incidents.of(
                        fault.traffic().messages(),
                        fault.traffic().calls(),
                        fault.traffic().served(),
                        analysis.roles(),
                        span)
                .stream()
                .filter(each -> each.cause().kind() != Incident.Kind.FASTER)
                .toList();
        coverage.addAll(fault, told);
        int place = 0;
        while (place < told.size()
                && !DiagnosisScore.isOf(
                        told.get(place).cause().nodes(), told.get(place).cause().peers(), fault.nodes())) {
            place++;
        }
        Row row = rows.computeIfAbsent(fault.kind(), unseen -> new Row());
        row.all++;
        row.told += told.isEmpty() ? 0 : 1;
        row.first += place == 0 && !told.isEmpty() ? 1 : 0;
        row.amongThree += place < IN_THREE && place < told.size() ? 1 : 0;
        if (place < told.size()) {
            Incident named = told.get(place).cause();
            coverage.add(fault, named);
            long onset = named.change().onsetNanos();
            row.onsetErrors.add(Math.abs(onset - fault.onsetNear(onset)) / SECOND);
        }
        if (place > 0 || told.isEmpty()) {
            System.err.printf(
                    Locale.ROOT,
                    "%s %s at %s from %.1f of %.0f s: place %d of %s%n",
                    set,
                    fault.kind(),
                    QuietTraffic.names(analysis, fault.nodes()),
                    (fault.onsetNanos() - span.fromNanos()) / SECOND,
                    (span.toNanos() - span.fromNanos()) / SECOND,
                    place,
                    told.stream()
                            .limit(IN_THREE)
                            .map(each -> each.cause().kind() + " "
                                    + Math.round(each.requests().longerNanos() / 1e5) / 10.0 + " "
                                    + (each.cause().nodes().size() > 3
                                            ? each.cause().nodes().size()
                                            : QuietTraffic.names(
                                                    analysis, each.cause().nodes())))
                            .toList());
        }
    }

    /** What was always so has nothing before it: the comparison of replicas tells it. */
    private void judgeReplicas(String set, InjectedFault fault, Analysis analysis) {
        List<Finding> told = new SlowReplica()
                .detect(new DetectorInput(
                        fault.traffic().messages(),
                        analysis.links(),
                        fault.traffic().calls(),
                        fault.traffic().served(),
                        List.of(),
                        Map.of(),
                        0,
                        0,
                        analysis.nodes(),
                        analysis.roles(),
                        analysis.joins(),
                        Surroundings.of(
                                fault.traffic().messages(),
                                fault.traffic().calls(),
                                fault.traffic().served(),
                                analysis.roles(),
                                analysis.counted()),
                        List.of()));
        List<String> culprit = QuietTraffic.names(analysis, fault.nodes());
        Row row = rows.computeIfAbsent(fault.kind(), unseen -> new Row());
        row.all++;
        row.told += told.isEmpty() ? 0 : 1;
        row.first += !told.isEmpty() && told.get(0).nodes().equals(culprit) ? 1 : 0;
        row.amongThree +=
                told.stream().limit(IN_THREE).anyMatch(own -> own.nodes().equals(culprit)) ? 1 : 0;
        if (told.isEmpty() || !told.get(0).nodes().equals(culprit)) {
            System.err.printf(
                    "%s %s at %s: %s%n",
                    set,
                    fault.kind(),
                    culprit,
                    told.stream().map(Finding::title).toList());
        }
    }
}

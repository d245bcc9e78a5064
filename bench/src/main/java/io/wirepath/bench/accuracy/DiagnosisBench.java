package io.wirepath.bench.accuracy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.Excess;
import io.wirepath.analyze.change.Leap;
import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.finding.Finding;
import io.wirepath.analyze.incident.Incident;
import io.wirepath.analyze.incident.IncidentCase;
import io.wirepath.analyze.incident.Incidents;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code bench/diagnosis}: whether the first finding that is no fact names the culprit, when the fault began, and what
 * is told of quiet traffic.
 *
 * <pre>
 *   DiagnosisBench DIR[=CULPRIT]…     captures; incident.json tells service and onset_us or fault_s, nodes.csv or hosts the names
 *   DiagnosisBench --power            simulated series alone
 * </pre>
 *
 * Of a set with an incident, the time before it is quiet; a set without one is quiet throughout. The whole of it, both
 * halves and the middle are looked at.
 */
public final class DiagnosisBench {

    private static final double SECOND = 1e9;
    private static final double MILLI = 1e6;
    private static final int SEEDS = 100;
    private static final int IN_THREE = 3;

    private int incidents;
    private int first;
    private int amongThree;
    private final List<Double> onsetErrors = new ArrayList<>();
    private double quietSeconds;
    private int falseProblems;
    private int falseNotices;

    private DiagnosisBench() {}

    /** Prints the tables. */
    public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
        if (List.of(arguments).equals(List.of("--power"))) {
            power();
            return;
        }
        if (arguments[0].equals("--quiet")) {
            List<Path> sets = Stream.of(arguments).skip(2).map(Path::of).toList();
            QuietTraffic.print(Integer.parseInt(arguments[1]), sets);
            return;
        }
        if (arguments[0].equals("--kinds")) {
            List<Path> sets = Stream.of(arguments).skip(2).map(Path::of).toList();
            InjectionBench.print(Integer.parseInt(arguments[1]), sets);
            return;
        }
        if (arguments[0].equals("--constants")) {
            List<Path> sets = Stream.of(arguments).skip(4).map(Path::of).toList();
            int seeds = Integer.parseInt(arguments[1]);
            ChangeSensitivity.write(seeds, Pattern.compile(arguments[2]), Path.of(arguments[3]), sets);
            return;
        }
        DiagnosisBench bench = new DiagnosisBench();
        System.out.println("| set | culprit | place | onset, s | findings beside facts | false, before it |");
        System.out.println("|---|---|---:|---:|---:|---:|");
        for (String argument : arguments) {
            String[] parts = argument.split("=", 2);
            bench.add(Path.of(parts[0]), parts.length > 1 ? parts[1] : null);
        }
        bench.print();
    }

    private void add(Path directory, @Nullable String named) throws IOException {
        Path file = directory.resolve("incident.json");
        JsonNode incident = Files.exists(file) ? new ObjectMapper().readTree(file.toFile()) : null;
        Analysis analysis = analysis(directory);
        MessageTable messages = analysis.messages();
        long from = messages.timeNanos(0);
        long to = messages.timeNanos(messages.size() - 1);
        String row = "| %s | – | – | – |";
        if (incident != null) {
            String culprit = named != null ? named : incident.path("service").asText();
            to = incident.has("onset_us")
                    ? incident.get("onset_us").asLong() * 1000
                    : incident.get("fault_s").asLong() * (long) SECOND;
            row = "| %s | " + culprit + " | " + judged(analysis, culprit, to) + " |";
        }
        long findings = analysis.findings().stream()
                .filter(own -> own.severity() != Finding.Severity.FACT)
                .count();
        int problems = falseProblems;
        quiet(analysis, from, to);
        System.out.printf(row + " %d | %d |%n", directory.getFileName(), findings, falseProblems - problems);
    }

    private String judged(Analysis analysis, String culprit, long onset) {
        List<Finding> told = analysis.findings().stream()
                .filter(own -> own.severity() != Finding.Severity.FACT)
                .toList();
        int place = 0;
        while (place < told.size() && !isOf(told.get(place), culprit)) {
            place++;
        }
        incidents++;
        if (place == told.size()) {
            return "– | –";
        }
        first += place == 0 ? 1 : 0;
        amongThree += place < IN_THREE ? 1 : 0;
        Change change = told.get(place).change();
        if (change == null) {
            return place + 1 + " | –";
        }
        double error = (change.onsetNanos() - onset) / SECOND;
        onsetErrors.add(Math.abs(error));
        return String.format(Locale.ROOT, "%d | %+.2f", place + 1, error);
    }

    /** Whether it names the culprit alone, or as one of two ends. */
    private static boolean isOf(Finding finding, String culprit) {
        return finding.nodes().contains(culprit) && finding.nodes().size() <= 2
                || finding.title().contains(" " + culprit + " and ");
    }

    private void quiet(Analysis analysis, long from, long to) {
        long quarter = (to - from) / 4;
        ServedCalls served = new ServedCalls(analysis.messages(), analysis.calls());
        for (TimeSpan span : List.of(
                new TimeSpan(from, to),
                new TimeSpan(from, from + 2 * quarter),
                new TimeSpan(from + 2 * quarter, to),
                new TimeSpan(from + quarter, to - quarter))) {
            quietSeconds += (span.toNanos() - span.fromNanos()) / SECOND;
            for (IncidentCase own :
                    Incidents.of(analysis.messages(), analysis.calls(), served, analysis.roles(), span)) {
                Incident cause = own.cause();
                boolean notice = cause.isTraffic() || cause.kind() == Incident.Kind.QUEUES;
                falseNotices += notice ? 1 : 0;
                falseProblems += notice || cause.kind() == Incident.Kind.FASTER ? 0 : 1;
            }
        }
    }

    private void print() {
        onsetErrors.sort(null);
        System.out.printf(
                Locale.ROOT,
                "%nfirst %d, among three %d of %d; onset, s: median %.2f, largest %.2f%n",
                first,
                amongThree,
                incidents,
                onsetErrors.isEmpty() ? Double.NaN : onsetErrors.get(onsetErrors.size() / 2),
                onsetErrors.isEmpty() ? Double.NaN : onsetErrors.get(onsetErrors.size() - 1));
        System.out.printf(
                Locale.ROOT,
                "false problems of %.2f h of quiet stretches: %d; notices: %d%n",
                quietSeconds / 3600,
                falseProblems,
                falseNotices);
    }

    static Analysis analysis(Path directory) throws IOException {
        return RecordedSet.analysis(RecordedSet.captures(directory), hosts(directory));
    }

    /** Names of the set, of its nodes.csv or its hosts, or of the hosts beside it. */
    private static @Nullable Path hosts(Path directory) throws IOException {
        Path nodes = directory.resolve("nodes.csv");
        if (Files.exists(nodes)) {
            Path hosts = Files.createTempFile("hosts", "");
            try (Stream<String> lines = Files.lines(nodes)) {
                Files.write(
                        hosts,
                        lines.skip(1)
                                .map(line -> line.split(",", -1))
                                .map(cells -> cells[0] + " " + cells[1])
                                .toList());
            }
            return hosts;
        }
        return Stream.of(directory.resolve("hosts"), directory.resolveSibling("hosts"))
                .filter(Files::exists)
                .findFirst()
                .orElse(null);
    }

    /** Share of simulated faults that are found, and of series without one in which something is told. */
    private static void power() {
        System.out.println("| services | alike | requests after | ×1 | ×2 | ×3 | ×5 | ×10 | ×20 |");
        System.out.println("|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
        for (int services : new int[] {10, 50, 200}) {
            for (double alike : new double[] {0, 0.9}) {
                for (int after : new int[] {5, 15, 50, 200}) {
                    StringBuilder row = new StringBuilder("| " + services + " | " + alike + " | " + after + " |");
                    for (double factor : new double[] {1, 2, 3, 5, 10, 20}) {
                        row.append(' ')
                                .append(found(services, alike, after, factor))
                                .append(" |");
                    }
                    System.out.println(row);
                }
            }
        }
    }

    private static int found(int services, double alike, int after, double factor) {
        int found = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Observations own = series(new Random(seed), alike, 150, after, factor);
            found += Leap.ofDurations(own, MILLI, Excess.NONE, Incidents.FOR_LEAPS * Incidents.FALSE_ALARMS / services)
                            .isEmpty()
                    ? 0
                    : 1;
        }
        return found;
    }

    /** Lognormal times with waves, alike from request to request, three seconds between two on average. */
    private static Observations series(Random random, double alike, int before, int after, double factor) {
        Observations series = new Observations();
        double seconds = 0;
        double wave = 0;
        for (int at = 0; at < before + after; at++) {
            seconds -= 3 * Math.log(1 - random.nextDouble());
            wave = alike * wave + Math.sqrt(1 - alike * alike) * random.nextGaussian();
            double took = 20 * MILLI * Math.exp((wave + random.nextGaussian()) / Math.sqrt(8));
            series.add(Math.round(seconds * SECOND), 0, at < before ? took : factor * took, 0, at);
        }
        return series;
    }
}

package io.wirepath.pipeline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.analyze.compare.Comparison;
import io.wirepath.analyze.compare.RunSums;
import io.wirepath.analyze.finding.WindowFindings;
import io.wirepath.analyze.incident.WindowRequests;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.analyze.sum.DelayTrack;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.TimeSpan;
import io.wirepath.merge.store.MessageStore;
import io.wirepath.report.SumsJson;
import io.wirepath.report.compare.ComparedRuns;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Compares two runs, or two times of one: captures, spools, stores and JSON reports in, differences out. */
public final class ComparisonRun {

    private static final int MIN_REQUESTS = 20;

    private final MergeReading reading;
    private final @Nullable Path hosts;
    private final AlgorithmChoice choice;

    /**
     * Prepares.
     *
     * @param hosts file with names of addresses, or a directory of them, or null
     * @param choice chooses the algorithm
     */
    public ComparisonRun(MergeReading reading, @Nullable Path hosts, AlgorithmChoice choice) {
        this.reading = reading;
        this.hosts = hosts;
        this.choice = choice;
    }

    /** Compares two runs, each one report, one store, or captures and spools. */
    public ComparedRuns twoRuns(List<String> before, List<String> after) throws IOException {
        return compared(side(before), side(after));
    }

    /** Compares two times of one run. */
    public ComparedRuns twoTimes(List<String> inputs, TimeSpan before, TimeSpan after) throws IOException {
        if (isReport(inputs.get(0))) {
            throw new Failure(inputs.get(0)
                    + ": a report holds no single requests that could be parted by time; name the "
                    + "captures or the store");
        }
        return twoTimes(heading(inputs), analysis(inputs), before, after);
    }

    /** Compares two times of a run that is analysed already. */
    public static ComparedRuns twoTimes(String heading, Analysis analysis, TimeSpan before, TimeSpan after) {
        RunSums builder = SumsJson.builder(analysis);
        Map<String, String> roles = roles(analysis);
        return compared(new Side(heading, builder.of(before), roles), new Side(heading, builder.of(after), roles));
    }

    private record Side(String title, Sums baseline, Map<String, String> roleOf) {

        WindowRequests incidents() {
            WindowRequests incidents = new WindowRequests();
            incidents.add(baseline, roleOf);
            return incidents;
        }
    }

    private static ComparedRuns compared(Side before, Side after) {
        requireEnough(before, "before");
        requireEnough(after, "after");
        try {
            return new ComparedRuns(
                    before.title(),
                    after.title(),
                    Version.text(),
                    Comparison.of(before.baseline(), after.baseline()),
                    WindowFindings.changesOf(before.incidents(), after.incidents()),
                    WindowFindings.changesOf(after.incidents(), before.incidents()));
        } catch (IllegalArgumentException e) {
            throw new Failure(
                    before.title() + " and " + after.title() + ": " + e.getMessage()
                            + "; are they of the same system? --names FILE gives equal hosts equal names",
                    e);
        }
    }

    private static void requireEnough(Side side, String which) {
        int answered = side.baseline().delays().stream()
                .filter(track -> track.measure() == Measure.CALL)
                .mapToInt(DelayTrack::size)
                .sum();
        if (answered < MIN_REQUESTS) {
            throw new Failure(side.title() + " (" + which + "): there are fewer than " + MIN_REQUESTS
                    + " answered requests, which is too few to compare; choose a longer time");
        }
    }

    private Side side(List<String> inputs) throws IOException {
        if (inputs.size() == 1 && isReport(inputs.get(0))) {
            return ofReport(inputs.get(0));
        }
        Analysis analysis = analysis(inputs);
        return new Side(heading(inputs), SumsJson.builder(analysis).of(TimeSpan.ALWAYS), roles(analysis));
    }

    /** Name of the role of each node, by its name. */
    private static Map<String, String> roles(Analysis analysis) {
        Map<String, String> roles = new TreeMap<>();
        for (RoleSummary role : analysis.roles()) {
            role.nodes()
                    .forEach(node ->
                            roles.put(analysis.messages().nodes().get(node).name(), role.name()));
        }
        return roles;
    }

    private Analysis analysis(List<String> inputs) throws IOException {
        Path first = Path.of(inputs.get(0));
        if (MessageStore.isStore(first) && inputs.stream().anyMatch(input -> !MessageStore.isStore(Path.of(input)))) {
            throw new Failure(first + ": is a message store, which is compared alone or with other stores");
        }
        return new AnalysisRun(reading, hosts, choice, CallSelection.of(List.of()))
                .run(inputs, null, null)
                .report()
                .analysis();
    }

    /** Whether this is a file that begins like JSON, which no capture does. */
    private static boolean isReport(String input) throws IOException {
        Path file = Path.of(input);
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (InputStream from = Files.newInputStream(file)) {
            return from.read() == '{';
        }
    }

    private static Side ofReport(String input) throws IOException {
        try {
            JsonNode report = new ObjectMapper().readTree(Path.of(input).toFile());
            if (!report.path(SumsJson.FIELD).isObject()) {
                throw new Failure(input + ": is JSON without a \"" + SumsJson.FIELD
                        + "\"; compare takes what 'wirepath analyze --json=FILE' of this version writes");
            }
            return new Side(input, SumsJson.read(report.path(SumsJson.FIELD)), SumsJson.roles(report));
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw new Failure(input + ": is not a report that can be compared: " + Failure.reason(e), e);
        }
    }

    private static String heading(List<String> inputs) {
        return inputs.size() == 1 ? inputs.get(0) : inputs.get(0) + " and " + (inputs.size() - 1) + " more";
    }
}

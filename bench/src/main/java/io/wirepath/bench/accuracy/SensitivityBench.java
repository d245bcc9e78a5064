package io.wirepath.bench.accuracy;

import io.wirepath.analyze.truth.TraceConfiguration;
import io.wirepath.causes.CausalAlgorithm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code bench/sensitivity}: how much right links the joint linker loses or gains where one of its constants is half
 * or twice what it is. Each constant of the table in docs/results/constants.md is changed in the source, what uses it
 * is compiled, and the linker runs with these classes on sets that are not reported.
 */
@CommandLine.Command(
        name = "bench/sensitivity",
        description = "Halves and doubles each constant of the joint linker, and compares.",
        mixinStandardHelpOptions = true,
        usageHelpWidth = 100)
final class SensitivityBench implements Callable<Integer> {

    private static final String PACKAGE = "io.wirepath.causes.joint.";
    private static final Pattern ROW = Pattern.compile(
            "(?m)^(\\| `((?!change\\.|incident\\.)[\\w.]+)` \\| `([A-Z_]+)` \\| -?[0-9.]+ \\| [^|]+ \\| [^|]+ \\|)[^|\\n]*\\|?$");
    private static final double PER_CENT = 100;

    @Mixin
    private final RecordedSets sets = new RecordedSets();

    @Option(names = "--home", defaultValue = ".", description = "The project's directory. Default: this one.")
    private Path home = Path.of(".");

    @Option(
            names = "--only",
            paramLabel = "REGEX",
            defaultValue = ".*",
            description = "Constants to change, as CLASS.CONSTANT. Default: all.")
    private Pattern only = Pattern.compile(".*");

    @Option(names = "--requests", defaultValue = "250", description = "Requests of a generated trace. Default: 250.")
    private int requests;

    @Option(names = "--seed", defaultValue = "101", description = "Seed of generated traces. Default: 101.")
    private long seed;

    private final List<Trial> corpus = new ArrayList<>();
    private final ChangedConstants constants = new ChangedConstants(PACKAGE, PACKAGE);

    /** Runs the bench. */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new SensitivityBench()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, ReflectiveOperationException {
        gather();
        double asItIs = links(constants.asTheyAre());
        System.out.printf(Locale.ROOT, "links as it is: %.2f %%%n", PER_CENT * asItIs);
        Path page = home.resolve("docs/results/constants.md");
        String text = Files.readString(page);
        Matcher rows = ROW.matcher(text);
        StringBuilder changed = new StringBuilder();
        while (rows.find()) {
            MatchResult row = rows.toMatchResult();
            String name = row.group(2) + '.' + row.group(3);
            if (!only.matcher(name).matches()) {
                continue;
            }
            String cell = difference(row, 0.5, asItIs) + ", " + difference(row, 2, asItIs);
            System.out.println(name + ": " + cell);
            rows.appendReplacement(changed, Matcher.quoteReplacement(row.group(1) + ' ' + cell + " |"));
        }
        rows.appendTail(changed);
        Files.writeString(page, changed);
        return 0;
    }

    /** The difference in points; a dash where the linker does not work so, as with a quantile above one. */
    private String difference(MatchResult row, double factor, double asItIs)
            throws IOException, ReflectiveOperationException {
        try {
            return String.format(Locale.ROOT, "%+.2f", PER_CENT * (links(changed(row, factor)) - asItIs));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return "–";
        }
    }

    private void gather() throws IOException {
        for (TraceConfiguration configuration : Trial.configurations()) {
            corpus.add(Trial.generated(configuration.withInstances(12).withRelativeDeviation(0.3), requests, seed));
        }
        for (RecordedSet set : sets.open()) {
            corpus.add(Trial.recorded(set, seed));
        }
    }

    private double links(ClassLoader classes) throws ReflectiveOperationException {
        Class<?> linker = Class.forName(PACKAGE + "JointLinking", true, classes);
        Class<?> settings = Class.forName(PACKAGE + "JointSettings", true, classes);
        CausalAlgorithm algorithm = (CausalAlgorithm) linker.getConstructor(settings)
                .newInstance(settings.getMethod("defaults").invoke(null));
        return corpus.stream()
                .mapToDouble(
                        trial -> AccuracyRow.measure(trial, algorithm).links().links())
                .average()
                .orElse(0);
    }

    private ClassLoader changed(MatchResult row, double factor) throws IOException {
        return constants.changed(home, row.group(2), row.group(3), factor);
    }
}

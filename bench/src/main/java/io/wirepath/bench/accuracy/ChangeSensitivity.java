package io.wirepath.bench.accuracy;

import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.TimeSpan;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code bench/diagnosis --constants SEEDS REGEX HOME DIR...}: how many faults fewer or more are told first, and how
 * many problems of quiet time, where a constant of the model of change is half or twice what it is. Faults of each kind
 * are put into the quiet time of each set once; then each constant of the table in docs/results/constants.md is
 * changed, and the cell written.
 */
final class ChangeSensitivity {

    private static final String PACKAGE = "io.wirepath.analyze.";
    private static final Pattern ROW = Pattern.compile(
            "(?m)^(\\| `((?:change|incident|finding)\\.\\w+)` \\| `([A-Z_]+)` \\| -?[0-9.E-]+ \\| [^|]+ \\|)[^|\\n]*\\|?$");

    /**
     * A fault in the calls of a set, or none.
     *
     * @param nodes where it is; empty of all nodes, and of none
     * @param isQuiet whether there is none
     */
    record Trial(
            TrafficEdit.Edited traffic, List<RoleSummary> roles, TimeSpan span, List<Integer> nodes, boolean isQuiet) {}

    private final ClassLoader classes;
    private final ToDoubleFunction<Object[]> score;
    private final List<Trial> trials = new ArrayList<>();

    @SuppressWarnings("unchecked")
    private ChangeSensitivity(Path home) throws IOException, ReflectiveOperationException {
        String judge = DiagnosisScore.class.getName();
        classes = new ChangedConstants(PACKAGE, PACKAGE + "change.", PACKAGE + "incident.", judge).open(home);
        score = (ToDoubleFunction<Object[]>) Class.forName(judge, true, classes)
                .asSubclass(ToDoubleFunction.class)
                .getDeclaredConstructor()
                .newInstance();
    }

    static void write(int seeds, Pattern only, Path home, List<Path> directories)
            throws IOException, ReflectiveOperationException {
        ChangeSensitivity own = new ChangeSensitivity(home);
        for (Path directory : directories) {
            own.gather(directory, seeds);
        }
        own.score();
        double[] asItIs = own.score();
        System.out.printf(Locale.ROOT, "first %.0f of %d, false %.0f%n", asItIs[0], own.trials.size(), asItIs[1]);
        Path page = home.resolve("docs/results/constants.md");
        Matcher rows = ROW.matcher(Files.readString(page));
        StringBuilder changed = new StringBuilder();
        while (rows.find()) {
            MatchResult row = rows.toMatchResult();
            if (only.matcher(row.group(2) + '.' + row.group(3)).matches()) {
                String cell = own.difference(row, 0.5, asItIs) + ", " + own.difference(row, 2, asItIs);
                System.out.println(row.group(2) + '.' + row.group(3) + ": " + cell);
                System.out.flush();
                rows.appendReplacement(changed, Matcher.quoteReplacement(row.group(1) + ' ' + cell + " |"));
            }
        }
        rows.appendTail(changed);
        Files.writeString(page, changed);
    }

    private void gather(Path directory, int seeds) throws IOException {
        Analysis analysis = DiagnosisBench.analysis(directory);
        TimeSpan span = QuietTraffic.quiet(directory, analysis.messages());
        trials.add(new Trial(TrafficEdit.recorded(analysis), analysis.roles(), span, List.of(), true));
        InjectedFault.each(
                directory.getFileName().toString(),
                analysis,
                span,
                seeds,
                fault -> trials.add(new Trial(fault.traffic(), analysis.roles(), span, fault.nodes(), false)));
    }

    private String difference(MatchResult row, double factor, double[] asItIs) throws ReflectiveOperationException {
        Field constant = Class.forName(PACKAGE + row.group(2), true, classes).getDeclaredField(row.group(3));
        constant.setAccessible(true);
        Number value = (Number) constant.get(null);
        try {
            set(constant, value.doubleValue() * factor);
            double[] own = score();
            String wrong = own[1] == asItIs[1] ? "" : String.format(Locale.ROOT, " (%+.0f)", own[1] - asItIs[1]);
            return String.format(Locale.ROOT, "%+.0f%s", own[0] - asItIs[0], wrong);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return "–";
        } finally {
            set(constant, value.doubleValue());
        }
    }

    /** Whole numbers stay whole, and 1 at least. */
    private static void set(Field constant, double value) throws IllegalAccessException {
        if (constant.getType() == double.class) {
            constant.setDouble(null, value);
        } else if (constant.getType() == long.class) {
            constant.setLong(null, Math.max(1, Math.round(value)));
        } else {
            constant.setInt(null, Math.toIntExact(Math.max(1, Math.round(value))));
        }
    }

    /** Faults that are told first, and problems that are told of quiet time. */
    private double[] score() {
        double[] sum = new double[2];
        for (Trial own : trials) {
            TrafficEdit.Edited in = own.traffic();
            Object[] trial = {
                in.messages(), in.calls(), in.served(), own.roles(), own.span(), own.nodes(), own.isQuiet()
            };
            sum[own.isQuiet() ? 1 : 0] += score.applyAsDouble(trial);
        }
        return sum;
    }
}

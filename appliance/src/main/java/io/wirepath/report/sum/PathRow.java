package io.wirepath.report.sum;

import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.path.PathExample;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.path.PatternStep;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.CallTable;
import io.wirepath.flows.Outcome;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A path by role as a row of a table.
 *
 * @param words what it is found by besides its title: protocols, operations, outcomes, its paths by node
 */
public record PathRow(
        String id,
        String title,
        long count,
        double expectedCount,
        double expectedPerCount,
        Duration duration,
        String words) {

    /** Figures of how long it takes. */
    public record Duration(double meanNanos, long p50Nanos, long p99Nanos) {

        private static final Fields<Duration> FIELDS = Fields.<Duration>of("PathDuration", "How long a path takes.")
                .meanDuration("mean", "Mean.", Duration::meanNanos)
                .duration("p50", "Median.", Duration::p50Nanos)
                .duration("p99", "What 99 % do not exceed.", Duration::p99Nanos);
    }

    /** A row. */
    public static final Fields<PathRow> FIELDS = Fields.<PathRow>of("PathRow", "A path by role as a row of a table.")
            .text("id", "From the shape alone.", PathRow::id)
            .text("title", "The roles on it.", PathRow::title)
            .count("count", "Requests that most likely took it.", PathRow::count)
            .number("expectedCount", "Requests that took it, expected.", PathRow::expectedCount)
            .number("expectedPerCount", "expectedCount by count.", PathRow::expectedPerCount)
            .object("duration", Duration.FIELDS, "How long it takes.", PathRow::duration);

    /** What rows can be ordered by. */
    public static final Fields<PathRow> ORDERS = Fields.<PathRow>of("PathOrder", "What paths are ordered by.")
            .text("title", "The roles on it.", PathRow::title)
            .number("timeInAll", "Time in all requests.", row -> row.expectedCount * row.duration.meanNanos)
            .number("expectedCount", "Requests that took it, expected.", PathRow::expectedCount)
            .count("count", "Requests that most likely took it.", PathRow::count)
            .number("expectedPerCount", "expectedCount by count.", PathRow::expectedPerCount)
            .meanDuration("mean", "Mean.", row -> row.duration.meanNanos)
            .duration("p99", "What 99 % do not exceed.", row -> row.duration.p99Nanos);

    /** The paths of an analysis, in the order of its report. */
    static List<PathRow> all(Analysis analysis) {
        Map<Integer, Set<String>> outcomes = outcomes(analysis);
        return analysis.patterns().stream()
                .map(pattern -> new PathRow(
                        pattern.id(),
                        pattern.title(),
                        pattern.count(),
                        pattern.expectedCount(),
                        pattern.expectedPerCount(),
                        new Duration(
                                pattern.duration().meanNanos(),
                                pattern.duration().percentileNanos(50),
                                pattern.duration().percentileNanos(99)),
                        words(pattern, analysis.calls(), outcomes)))
                .toList();
    }

    /** How the calls of the examples ended, by the number of the first call. */
    private static Map<Integer, Set<String>> outcomes(Analysis analysis) {
        CallTable calls = analysis.calls();
        Map<Integer, Set<String>> outcomes = new HashMap<>();
        for (PathPattern pattern : analysis.patterns()) {
            for (PathExample example : pattern.examples()) {
                outcomes.put(Arrays.binarySearch(calls.request(), example.root()), new TreeSet<>());
            }
        }
        for (int call = 0; call < calls.size(); call++) {
            int outcome = calls.outcome(analysis.messages(), call);
            Set<String> told = outcomes.get(calls.root()[call]);
            if (told != null && outcome != Outcome.UNKNOWN) {
                told.add(Outcome.text(outcome));
                told.add(Outcome.verdict(outcome).name().toLowerCase(Locale.ROOT));
            }
        }
        return outcomes;
    }

    private static String words(PathPattern pattern, CallTable calls, Map<Integer, Set<String>> outcomes) {
        Set<String> words = new TreeSet<>();
        words(pattern.root(), words);
        pattern.members().forEach(member -> words.add(member.title()));
        for (PathExample example : pattern.examples()) {
            words.addAll(outcomes.getOrDefault(Arrays.binarySearch(calls.request(), example.root()), Set.of()));
        }
        return String.join("\n", words);
    }

    private static void words(PatternStep step, Set<String> to) {
        to.add(step.protocol());
        to.add(step.operation());
        step.children().forEach(child -> words(child, to));
    }

    /** All that it is found by. */
    public String text() {
        return String.join("\n", title, id, words);
    }
}

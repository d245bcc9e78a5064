package io.wirepath.report.text;

import static java.util.stream.Collectors.joining;

import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.path.PatternStep;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.LinkMeasure;
import io.wirepath.causes.PortText;
import io.wirepath.flows.CountText;
import io.wirepath.flows.Role;
import io.wirepath.report.JoinNames;
import java.util.List;
import java.util.Set;

/** The path patterns, ranked, and the first of them drawn as trees of messages. */
final class PathSection {

    /** Patterns that are drawn. */
    private static final int TREES = 3;

    /** Lines of a drawn pattern; the HTML report has all of it. */
    private static final int TREE_LINES = 24;

    /** Columns in front of what a drawn message is. */
    private static final int BEFORE_LABEL = 45;

    private static final int PERCENT = 100;

    private PathSection() {}

    static void append(StringBuilder to, Analysis analysis, TextSettings settings, Style style) {
        List<PathPattern> ranked = ranked(analysis, settings);
        if (ranked.isEmpty()) {
            return;
        }
        TextReport.heading(to, style, "PATHS  " + shown(ranked.size(), taken(analysis)) + " by " + settings.rank());
        TextTable table = new TextTable("in all", "count", analysis.measure().heading(), "mean", "p90", "<id", "/path");
        for (PathPattern pattern : ranked) {
            table.row(
                    duration(
                            pattern,
                            pattern.expectedCount() * pattern.duration().meanNanos()),
                    CountText.of(pattern.count()),
                    Figures.probability(pattern.expectedPerCount()),
                    duration(pattern, pattern.duration().meanNanos()),
                    duration(pattern, (double) pattern.duration().percentileNanos(90)),
                    pattern.id(),
                    Figures.printable(pattern.title()));
        }
        table.print(to, style);
        int rest = taken(analysis) - ranked.size();
        if (rest > 0) {
            long times = times(analysis.patterns()) - times(ranked);
            to.append("  ")
                    .append(style.faint(CountText.of(rest, "more path") + ", taken " + CountText.of(times, "time")
                            + "; --top N shows more"))
                    .append('\n');
        }
        Set<String> joins = JoinNames.of(analysis);
        ranked.stream().limit(TREES).forEach(pattern -> tree(to, pattern, analysis.measure(), joins, style));
    }

    /** A message that causes nothing, and that nobody answers, has a moment and no duration. */
    private static String duration(PathPattern pattern, double nanos) {
        return pattern.root().children().isEmpty() ? "-" : Figures.time(nanos);
    }

    private static String kind(Role role) {
        return switch (role) {
            case REQUEST -> "request";
            case RESPONSE -> "response";
            case ONE_WAY, UNKNOWN -> "message";
        };
    }

    private static long times(List<PathPattern> patterns) {
        return patterns.stream().mapToLong(PathPattern::count).sum();
    }

    private static int taken(Analysis analysis) {
        return (int) analysis.patterns().stream().filter(PathSection::isTaken).count();
    }

    /** Whether a path most likely has this pattern. */
    private static boolean isTaken(PathPattern pattern) {
        return pattern.count() > 0;
    }

    /** The patterns that are shown, in their order: none that no path most likely has. */
    static List<PathPattern> ranked(Analysis analysis, TextSettings settings) {
        return analysis.patterns().stream()
                .filter(PathSection::isTaken)
                .sorted(settings.rank().order())
                .limit(settings.top())
                .toList();
    }

    static String shown(int shown, int all) {
        return shown == all ? "(" + all + ")" : "(" + shown + " of " + all + ")";
    }

    private static void tree(
            StringBuilder to, PathPattern pattern, LinkMeasure measure, Set<String> joins, Style style) {
        to.append('\n').append("  ").append(style.heading(pattern.id()));
        to.append(style.faint("   starts   waited     wire " + "%5s".formatted(measure.heading())
                        + "   * what the end waited for"))
                .append('\n');
        int[] lines = {TREE_LINES};
        step(to, pattern.root(), "", lines, joins, style);
        if (lines[0] < 0) {
            to.append("  ")
                    .append(style.faint("… " + CountText.of(-lines[0], "more message") + "; --html shows all"))
                    .append('\n');
        }
    }

    /** Chains stay at one depth; only a message with several children indents them. */
    private static void step(
            StringBuilder to, PatternStep step, String indent, int[] lines, Set<String> joins, Style style) {
        if (lines[0]-- > 0) {
            int most = style.tableColumns() - BEFORE_LABEL;
            String mark = joins.contains(step.from()) ? JoinNames.MARK : "";
            String label = indent
                    + Figures.printable(step.from())
                    + mark
                    + arrow(step)
                    + Figures.printable(step.to())
                    + port(step)
                    + (step.operation().isEmpty() ? "" : "  " + Figures.printable(step.operation()))
                    + orders(step);
            to.append("  %-8s%s%8s %8s %8s %5s  %s%n"
                    .formatted(
                            kind(step.role()),
                            step.critical() ? "*" : " ",
                            Figures.time(step.startNanos()),
                            step.nodeDelay() == null
                                    ? ""
                                    : Figures.time(step.nodeDelay().meanNanos()),
                            step.networkDelay() == null
                                    ? ""
                                    : Figures.time(step.networkDelay().meanNanos()),
                            Figures.probability(step.probability()),
                            label.length() > most ? label.substring(0, most - 1) + "…" : label));
        }
        String inner = step.children().size() > 1 ? indent + "│ " : indent;
        for (PatternStep child : step.children()) {
            step(to, child, inner, lines, joins, style);
        }
    }

    /** Whose answer came last of calls made at once. */
    private static String orders(PatternStep step) {
        return step.orders().isEmpty()
                ? ""
                : step.orders().stream()
                        .map(order ->
                                Figures.printable(order.last()) + " " + Math.round(PERCENT * order.share()) + " %")
                        .collect(joining(", ", "  after ", ""));
    }

    private static String arrow(PatternStep step) {
        return step.role() == Role.RESPONSE ? " ⇢ " : " → ";
    }

    /** A role without a name of its own is called after its port already. */
    private static String port(PatternStep step) {
        return step.role() == Role.RESPONSE
                ? ""
                : PortText.of(step.to(), step.port()).substring(step.to().length());
    }
}

package io.wirepath.report.text;

import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.path.PatternStep;
import io.wirepath.analyze.path.PatternStep.NodeDelay;
import io.wirepath.flows.CountText;
import java.util.ArrayList;
import java.util.List;

/**
 * How long each node of a role takes in each place of a path, with the distribution over an axis that all share (WAP5
 * §6.3, Table 4 and Figure 11).
 */
final class PathNodeSection {

    private static final int COLUMNS = 24;
    private static final int PERCENT = 100;
    private static final String BARS = " ▁▂▃▄▅▆▇█";

    private PathNodeSection() {}

    static void append(StringBuilder to, List<PathPattern> patterns, int top, Style style) {
        boolean begun = false;
        for (PathPattern pattern : patterns) {
            for (PatternStep step : places(pattern.root(), new ArrayList<>())) {
                if (!begun) {
                    TextReport.heading(to, style, "PATHS BY NODE");
                    begun = true;
                }
                place(to, pattern, step, top, style);
            }
        }
    }

    /** Messages that several nodes send, causes before effects. */
    private static List<PatternStep> places(PatternStep step, List<PatternStep> found) {
        if (step.byNode().size() > 1) {
            found.add(step);
        }
        step.children().forEach(child -> places(child, found));
        return found;
    }

    private static void place(StringBuilder to, PathPattern pattern, PatternStep step, int top, Style style) {
        List<NodeDelay> nodes = step.byNode();
        double low = Math.log((double) nodes.stream()
                .mapToLong(of -> Math.max(1, of.delay().percentileNanos(1)))
                .min()
                .orElse(1));
        double high = Math.log((double) nodes.stream()
                .mapToLong(of -> Math.max(2, of.delay().percentileNanos(99)))
                .max()
                .orElse(2));
        to.append("  %s  %s before its %s %s%n"
                .formatted(
                        style.heading(pattern.id()),
                        Figures.printable(step.from()),
                        step.role().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'),
                        "to " + Figures.printable(step.to())));
        String axis = "<" + Figures.time(Math.exp(low)) + " … " + Figures.time(Math.exp(high));
        TextTable table = new TextTable("<node", "mean", "p50", "~p90", "p99", "samples", axis);
        for (NodeDelay of : nodes.subList(0, Math.min(top, nodes.size()))) {
            DelayDistribution delay = of.delay();
            table.row(
                    Figures.printable(of.node()),
                    Figures.time(delay.meanNanos()),
                    Figures.time(delay.percentileNanos(50)),
                    Figures.time(delay.percentileNanos(90)),
                    Figures.time(delay.percentileNanos(99)),
                    CountText.of(delay.samples()),
                    bars(delay, low, Math.max(high, low + 1)));
        }
        table.print(to, style);
    }

    /** Shares of the samples over equal steps of the logarithm of the delay; what lies outside stands at the ends. */
    private static String bars(DelayDistribution delay, double low, double high) {
        double[] share = new double[COLUMNS];
        double most = 0;
        for (int i = 0; i < COLUMNS; i++) {
            long from = i == 0 ? 0 : edge(low, high, i);
            long until = i == COLUMNS - 1 ? Long.MAX_VALUE : edge(low, high, i + 1);
            share[i] = delay.share(from, until);
            most = Math.max(most, share[i]);
        }
        StringBuilder bars = new StringBuilder();
        for (double each : share) {
            boolean none = each * PERCENT < 1;
            int level = most == 0 || none ? 0 : 1 + (int) Math.round(each / most * (BARS.length() - 2));
            bars.append(BARS.charAt(level));
        }
        return bars.toString();
    }

    private static long edge(double low, double high, int column) {
        return Math.round(Math.exp(low + (high - low) * column / COLUMNS));
    }
}

package io.wirepath.appliance.report.text;

import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.appliance.report.CaptureHealth;
import io.wirepath.sniffer.Counter;
import io.wirepath.sniffer.CounterSet;
import java.util.List;

/** How each capture fared: every counter that is not zero, or all of them. */
final class HealthSection {

    private static final String INDENT = " ".repeat(18);

    private HealthSection() {}

    static void append(StringBuilder to, List<CaptureHealth> inputs, TextSettings settings, Style style) {
        TextReport.heading(to, style, "CAPTURE HEALTH");
        for (CaptureHealth input : inputs) {
            to.append("  ")
                    .append(Figures.printable(input.sniffer()))
                    .append(": ")
                    .append(Figures.count(input.frames()))
                    .append(" frames in ")
                    .append(Figures.time(input.lastNanos() - input.firstNanos()))
                    .append('\n');
            input.damage()
                    .ifPresent(damage -> line(to, style.severity(Severity.PROBLEM, "damaged"), damage.describe(), 7));
            for (CounterSet.Value value : input.counters()) {
                if (value.value() != 0 || settings.allCounters()) {
                    counter(to, value, style);
                }
            }
        }
    }

    private static void counter(StringBuilder to, CounterSet.Value value, Style style) {
        String figure = Figures.count(value.value());
        boolean bad = value.value() != 0 && value.counter().kind() == Counter.Kind.LOSS;
        line(
                to,
                bad ? style.severity(Severity.NOTICE, figure) : figure,
                value.counter().sentence(),
                figure.length());
    }

    private static void line(StringBuilder to, String figure, String text, int width) {
        List<String> lines = Wrapping.lines(Figures.printable(text), TextTable.WIDTH - INDENT.length());
        to.append(" ".repeat(Math.max(2, INDENT.length() - 2 - width)))
                .append(figure)
                .append("  ");
        to.append(String.join("\n" + INDENT, lines)).append('\n');
    }
}

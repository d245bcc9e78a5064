package io.wirepath.report.text;

import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.flows.CountText;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.report.text.TextSettings.Health;
import io.wirepath.sniffer.Counter;
import io.wirepath.sniffer.CounterSet;
import java.util.List;
import java.util.Locale;

/** How each capture fared: the sum of all, and what those lost that are not clean; on request all that was counted. */
final class HealthSection {

    /** Captures that are told of at length; of more each gets a line. */
    private static final int MAX_AT_LENGTH = 8;

    private static final String INDENT = " ".repeat(18);

    private HealthSection() {}

    static void append(StringBuilder to, List<SnifferRecord> inputs, TextSettings settings, Style style) {
        boolean all = settings.health() != Health.WHERE_NOT_CLEAN;
        List<SnifferRecord> shown =
                inputs.stream().filter(input -> all || !isClean(input)).toList();
        TextReport.heading(to, style, "CAPTURE HEALTH  " + sum(inputs));
        boolean brief = shown.size() > MAX_AT_LENGTH && !all;
        for (SnifferRecord input : shown) {
            to.append("  ").append(summary(input));
            if (brief) {
                to.append(briefly(input)).append('\n');
                continue;
            }
            to.append('\n');
            input.damage()
                    .ifPresent(damage ->
                            line(to, style.severity(Severity.PROBLEM, "damaged"), damage.describe(), 7, style));
            for (CounterSet.Value value : input.counters()) {
                if (isShown(value, settings.health())) {
                    counter(to, value, style);
                }
            }
        }
    }

    private static String summary(SnifferRecord input) {
        return Figures.printable(input.name()) + ": " + CountText.of(input.frames(), "frame") + " in "
                + Figures.time(input.lastNanos() - input.firstNanos());
    }

    /** What was lost first, on the line of its capture. */
    private static String briefly(SnifferRecord input) {
        if (input.damage().isPresent()) {
            return "; damaged";
        }
        List<CounterSet.Value> lost =
                input.counters().stream().filter(HealthSection::isLoss).toList();
        String first = lost.get(0).counter().sentence();
        return "; " + CountText.of(lost.get(0).value()) + " "
                + inMidSentence(first.substring(0, first.length() - 1))
                + (lost.size() == 1 ? "" : ", and " + (lost.size() - 1) + " more kinds of loss");
    }

    /** Without a capital at its begin, unless that begins an abbreviation, as in TCP. */
    private static String inMidSentence(String text) {
        boolean abbreviation = text.length() > 1 && Character.isUpperCase(text.charAt(1));
        return abbreviation ? text : text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
    }

    private static String sum(List<SnifferRecord> inputs) {
        long frames = inputs.stream().mapToLong(SnifferRecord::frames).sum();
        long clean = inputs.stream().filter(HealthSection::isClean).count();
        String verdict = clean == inputs.size()
                ? "nothing lost"
                : inputs.size() == 1 ? "not clean" : CountText.of(inputs.size() - clean) + " not clean";
        return CountText.of(inputs.size(), "capture") + ", " + CountText.of(frames, "frame") + ", " + verdict;
    }

    private static boolean isClean(SnifferRecord input) {
        return input.damage().isEmpty() && input.counters().stream().noneMatch(HealthSection::isLoss);
    }

    private static boolean isLoss(CounterSet.Value value) {
        return value.value() != 0 && value.counter().kind() == Counter.Kind.LOSS;
    }

    private static boolean isShown(CounterSet.Value value, Health health) {
        return switch (health) {
            case WHERE_NOT_CLEAN -> isLoss(value);
            case ALL -> value.value() != 0;
            case WITH_ZEROS -> true;
        };
    }

    private static void counter(StringBuilder to, CounterSet.Value value, Style style) {
        String figure = CountText.of(value.value());
        boolean bad = isLoss(value);
        line(
                to,
                bad ? style.severity(Severity.NOTICE, figure) : figure,
                value.counter().sentence(),
                figure.length(),
                style);
    }

    private static void line(StringBuilder to, String figure, String text, int width, Style style) {
        List<String> lines = Wrapping.lines(Figures.printable(text), style.wordColumns() - INDENT.length());
        to.append(" ".repeat(Math.max(2, INDENT.length() - 2 - width)))
                .append(figure)
                .append("  ");
        to.append(String.join("\n" + INDENT, lines)).append('\n');
    }
}

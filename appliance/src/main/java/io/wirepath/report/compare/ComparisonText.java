package io.wirepath.report.compare;

import io.wirepath.analyze.compare.Comparison;
import io.wirepath.analyze.compare.Contrast;
import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.sum.ComparedPlace.Sort;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.flows.CountText;
import io.wirepath.report.text.Figures;
import io.wirepath.report.text.Style;
import io.wirepath.report.text.TextTable;
import io.wirepath.report.text.Wrapping;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** Writes a comparison of two runs for a terminal: what differs, then the figures. */
public final class ComparisonText {

    private static final double MIN_SHOWN = 0.001;

    private final ComparedRuns runs;
    private final Comparison comparison;
    private final int top;
    private final Style style;
    private final StringBuilder to = new StringBuilder();

    private ComparisonText(ComparedRuns runs, int top, Style style) {
        this.runs = runs;
        this.comparison = runs.comparison();
        this.top = top;
        this.style = style;
    }

    /**
     * The comparison as text.
     *
     * @param top rows of each table
     */
    public static String of(ComparedRuns runs, int top, Style style) {
        return new ComparisonText(runs, top, style).write();
    }

    private String write() {
        run("before", runs.before(), comparison.before());
        run("after ", runs.after(), comparison.after());
        differences();
        table("NODES  own time for a request, by kind", own -> own.measure() == Measure.OWN);
        table("CALLS  as their callers see them", own -> own.measure() == Measure.CALL);
        table("EDGES  time on the way", own -> own.measure() == Measure.WAY);
        table("PATHS  how often", own -> own.measure() == Measure.FREQUENCY);
        table("PATHS  how long", own -> own.measure() == Measure.DURATION);
        table(
                "OUTCOMES AND LOSS",
                own -> own.measure().form() == Measure.Form.SHARE
                        && own.measure() != Measure.FREQUENCY
                        && own.countBefore() + own.countAfter() > 0);
        table("LOAD", own -> own.measure() == Measure.LOAD);
        return to.toString();
    }

    private void run(String which, String title, Sums run) {
        to.append(style.heading(which))
                .append("  ")
                .append(Figures.printable(title))
                .append('\n');
        to.append(style.faint("        " + CountText.of(run.requests()) + " requests of clients in "
                        + Figures.time(run.spanNanos()) + " from "
                        + Instant.ofEpochSecond(0, run.firstNanos()).truncatedTo(ChronoUnit.MILLIS)))
                .append('\n');
    }

    private void heading(String text) {
        to.append('\n').append(style.heading(text)).append('\n');
    }

    private void differences() {
        heading("WHAT DIFFERS");
        if (runs.areAlike()) {
            to.append("  Nothing differs beyond chance.\n");
        }
        runs.tell(this::item);
        String note = CountText.of(comparison.contrasts().size())
                + " contrasts; one of 100 comparisons of an unchanged system may tell of a difference";
        Wrapping.lines(note, style.wordColumns() - 2)
                .forEach(line -> to.append(style.faint("  " + line)).append('\n'));
    }

    private void item(Severity severity, String sentence) {
        String mark = switch (severity) {
            case PROBLEM -> "  ✖ ";
            case NOTICE -> "  ! ";
            case FACT -> "  · ";
        };
        List<String> lines = Wrapping.lines(Figures.printable(sentence), style.wordColumns() - mark.length());
        for (int i = 0; i < lines.size(); i++) {
            to.append(style.severity(severity, (i == 0 ? mark : "    ") + lines.get(i)))
                    .append('\n');
        }
    }

    /** The contrasts of one sort, those that differ first, then those that chance explains least. */
    private void table(String heading, Predicate<Contrast> wanted) {
        List<Contrast> all = comparison.contrasts().stream()
                .filter(wanted)
                .sorted(Comparator.comparing((Contrast own) -> !own.differs()).thenComparingDouble(Contrast::chance))
                .toList();
        if (all.isEmpty()) {
            return;
        }
        List<Contrast> shown = all.subList(0, Math.min(top, all.size()));
        heading(heading
                + (shown.size() == all.size()
                        ? ""
                        : "  the " + shown.size() + " of " + all.size() + " least by chance"));
        boolean delays = shown.get(0).measure().form() == Measure.Form.DELAY;
        boolean load = shown.get(0).measure() == Measure.LOAD;
        TextTable table =
                new TextTable("<", "<where", "<what", "before", "after", "difference", "~n", "~n after", "chance");
        for (Contrast own : shown) {
            table.row(
                    own.differs() ? "▶" : "",
                    Figures.printable(ContrastWords.place(own.place())),
                    delays ? Figures.printable(own.kind().isEmpty() ? "all kinds" : own.kind()) : what(own, load),
                    ContrastWords.value(own, own.before()),
                    ContrastWords.value(own, own.after()),
                    ContrastWords.effect(own),
                    CountText.of(own.countBefore()),
                    CountText.of(own.countAfter()),
                    chance(own.chance()));
        }
        table.print(to, style);
    }

    private static String what(Contrast own, boolean load) {
        boolean system = own.place().sort() == Sort.SYSTEM;
        return switch (own.measure()) {
            case FAILED -> "failed";
            case REFUSED -> "refused";
            case UNANSWERED -> "unanswered";
            case UNREACHED -> "not connected";
            case RESENT -> "sent again";
            default -> load && system ? "requests of clients" : load ? "requests" : "share of paths";
        };
    }

    private static String chance(double chance) {
        return chance < MIN_SHOWN ? "<0.001" : String.format(Locale.ROOT, "%.3f", chance);
    }
}

package io.wirepath.report.text;

import io.wirepath.report.ParentComparison;
import java.util.Locale;

/** How right the inferred causes are, per service. */
final class ComparisonSection {

    private static final double PERCENT = 100;

    private ComparisonSection() {}

    static void append(StringBuilder to, ParentComparison comparison, Style style) {
        TextReport.heading(to, style, "COMPARED WITH THE PARENTS IN THE TRACES");
        to.append("  %s calls, %s found; right cause %s; traces of which every cause is right %s of %s%n"
                .formatted(
                        Figures.count(comparison.calls()),
                        Figures.count(comparison.found()),
                        share(comparison.right(), comparison.calls()),
                        share(comparison.rightTraces(), comparison.traces()),
                        Figures.count(comparison.traces())));
        TextTable table = new TextTable("<service", "requests", "all calls right", "calls", "right cause");
        for (ParentComparison.OfService of : comparison.services()) {
            table.row(
                    Figures.printable(of.service()),
                    Figures.count(of.incoming()),
                    share(of.exact(), of.incoming()),
                    Figures.count(of.outgoing()),
                    share(of.right(), of.outgoing()));
        }
        table.print(to, style);
    }

    private static String share(long part, long whole) {
        return whole == 0 ? "-" : String.format(Locale.ROOT, "%.1f %%", PERCENT * part / whole);
    }
}

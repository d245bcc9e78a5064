package io.wirepath.report.text;

import io.wirepath.flows.CountText;
import io.wirepath.report.ParentComparison;
import io.wirepath.report.SiteIds;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How right the inferred causes are, per service. */
final class ComparisonSection {

    private static final double PERCENT = 100;

    private ComparisonSection() {}

    static void append(StringBuilder to, ParentComparison comparison, Style style) {
        TextReport.heading(to, style, "COMPARED WITH THE PARENTS IN THE TRACES");
        to.append("  %s calls, %s found; right cause %s; traces of which every cause is right %s of %s%n"
                .formatted(
                        CountText.of(comparison.calls()),
                        CountText.of(comparison.found()),
                        share(comparison.right(), comparison.calls()),
                        share(comparison.rightTraces(), comparison.traces()),
                        CountText.of(comparison.traces())));
        TextTable table = new TextTable("<service", "requests", "all calls right", "calls", "right cause");
        for (ParentComparison.OfService of : comparison.services()) {
            table.row(
                    Figures.printable(of.service()),
                    CountText.of(of.incoming()),
                    share(of.exact(), of.incoming()),
                    CountText.of(of.outgoing()),
                    share(of.right(), of.outgoing()));
        }
        table.print(to, style);
    }

    /** The same by the identifiers in requests. */
    static void append(StringBuilder to, SiteIds ids, Style style) {
        TextReport.heading(to, style, "COMPARED WITH THE IDENTIFIERS IN REQUESTS");
        to.append("  %s calls carry one, and of %s it tells the cause; of those linked right %s, of all %s%n"
                .formatted(
                        CountText.of(ids.carried()),
                        CountText.of(ids.known().calls()),
                        share(ids.precision()),
                        share(ids.recall())));
    }

    private static String share(SiteIds.@Nullable Share share) {
        return share == null
                ? "-"
                : String.format(
                        Locale.ROOT,
                        "%.1f %% (%.1f to %.1f)",
                        PERCENT * share.value(),
                        PERCENT * share.low(),
                        PERCENT * share.high());
    }

    private static String share(long part, long whole) {
        return whole == 0 ? "-" : String.format(Locale.ROOT, "%.1f %%", PERCENT * part / whole);
    }
}

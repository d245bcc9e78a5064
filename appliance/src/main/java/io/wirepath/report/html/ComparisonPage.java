package io.wirepath.report.html;

import io.wirepath.analyze.compare.Contrast;
import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.report.compare.ComparedRuns;
import io.wirepath.report.compare.ContrastWords;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** A comparison as one HTML file that needs no network and no script. */
public final class ComparisonPage {

    private static final String STYLE =
            "body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:75em;padding:0 1em;"
                    + "color-scheme:light dark}table{border-collapse:collapse;margin:.5em 0}th,td{padding:.2em .7em;text-align:right}"
                    + "th{font-weight:600}td:nth-child(1),td:nth-child(2),th:nth-child(1),th:nth-child(2){text-align:left}"
                    + "tr:nth-child(even){background:#8881}tr.differs{font-weight:600}li.problem{color:#c22}li.notice{color:#a60}"
                    + ".wide{overflow-x:auto}small{opacity:.8}";

    private final StringBuilder to = new StringBuilder();

    private ComparisonPage() {}

    /** The page as text. */
    public static String of(ComparedRuns runs) {
        return new ComparisonPage().write(runs);
    }

    private String write(ComparedRuns runs) {
        to.append(PageFiles.plainHead("Wirepath: two runs compared", STYLE)).append("<h1>Two runs compared</h1>\n");
        run("Before", runs.before(), runs.comparison().before());
        run("After", runs.after(), runs.comparison().after());
        differences(runs);
        for (Measure measure : Measure.values()) {
            table(
                    measure,
                    runs.comparison().contrasts().stream()
                            .filter(own -> own.measure() == measure)
                            .toList());
        }
        return to.append("</main></body></html>\n").toString();
    }

    private void run(String which, String title, Sums run) {
        to.append("<p><b>")
                .append(which)
                .append("</b>: ")
                .append(PageFiles.escaped(title))
                .append(", ")
                .append(run.requests())
                .append(" requests of clients from ")
                .append(moment(run.firstNanos()))
                .append(" to ")
                .append(moment(run.lastNanos()))
                .append("</p>\n");
    }

    private static Instant moment(long nanos) {
        return Instant.ofEpochSecond(0, nanos).truncatedTo(ChronoUnit.MILLIS);
    }

    private void differences(ComparedRuns runs) {
        to.append("<h2>What differs</h2>\n");
        to.append(runs.areAlike() ? "<p>Nothing differs beyond chance.</p>\n" : "<ul>\n");
        runs.tell(this::item);
        to.append(runs.areAlike() ? "" : "</ul>\n")
                .append("<p><small>")
                .append(runs.comparison().contrasts().size())
                .append(
                        " contrasts; one of 100 comparisons of an unchanged system may tell of a difference.</small></p>\n");
    }

    private void item(Severity severity, String sentence) {
        to.append("<li class=\"")
                .append(severity.name().toLowerCase(Locale.ROOT))
                .append("\">")
                .append(PageFiles.escaped(sentence))
                .append("</li>\n");
    }

    private void table(Measure measure, List<Contrast> contrasts) {
        if (contrasts.isEmpty()) {
            return;
        }
        to.append("<h2>").append(heading(measure)).append("</h2>\n<div class=\"wide\"><table><tr>");
        for (String column :
                List.of("where", "kind", "before", "after", "difference", "n before", "n after", "chance")) {
            to.append("<th>").append(column).append("</th>");
        }
        to.append("</tr>\n");
        for (Contrast own : contrasts) {
            to.append(own.differs() ? "<tr class=\"differs\">" : "<tr>");
            cell(ContrastWords.place(own.place()));
            cell(own.kind());
            cell(ContrastWords.value(own, own.before()));
            cell(ContrastWords.value(own, own.after()));
            cell(ContrastWords.effect(own));
            cell(String.valueOf(own.countBefore()));
            cell(String.valueOf(own.countAfter()));
            cell(String.format(Locale.ROOT, "%.2g", own.chance()));
            to.append("</tr>\n");
        }
        to.append("</table></div>\n");
    }

    private void cell(String text) {
        to.append("<td>").append(PageFiles.escaped(text)).append("</td>");
    }

    /** What is measured, for people. */
    static String heading(Measure measure) {
        return switch (measure) {
            case OWN -> "Own time of nodes";
            case WAY -> "Time on the way";
            case SERVICE -> "Time to answer";
            case CALL -> "Time of calls";
            case DURATION -> "How long paths take";
            case FAILED -> "Failures that begin at a node";
            case REFUSED -> "Requests refused";
            case UNANSWERED -> "Requests without an answer";
            case UNREACHED -> "Attempts to connect that failed";
            case RESENT -> "Calls with a segment that was sent again";
            case FREQUENCY -> "How often paths are taken";
            case LOAD -> "Load";
        };
    }
}

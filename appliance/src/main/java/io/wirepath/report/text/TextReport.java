package io.wirepath.report.text;

import io.wirepath.analyze.finding.Finding;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.CountText;
import io.wirepath.report.Report;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a {@link Report} as text. The findings come last on a terminal, where the rest scrolls away above them, and
 * first elsewhere. The same report and settings give the same text.
 */
public final class TextReport {

    private static final String DETAIL_INDENT = "      ";
    private static final double SECOND = 1e9;
    private static final String NEXT =
            "--html FILE shows all of it with pictures; --explain doubtful says why links are as they"
                    + " are; --health shows what was counted; 'wirepath extract CALL' finds packets.";

    private final Report report;
    private final TextSettings settings;
    private final Style style;
    private final StringBuilder to = new StringBuilder();

    private TextReport(Report report, TextSettings settings) {
        this.report = report;
        this.settings = settings;
        this.style = settings.style();
    }

    /** The report as text. */
    public static String of(Report report, TextSettings settings) {
        return new TextReport(report, settings).write();
    }

    private String write() {
        for (String line : Wrapping.lines(Figures.printable(report.title()), style.wordColumns())) {
            to.append(style.heading(line)).append('\n');
        }
        wrap(headline(), "");
        boolean scrolls = style.columns() > 0;
        if (!scrolls) {
            findings();
        }
        if (!report.graphs().isEmpty()) {
            GraphSection.append(
                    to, report.graphs(), report.analysis().messages().nodes(), style, settings.top());
        }
        PathSection.append(to, report.analysis(), settings, style);
        if (settings.byNode()) {
            PathNodeSection.append(to, PathSection.ranked(report.analysis(), settings), settings.top(), style);
        }
        TimeSection.append(to, report.analysis(), style);
        NodeSection.append(to, report.analysis(), settings, style);
        CallSection.append(to, report.analysis(), settings, style);
        if (settings.why()) {
            ExplanationSection.append(to, report.analysis(), style);
        }
        if (report.comparison() != null) {
            ComparisonSection.append(to, report.comparison(), style);
        }
        if (report.ids() != null) {
            ComparisonSection.append(to, report.ids(), style);
        }
        if (report.merge() != null) {
            MergeSections.append(to, report.merge(), report.sniffers(), report.nodeNames(), settings.top(), style);
        }
        HostSection.append(to, report, settings.top(), style);
        HealthSection.append(to, report.inputs(), settings, style);
        notes();
        if (scrolls) {
            findings();
        }
        next();
        return to.toString();
    }

    private String headline() {
        var messages = report.analysis().messages();
        long span = messages.size() == 0 ? 0 : messages.timeNanos(messages.size() - 1) - messages.timeNanos(0);
        long calls = report.analysis().calls().answerable(messages);
        return "%s, %s%s between %s in %s; causes by %s"
                .formatted(
                        CountText.of(messages.size(), "message"),
                        CountText.of(calls, "call"),
                        rateAndErrors(calls, span),
                        CountText.of(messages.nodes().size(), "node"),
                        Figures.time(span),
                        report.analysis().algorithm());
    }

    /** How many calls a second, how many failed, and of how many no response was seen. */
    private String rateAndErrors(long calls, long spanNanos) {
        CallTable table = report.analysis().calls();
        MessageTable messages = report.analysis().messages();
        long failed = 0;
        long unanswered = 0;
        long halfSeen = 0;
        for (int call = 0; call < table.size(); call++) {
            unanswered += table.isUnanswered(messages, call) ? 1 : 0;
            halfSeen += table.isHalfSeen(messages, call) ? 1 : 0;
            failed += table.isFailed(messages, call) ? 1 : 0;
        }
        List<String> parts = new ArrayList<>();
        long rate = spanNanos == 0 ? 0 : Math.round(calls * SECOND / spanNanos);
        if (calls > 1 && rate > 0) {
            parts.add(CountText.of(rate) + "/s");
        }
        if (failed > 0) {
            parts.add(CountText.of(failed) + " failed");
        }
        if (unanswered > 0) {
            parts.add(CountText.of(unanswered) + " without answer");
        }
        if (halfSeen > 0) {
            parts.add(CountText.of(halfSeen) + " seen one way alone");
        }
        return parts.isEmpty() ? "" : " (" + String.join(", ", parts) + ")";
    }

    private void next() {
        if (report.analysis().messages().size() > 0) {
            to.append('\n');
            wrap("next: ", NEXT, "      ");
        }
    }

    private void findings() {
        List<Finding> findings = report.analysis().findings();
        heading(to, style, "FINDINGS");
        if (findings.isEmpty()) {
            to.append("  Nothing stands out.\n");
        }
        for (Finding finding : findings) {
            String mark = switch (finding.severity()) {
                case PROBLEM -> "  ✖ ";
                case NOTICE -> "  ! ";
                case FACT -> "  · ";
            };
            List<String> title =
                    Wrapping.lines(Figures.printable(finding.title()), style.wordColumns() - mark.length());
            for (int i = 0; i < title.size(); i++) {
                to.append(style.severity(finding.severity(), (i == 0 ? mark : "    ") + title.get(i)))
                        .append('\n');
            }
            wrap(Figures.printable(finding.detail()), DETAIL_INDENT);
        }
    }

    private void notes() {
        if (report.notes().isEmpty()) {
            return;
        }
        heading(to, style, "NOTES");
        for (String note : report.notes()) {
            wrap("  · ", Figures.printable(note), "    ");
        }
    }

    private void wrap(String text, String indent) {
        wrap(indent, text, indent);
    }

    private void wrap(String first, String text, String indent) {
        List<String> lines = Wrapping.lines(text, style.wordColumns() - indent.length());
        for (int i = 0; i < lines.size(); i++) {
            to.append(i == 0 ? first : indent).append(lines.get(i)).append('\n');
        }
    }

    static void heading(StringBuilder to, Style style, String text) {
        to.append('\n').append(style.heading(text)).append('\n');
    }
}

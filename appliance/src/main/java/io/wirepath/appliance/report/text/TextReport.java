package io.wirepath.appliance.report.text;

import io.wirepath.analyze.finding.Finding;
import io.wirepath.appliance.report.Report;
import java.util.List;

/**
 * Writes a {@link Report} for a terminal, findings first. The same report and settings give the same text.
 */
public final class TextReport {

    private static final String DETAIL_INDENT = "      ";

    private final Report report;
    private final TextSettings settings;
    private final Style style;
    private final StringBuilder to = new StringBuilder();

    private TextReport(Report report, TextSettings settings) {
        this.report = report;
        this.settings = settings;
        this.style = new Style(settings.colour());
    }

    /** The report as text. */
    public static String of(Report report, TextSettings settings) {
        return new TextReport(report, settings).write();
    }

    private String write() {
        for (String line : Wrapping.lines(Figures.printable(report.title()), TextTable.WIDTH)) {
            to.append(style.heading(line)).append('\n');
        }
        wrap(headline(), "");
        findings();
        PathSection.append(to, report.analysis(), settings, style);
        NodeSection.append(to, report.analysis(), settings, style);
        CallSection.append(to, report.analysis(), settings, style);
        ExplanationSection.append(to, report.analysis(), style);
        if (report.merge() != null) {
            MergeSections.append(to, report.merge(), report.sniffers(), settings.top(), style);
        }
        HealthSection.append(to, report.inputs(), settings, style);
        notes();
        return to.toString();
    }

    private String headline() {
        var messages = report.analysis().messages();
        long span = messages.size() == 0 ? 0 : messages.timeNanos(messages.size() - 1) - messages.timeNanos(0);
        return "%s messages, %s calls between %s nodes in %s; causes by %s"
                .formatted(
                        Figures.count(messages.size()),
                        Figures.count(report.analysis()
                                .calls()
                                .answerable(report.analysis().messages())),
                        Figures.count(messages.nodes().size()),
                        Figures.time(span),
                        report.analysis().algorithm());
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
            List<String> title = Wrapping.lines(Figures.printable(finding.title()), TextTable.WIDTH - mark.length());
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
        List<String> lines = Wrapping.lines(text, TextTable.WIDTH - indent.length());
        for (int i = 0; i < lines.size(); i++) {
            to.append(i == 0 ? first : indent).append(lines.get(i)).append('\n');
        }
    }

    static void heading(StringBuilder to, Style style, String text) {
        to.append('\n').append(style.heading(text)).append('\n');
    }
}

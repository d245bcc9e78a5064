package io.wirepath.report.text;

import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.explain.Explanation;
import io.wirepath.causes.explain.Explanation.Answer;
import io.wirepath.causes.explain.Explanation.Term;
import io.wirepath.causes.explain.Words;
import java.util.Arrays;
import java.util.Locale;

/** Why calls have their causes: each possible cause, with what speaks for it. */
final class ExplanationSection {

    private final MessageTable messages;
    private final int[] request;
    private final Style style;
    private final StringBuilder to;

    private ExplanationSection(StringBuilder to, Analysis analysis, Style style) {
        this.to = to;
        this.style = style;
        messages = analysis.messages();
        request = analysis.calls().request();
    }

    static void append(StringBuilder to, Analysis analysis, Style style) {
        if (analysis.explanations().isEmpty()) {
            return;
        }
        TextReport.heading(to, style, "WHY  (" + analysis.explanations().size() + ") what each cause would explain");
        ExplanationSection section = new ExplanationSection(to, analysis, style);
        analysis.explanations().forEach(section::append);
    }

    private void append(Explanation explanation) {
        to.append('\n').append("  ").append(style.heading(message(explanation.row())));
        to.append(style.faint("  by " + explanation.algorithm())).append('\n');
        double least = explanation.answers().stream()
                .mapToDouble(Answer::totalNats)
                .min()
                .orElse(0);
        if (explanation.answers().stream().anyMatch(each -> each.probability() > explanation.probability())) {
            String why = "▶ is chosen because it makes the answers for all calls together most likely; for this "
                    + "call alone another cause is likelier.";
            Wrapping.lines(why, style.wordColumns() - 4)
                    .forEach(line -> to.append("    ").append(style.faint(line)).append('\n'));
        }
        for (Answer answer : explanation.answers()) {
            String head = String.format(
                    Locale.ROOT,
                    "  %s %5s  %+7.1f  %s",
                    answer.chosen() ? "▶" : " ",
                    Figures.probability(answer.probability()),
                    answer.totalNats() - least,
                    cause(answer, explanation.row()));
            to.append(answer.chosen() ? style.heading(head) : head).append('\n');
            answer.terms().forEach(this::append);
        }
    }

    private void append(Term term) {
        String line = String.format(
                Locale.ROOT, "%9s %+7.1f    %-18s %s", "", term.nats(), term.name(), Figures.printable(term.detail()));
        to.append(style.faint(line)).append('\n');
    }

    private String cause(Answer answer, int row) {
        if (answer.cause() == MessageTable.NONE) {
            return "no cause in the trace";
        }
        long before = messages.timeNanos(row) - messages.timeNanos(answer.cause());
        return message(answer.cause()) + ", " + Words.duration(before) + " before";
    }

    private String message(int row) {
        NodeTable nodes = messages.nodes();
        String from = Figures.printable(nodes.get(messages.source(row)).name()) + ':' + messages.sourcePort(row);
        String into =
                Figures.printable(nodes.get(messages.destination(row)).name()) + ':' + messages.destinationPort(row);
        int call = Arrays.binarySearch(request, row);
        return call >= 0 ? "call " + call + " " + from + " → " + into : from + " → " + into;
    }
}

package io.wirepath.report.text;

import io.wirepath.analyze.traffic.CallDelays;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.NodeTable;
import io.wirepath.flows.CountText;
import java.util.List;

/** Callers, callees, and how long the answers take. */
final class CallSection {

    private CallSection() {}

    static void append(StringBuilder to, Analysis analysis, TextSettings settings, Style style) {
        List<CallDelays.Edge> edges = CallDelays.of(analysis);
        List<CallDelays.Edge> shown = edges.stream().limit(settings.top()).toList();
        if (shown.isEmpty()) {
            return;
        }
        TextReport.heading(
                to,
                style,
                "CALLS  " + PathSection.shown(shown.size(), edges.size())
                        + " by number; from request to end of response");
        NodeTable nodes = analysis.messages().nodes();
        TextTable table = new TextTable("<from", "<to", "calls", "no answer", "mean", "p50", "p90", "p99");
        for (CallDelays.Edge edge : shown) {
            table.row(
                    Figures.printable(nodes.get(edge.caller()).name()),
                    Figures.printable(nodes.get(edge.callee()).name()) + ":" + edge.port(),
                    CountText.of(edge.calls()),
                    edge.unanswered() == 0 ? "" : CountText.of(edge.unanswered()),
                    NodeSection.mean(edge.delay()),
                    NodeSection.percentile(edge.delay(), 50),
                    NodeSection.percentile(edge.delay(), 90),
                    NodeSection.percentile(edge.delay(), 99));
        }
        table.print(to, style);
    }
}

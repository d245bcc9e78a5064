package io.wirepath.report.text;

import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.analyze.delay.NodeSummary;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.NodeTable;
import io.wirepath.flows.CountText;
import io.wirepath.report.JoinNames;
import java.util.Comparator;
import java.util.List;

/** What each node did and how long it took, the busiest first. */
final class NodeSection {

    private NodeSection() {}

    static void append(StringBuilder to, Analysis analysis, TextSettings settings, Style style) {
        List<NodeSummary> nodes = busiest(analysis.nodes(), settings.top());
        if (nodes.isEmpty()) {
            return;
        }
        TextReport.heading(
                to,
                style,
                "NODES  " + PathSection.shown(nodes.size(), analysis.nodes().size()) + " by own time in all");
        TextTable table =
                new TextTable("<node", "<role", "in all", "served", "~made", "mean", "p90", "~p99", "service", "p90");
        boolean untraced = false;
        boolean joins = false;
        for (NodeSummary summary : nodes) {
            NodeTable.Node node = analysis.messages().nodes().get(summary.node());
            untraced |= !node.traced();
            boolean isJoin = analysis.joins().atJoin()[summary.node()];
            joins |= isJoin;
            table.row(
                    Figures.printable(node.name()) + (node.traced() ? "" : " ◇") + (isJoin ? JoinNames.MARK : ""),
                    Figures.printable(summary.client() ? "CLIENT" : summary.role()),
                    summary.ownDelay().samples() == 0 ? "-" : Figures.time(ownInAll(summary)),
                    CountText.of(summary.callsServed()),
                    CountText.of(summary.callsMade()),
                    mean(summary.ownDelay()),
                    percentile(summary.ownDelay(), 90),
                    percentile(summary.ownDelay(), 99),
                    mean(summary.serviceDelay()),
                    percentile(summary.serviceDelay(), 90));
        }
        table.print(to, style);
        if (untraced) {
            note(to, style, "  ◇ no sniffer stood there: what the fastest way there and back leaves");
        }
        if (joins) {
            note(to, style, "  ⋈ sends because of several messages together: its links are less certain");
        }
    }

    private static List<NodeSummary> busiest(List<NodeSummary> nodes, int most) {
        return nodes.stream()
                .sorted(Comparator.comparingDouble(NodeSection::ownInAll).reversed())
                .limit(most)
                .toList();
    }

    private static double ownInAll(NodeSummary node) {
        return node.ownDelay().meanNanos() * node.ownDelay().weight();
    }

    private static void note(StringBuilder to, Style style, String text) {
        to.append(style.faint(text)).append('\n');
    }

    static String mean(DelayDistribution delay) {
        return delay.samples() == 0 ? "-" : Figures.time(delay.meanNanos());
    }

    static String percentile(DelayDistribution delay, double percentile) {
        return delay.samples() == 0 ? "-" : Figures.time(delay.percentileNanos(percentile));
    }
}

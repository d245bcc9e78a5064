package io.wirepath.report.sum;

import io.wirepath.analyze.row.FindingRow;
import io.wirepath.analyze.row.NodeRow;
import io.wirepath.analyze.traffic.CallDelays;
import io.wirepath.analyze.traffic.TrafficTotals;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.LinkMeasure;
import io.wirepath.report.FieldJson;
import java.util.List;

/**
 * What a window is added by to others, but for what it is compared by, who sends to whom, and its paths.
 *
 * @param messages messages
 * @param calls calls
 * @param linkProbability sum over messages of the certainty of their cause
 * @param measure what that certainty is
 * @param nodes nodes
 * @param operations what services are asked for, those with most calls first
 * @param findings its findings as JSON, which a window alone tells
 */
public record WindowTerms(
        long messages,
        long calls,
        double linkProbability,
        LinkMeasure measure,
        List<NodeRow> nodes,
        List<CallDelays.Operation> operations,
        String findings) {

    /** Of a window without messages. */
    public static final WindowTerms NOTHING =
            new WindowTerms(0, 0, 0, LinkMeasure.PROBABILITY, List.of(), List.of(), "[]");

    static WindowTerms of(Analysis analysis) {
        TrafficTotals totals = TrafficTotals.of(analysis);
        return new WindowTerms(
                totals.messages(),
                totals.calls(),
                totals.messages() * totals.meanLinkProbability(),
                analysis.measure(),
                NodeRow.all(analysis),
                CallDelays.operations(analysis),
                FieldJson.all(FindingRow.FIELDS, analysis.findings()).toString());
    }
}

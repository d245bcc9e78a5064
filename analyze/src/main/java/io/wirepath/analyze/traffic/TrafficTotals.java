package io.wirepath.analyze.traffic;

import io.wirepath.analyze.delay.NodeSummary;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import java.util.stream.IntStream;

/**
 * What counts in an analysis, in total.
 *
 * @param messages number of messages
 * @param calls number of calls that nodes served
 * @param meanLinkProbability mean over calls of the probability of the most likely cause; 1 where there is none
 * @param firstNanos time of the first message, ns since the epoch; 0 where there is none
 * @param lastNanos time of the last message, ns since the epoch; 0 where there is none
 */
public record TrafficTotals(long messages, long calls, double meanLinkProbability, long firstNanos, long lastNanos) {

    /** Adds up. */
    public static TrafficTotals of(Analysis analysis) {
        MessageTable messages = analysis.messages();
        long counted = 0;
        long first = 0;
        long last = 0;
        for (int row = 0; row < messages.size(); row++) {
            if (analysis.counted().holds(messages, row)) {
                first = counted++ == 0 ? messages.timeNanos(row) : first;
                last = messages.timeNanos(row);
            }
        }
        long calls =
                analysis.nodes().stream().mapToLong(NodeSummary::callsServed).sum();
        CallTable links = analysis.calls();
        double certain = IntStream.range(0, links.size())
                .filter(call -> analysis.counted().holds(messages, links.request()[call]))
                .mapToDouble(call -> links.probability()[call])
                .average()
                .orElse(1);
        return new TrafficTotals(counted, calls, certain, first, last);
    }
}

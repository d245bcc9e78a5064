package io.wirepath.analyze.traffic;

import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.ConnectionAttempt;
import io.wirepath.causes.MessageTable;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which nodes talk to each other: the edges of the node map. Calls are those of {@link CallDelays}, so that map and
 * table agree; messages are all that were rebuilt, among them those that set up a connection, which are no calls.
 */
public final class TrafficMap {

    /**
     * Traffic from one node to another.
     *
     * @param from number of the sending node
     * @param to number of the receiving node
     * @param messages messages sent
     * @param bytes their length in bytes
     * @param calls calls made, to all ports
     * @param unanswered calls of which no response was seen
     * @param failed calls that were answered with a failure
     * @param notOpened attempts to connect that failed
     * @param delay of the answered calls, as {@link CallDelays} has it
     */
    public record Edge(
            int from,
            int to,
            long messages,
            long bytes,
            long calls,
            long unanswered,
            long failed,
            long notOpened,
            DelayDistribution delay) {}

    private static final class Tally {
        final DelayDistribution delay = new DelayDistribution();
        long messages;
        long bytes;
        long calls;
        long unanswered;
        long failed;
        long notOpened;
    }

    private TrafficMap() {}

    /**
     * The edges of what counts in an analysis, in order of the nodes' numbers.
     *
     * @param calls its calls: {@link CallDelays#of}
     */
    public static List<Edge> edges(Analysis analysis, List<CallDelays.Edge> calls) {
        Map<Long, Tally> tallies = new HashMap<>();
        MessageTable messages = analysis.messages();
        for (int row = 0; row < messages.size(); row++) {
            if (analysis.counted().holds(messages, row)) {
                Tally tally = tally(tallies, messages.source(row), messages.destination(row));
                tally.messages++;
                tally.bytes += messages.lengthBytes(row);
            }
        }
        for (ConnectionAttempt attempt : messages.attempts()) {
            boolean known = attempt.source() != MessageTable.NONE && attempt.destination() != MessageTable.NONE;
            if (known && analysis.counted().holds(attempt.nanos())) {
                tally(tallies, attempt.source(), attempt.destination()).notOpened++;
            }
        }
        for (CallDelays.Edge each : calls) {
            Tally tally = tally(tallies, each.caller(), each.callee());
            tally.calls += each.calls();
            tally.unanswered += each.unanswered();
            tally.failed += each.failed();
            tally.delay.add(each.delay());
        }
        return tallies.entrySet().stream()
                .map(entry -> edge((int) (entry.getKey() >> 32), entry.getKey().intValue(), entry.getValue()))
                .sorted(Comparator.comparingInt(Edge::from).thenComparingInt(Edge::to))
                .toList();
    }

    private static Tally tally(Map<Long, Tally> tallies, int from, int to) {
        return tallies.computeIfAbsent((long) from << 32 | to, unseen -> new Tally());
    }

    private static Edge edge(int from, int to, Tally tally) {
        return new Edge(
                from,
                to,
                tally.messages,
                tally.bytes,
                tally.calls,
                tally.unanswered,
                tally.failed,
                tally.notOpened,
                tally.delay);
    }
}

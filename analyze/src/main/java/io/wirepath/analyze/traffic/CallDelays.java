package io.wirepath.analyze.traffic;

import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Outcome;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How long calls from one node to another took, as the caller's side saw them. */
public final class CallDelays {

    /** Edges that are told apart by port. */
    private static final int MAX_EDGES = 10_000;

    /** The port of an edge that stands for the ports of two nodes beyond that. */
    private static final int OTHER_PORTS = 0;

    /**
     * The calls from one node to a port of another.
     *
     * @param caller number of the calling node
     * @param callee number of the called node
     * @param port the called port
     * @param calls number of calls
     * @param unanswered calls of which no response was seen, though one would have been
     * @param failed calls that were answered with a failure of the callee, or of what it needs
     * @param delay from the request to the last byte of the response; calls without response left out
     */
    public record Edge(
            int caller, int callee, int port, long calls, long unanswered, long failed, DelayDistribution delay) {}

    private record Key(int caller, int callee, int port) {}

    private static final class Tally {
        final DelayDistribution delay = new DelayDistribution();
        long calls;
        long unanswered;
        long failed;

        void add(Tally other) {
            delay.add(other.delay);
            calls += other.calls;
            unanswered += other.unanswered;
            failed += other.failed;
        }
    }

    private CallDelays() {}

    /** The edges of all calls that count, those with the most calls first. */
    public static List<Edge> of(Analysis analysis) {
        Map<Key, Tally> tallies = new HashMap<>();
        MessageTable messages = analysis.messages();
        CallTable calls = analysis.calls();
        for (int call = 0; call < calls.size(); call++) {
            int request = calls.request()[call];
            if (calls.isOneWay(messages, call) || !analysis.counted().holds(messages, request)) {
                continue;
            }
            int response = calls.response()[call];
            Key key =
                    new Key(messages.source(request), messages.destination(request), messages.destinationPort(request));
            Tally tally = tallies.computeIfAbsent(key, k -> new Tally());
            tally.calls++;
            tally.failed += Outcome.verdict(calls.outcome(messages, call)) == Outcome.Verdict.FAILED ? 1 : 0;
            if (response == MessageTable.NONE) {
                tally.unanswered += calls.isUnanswered(messages, call) ? 1 : 0;
            } else if (!messages.isUnseen(request) && !messages.isUnseen(response)) {
                tally.delay.add(end(messages, response) - messages.timeNanos(request), 1);
            }
        }
        return bounded(tallies).entrySet().stream()
                .map(entry -> edge(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingLong(Edge::calls)
                        .reversed()
                        .thenComparingInt(Edge::caller)
                        .thenComparingInt(Edge::callee)
                        .thenComparingInt(Edge::port))
                .toList();
    }

    /** Of very many ports, as a scan of them makes, the busiest are told apart, and the others are added up. */
    private static Map<Key, Tally> bounded(Map<Key, Tally> all) {
        if (all.size() <= MAX_EDGES) {
            return all;
        }
        Map<Key, Tally> some = new HashMap<>();
        all.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<Key, Tally> each) -> -each.getValue().calls)
                        .thenComparing(each -> each.getKey().caller())
                        .thenComparing(each -> each.getKey().callee())
                        .thenComparing(each -> each.getKey().port()))
                .forEach(each -> {
                    Key own = each.getKey();
                    Key key = some.size() < MAX_EDGES ? own : new Key(own.caller(), own.callee(), OTHER_PORTS);
                    some.computeIfAbsent(key, k -> new Tally()).add(each.getValue());
                });
        return some;
    }

    private static Edge edge(Key key, Tally tally) {
        return new Edge(
                key.caller(), key.callee(), key.port(), tally.calls, tally.unanswered, tally.failed, tally.delay);
    }

    private static long end(MessageTable messages, int row) {
        long received = messages.receivedNanos(row);
        return received == MessageTable.NIL ? messages.sentNanos(row) : received;
    }
}

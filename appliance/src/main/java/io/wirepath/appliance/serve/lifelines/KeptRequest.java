package io.wirepath.appliance.serve.lifelines;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.row.CallRow;
import io.wirepath.analyze.whole.LinkMeasure;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.report.CallRecords;
import io.wirepath.report.MeasureNames;
import io.wirepath.report.RequestsJson;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * One request from the records of a window: as in {@code requests[]} of a report, but that the critical path and the
 * other possible causes are not kept.
 */
public final class KeptRequest {

    private final CallRecords calls;

    private KeptRequest(CallRecords calls) {
        this.calls = calls;
    }

    /** The request that holds this call; empty where there is no such call. Of a large one, its first calls. */
    public static Optional<ObjectNode> of(CallRecords calls, int call) {
        return call >= 0 && call < calls.size()
                ? Optional.of(new KeptRequest(calls).whole(calls.root(call)))
                : Optional.empty();
    }

    /** The first calls of the slowest requests that began in a time and that their window counts, as they began. */
    public static int[] slowest(CallRecords calls, TimeSpan span, int most) {
        PriorityQueue<Integer> slowest = new PriorityQueue<>(Comparator.comparingLong(calls::tookNanos));
        for (int call = 0; call < calls.size(); call++) {
            if (calls.root(call) == call
                    && calls.is(call, CallRecords.FLAG_COUNTED)
                    && span.holds(calls.beginNanos(call))) {
                slowest.add(call);
                if (slowest.size() > most) {
                    slowest.remove();
                }
            }
        }
        return slowest.stream().mapToInt(Integer::intValue).sorted().toArray();
    }

    private ObjectNode whole(int root) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        long start = calls.beginNanos(root);
        to.put("call", root);
        to.put("startNanos", start);
        ArrayNode rows = to.putArray("calls");
        Map<Integer, Integer> place = new HashMap<>();
        long end = start;
        for (int call = 0; call < calls.size() && rows.size() < RequestsJson.MAX_OF_ONE; call++) {
            if (calls.root(call) == root) {
                place.put(call, rows.size());
                rows.add(row(call, start, place.getOrDefault(calls.parent(call), MessageTable.NONE)));
                end = Math.max(end, calls.beginNanos(call) + Math.max(0, calls.tookNanos(call)));
            }
        }
        to.put("durationNanos", end - start);
        to.put("probability", calls.treeProbability(root));
        to.putArray("path");
        MeasureNames.name(to, calls.is(root, CallRecords.FLAG_SCORE) ? LinkMeasure.SCORE : LinkMeasure.PROBABILITY);
        return to;
    }

    private ObjectNode row(int call, long start, int parent) {
        ObjectNode to = JsonNodeFactory.instance.objectNode();
        to.put("call", call);
        to.put("parent", parent);
        to.put("from", calls.names().get(calls.from(call)));
        to.put("to", calls.names().get(calls.to(call)));
        to.put("fromPort", calls.fromPort(call));
        to.put("port", calls.toPort(call));
        to.put("protocol", CallRow.words(Protocol.of(calls.protocol(call))));
        to.put("startNanos", calls.beginNanos(call) - start);
        boolean oneWay = calls.is(call, CallRecords.FLAG_ONE_WAY);
        if (oneWay) {
            to.put("oneWay", true);
        }
        if (calls.tookNanos(call) >= 0) {
            to.put("durationNanos", calls.tookNanos(call));
        }
        if (calls.outcome(call) != Outcome.UNKNOWN) {
            to.put("outcome", Outcome.text(calls.outcome(call)));
            to.put("verdict", Outcome.verdict(calls.outcome(call)).name().toLowerCase(Locale.ROOT));
        }
        put(to, "requestNetworkNanos", calls.requestWayNanos(call));
        put(to, "responseNetworkNanos", calls.answerWayNanos(call));
        to.put("requestBytes", calls.requestBytes(call));
        if (calls.tookNanos(call) >= 0 && !oneWay) {
            to.put("responseBytes", calls.answerBytes(call));
        }
        put(to, "resentSegments", calls.requestResent(call) + calls.answerResent(call));
        put(to, "responseResentSegments", calls.answerResent(call));
        put(to, "resentWaitNanos", calls.requestResentWaitNanos(call) + calls.answerResentWaitNanos(call));
        put(to, "responseResentWaitNanos", calls.answerResentWaitNanos(call));
        put(to, "zeroWindowNanos", calls.requestClosedNanos(call) + calls.answerClosedNanos(call));
        put(to, "responseZeroWindowNanos", calls.answerClosedNanos(call));
        put(to, "setUpNanos", calls.setUpNanos(call));
        if (calls.is(call, CallRecords.FLAG_RESET)) {
            to.put("reset", true);
        }
        to.put("probability", calls.probability(call));
        return to;
    }

    private static void put(ObjectNode to, String field, long value) {
        if (value > 0) {
            to.put(field, value);
        }
    }
}

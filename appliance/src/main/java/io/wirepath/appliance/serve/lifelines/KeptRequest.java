package io.wirepath.appliance.serve.lifelines;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.field.Field;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.row.CallRow;
import io.wirepath.analyze.whole.LinkMeasure;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.report.CallField;
import io.wirepath.report.CallRecords;
import io.wirepath.report.FieldJson;
import io.wirepath.report.MeasureNames;
import io.wirepath.report.RequestsJson;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One request from the records of a window: as in {@code requests[]} of a report, but that the critical path and the
 * other possible causes are not kept.
 *
 * @param root its first call
 * @param calls its first calls, in order of time
 */
public record KeptRequest(CallRecords of, int root, List<OfCall> calls) {

    /** A call of it; the names are those of a call of a report. */
    static final Fields<OfCall> CALL = Fields.<OfCall>of("KeptCall", "A call of a request that a service keeps.")
            .count("call", "Its number.", OfCall::call)
            .count("parent", "Place of the calling call in this list, -1 for none.", OfCall::parent)
            .text("from", "Name of the caller.", c -> c.of.names().get(c.of.from(c.call)))
            .text("to", "Name of the called.", c -> c.of.names().get(c.of.to(c.call)))
            .count("fromPort", "Port of the caller.", c -> c.value(CallField.FROM_PORT))
            .count("port", "Port of the called.", c -> c.value(CallField.TO_PORT))
            .text(
                    "protocol",
                    "Protocol; empty where it is not known.",
                    c -> CallRow.words(Protocol.of((int) c.value(CallField.PROTOCOL))))
            .duration("start", "Since the request began.", c -> c.of.beginNanos(c.call) - c.startNanos)
            .truth("oneWay", "Whether no response is wanted.", OfCall::isOneWay)
            .orAbsent()
            .duration("duration", "From its request to the end of its answer.", c -> c.ifAnswered(c.tookNanos()))
            .ifKnown()
            .text("outcome", "How it ended.", c -> Outcome.text(c.outcome()))
            .orAbsent()
            .text("verdict", "ok, refused or failed.", OfCall::verdict)
            .ifKnown()
            .duration("requestNetwork", "The request's way.", c -> c.value(CallField.REQUEST_WAY))
            .orAbsent()
            .duration("responseNetwork", "The response's way.", c -> c.value(CallField.ANSWER_WAY))
            .orAbsent()
            .bytes("requestBytes", "Payload of the request.", c -> c.value(CallField.REQUEST_BYTES))
            .bytes(
                    "responseBytes",
                    "Payload of the response.",
                    c -> c.isOneWay() ? Field.UNKNOWN : c.ifAnswered(c.value(CallField.ANSWER_BYTES)))
            .ifKnown()
            .count(
                    "resentSegments",
                    "Segments sent again, of both messages.",
                    c -> c.value(CallField.REQUEST_RESENT) + c.value(CallField.ANSWER_RESENT))
            .orAbsent()
            .count("responseResentSegments", "Those of the response.", c -> c.value(CallField.ANSWER_RESENT))
            .orAbsent()
            .duration(
                    "resentWait",
                    "Wait for segments sent again.",
                    c -> c.value(CallField.REQUEST_RESENT_WAIT) + c.value(CallField.ANSWER_RESENT_WAIT))
            .orAbsent()
            .duration("responseResentWait", "That of the response.", c -> c.value(CallField.ANSWER_RESENT_WAIT))
            .orAbsent()
            .duration(
                    "zeroWindow",
                    "Wait for a closed window.",
                    c -> c.value(CallField.REQUEST_CLOSED) + c.value(CallField.ANSWER_CLOSED))
            .orAbsent()
            .duration("responseZeroWindow", "That of the response.", c -> c.value(CallField.ANSWER_CLOSED))
            .orAbsent()
            .duration("setUp", "How long the handshake made for it took.", c -> c.value(CallField.SET_UP))
            .orAbsent()
            .truth("reset", "Whether a reset ended one of its messages.", c -> c.of.is(c.call, CallRecords.FLAG_RESET))
            .orAbsent()
            .number("probability", "Probability of its cause, or of none.", c -> c.of.probability(c.call));

    /** All of it. */
    public static final Fields<KeptRequest> FIELDS = Fields.<KeptRequest>of(
                    "KeptRequest", "A request that a service keeps.")
            .count("call", "Number of its first call.", KeptRequest::root)
            .time("start", "When it began.", KeptRequest::startNanos)
            .objects("calls", CALL, "Its first calls, in order of time.", KeptRequest::calls)
            .duration("duration", "How long it took.", KeptRequest::durationNanos)
            .number("probability", "That these are all its calls.", request -> request.of.treeProbability(request.root))
            .numbers("path", ValueType.NUMBER, "Nothing: its critical path is not kept.", request -> List.of());

    /**
     * A call of it.
     *
     * @param parent place of the calling call among the calls, or -1
     */
    record OfCall(CallRecords of, int call, int parent, long startNanos) {

        private long value(CallField field) {
            return of.of(call, field);
        }

        private boolean isOneWay() {
            return of.is(call, CallRecords.FLAG_ONE_WAY);
        }

        private long tookNanos() {
            return of.tookNanos(call);
        }

        private long ifAnswered(long value) {
            return tookNanos() >= 0 ? value : Field.UNKNOWN;
        }

        private int outcome() {
            return (int) value(CallField.OUTCOME);
        }

        private Outcome.@Nullable Verdict verdict() {
            return outcome() == Outcome.UNKNOWN ? null : Outcome.verdict(outcome());
        }
    }

    /** The request that holds this call; empty where there is no such call. Of a large one, its first calls. */
    public static Optional<ObjectNode> of(CallRecords calls, int call) {
        return call >= 0 && call < calls.size()
                ? Optional.of(all(calls, calls.root(call)).get(0))
                : Optional.empty();
    }

    /** The slowest requests that began in a time and that their window counts, in order of their first calls. */
    public static List<ObjectNode> slowest(CallRecords calls, TimeSpan span, int most) {
        return all(calls, roots(calls, span, most));
    }

    /** The requests of these first calls: a window of millions of calls is gone through once, however many they are. */
    private static List<ObjectNode> all(CallRecords calls, int... roots) {
        Int2ObjectHashMap<List<OfCall>> found = new Int2ObjectHashMap<>();
        for (int root : roots) {
            found.put(root, new ArrayList<>());
        }
        for (int call = 0; call < calls.size(); call++) {
            List<OfCall> own = found.get(calls.root(call));
            if (own != null && own.size() < RequestsJson.MAX_OF_ONE) {
                own.add(new OfCall(calls, call, place(own, calls.parent(call)), calls.beginNanos(calls.root(call))));
            }
        }
        return Arrays.stream(roots)
                .mapToObj(root -> new KeptRequest(calls, root, found.get(root)).json())
                .toList();
    }

    /** Where a call stands among those found so far, which are in order of their numbers. */
    private static int place(List<OfCall> among, int call) {
        int from = 0;
        int to = among.size() - 1;
        while (from <= to) {
            int middle = (from + to) >>> 1;
            int there = among.get(middle).call;
            if (there == call) {
                return middle;
            }
            from = there < call ? middle + 1 : from;
            to = there < call ? to : middle - 1;
        }
        return MessageTable.NONE;
    }

    private static int[] roots(CallRecords calls, TimeSpan span, int most) {
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

    private ObjectNode json() {
        ObjectNode to = FieldJson.of(FIELDS, this);
        MeasureNames.name(to, of.is(root, CallRecords.FLAG_SCORE) ? LinkMeasure.SCORE : LinkMeasure.PROBABILITY);
        return to;
    }

    private long startNanos() {
        return of.beginNanos(root);
    }

    private long durationNanos() {
        return calls.stream()
                .mapToLong(each -> of.beginNanos(each.call) + Math.max(0, each.tookNanos()) - startNanos())
                .reduce(0, Math::max);
    }
}

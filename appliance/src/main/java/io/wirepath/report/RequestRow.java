package io.wirepath.report;

import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Field;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.row.CallRow;
import java.util.List;

/**
 * A whole request.
 *
 * @param call number of its first call
 */
record RequestRow(
        int call, long startNanos, long durationNanos, double probability, List<OfCall> calls, List<Stretch> path) {

    /**
     * A call of a request.
     *
     * @param parent place of the calling call in the same list, or -1
     */
    record OfCall(CallRow of, int parent, long startNanos, List<Cause> otherCauses) {}

    /** A cause that a call may have besides the likely one; without names: that it has none. */
    record Cause(String from, String to, long beforeNanos, double probability) {

        static final Fields<Cause> FIELDS = Fields.<Cause>of("OtherCause", "Another cause that a call may have.")
                .text("from", "Sender of the message that it would be; absent for none.", Cause::from)
                .orAbsent()
                .text("to", "Receiver of that.", Cause::to)
                .orAbsent()
                .duration("before", "How long before the call it was.", Cause::beforeNanos)
                .ifKnown()
                .number("probability", "That it is the cause.", Cause::probability);

        static Cause none(double probability) {
            return new Cause("", "", Field.UNKNOWN, probability);
        }
    }

    /** A stretch of the critical path. */
    record Stretch(int call, String cause, long fromNanos, long nanos) {

        static final Fields<Stretch> FIELDS = Fields.<Stretch>of("Stretch", "A stretch of a critical path.")
                .count("call", "Place of the call in calls; -1 where that was cut.", Stretch::call)
                .text("cause", "own, queue, network, retransmission, zero_window, set_up, retry, …", Stretch::cause)
                .duration("from", "Since the request began.", Stretch::fromNanos)
                .duration("nanos", "How long it took.", Stretch::nanos);
    }

    /** A call of a request. */
    static final Fields<OfCall> CALL = Fields.<OfCall>of("RequestCall", "A call of a request.")
            .all(CallRow.FIELDS, OfCall::of)
            .count("place", "Place of the calling call in this list, -1 for none.", OfCall::parent)
            .duration("start", "Since the request began.", OfCall::startNanos)
            .objects("otherCauses", Cause.FIELDS, "Other causes, where its own is not certain.", OfCall::otherCauses)
            .orAbsent()
            .layout(
                    Family.JSON,
                    "call parent=place from=client to=server fromPort=clientPort port=serverPort protocol=protocolWords",
                    "start oneWay duration outcome verdict=knownVerdict requestNetwork responseNetwork responseBytes",
                    "requestBytes resentSegments responseResentSegments resentWait responseResentWait zeroWindow",
                    "responseZeroWindow acknowledgmentWait setUp reset probability=linkProbability otherCauses");

    /** A request. */
    static final Fields<RequestRow> FIELDS = Fields.<RequestRow>of("Request", "A whole request, call by call.")
            .count("call", "Number of its first call.", RequestRow::call)
            .time("start", "When it began.", RequestRow::startNanos)
            .objects("calls", CALL, "Its calls, in order of time.", RequestRow::calls)
            .duration("duration", "How long it took.", RequestRow::durationNanos)
            .number(
                    "probability",
                    "That these are all its calls, and that each has this cause.",
                    RequestRow::probability)
            .objects("path", Stretch.FIELDS, "Its critical path; empty without a response.", RequestRow::path);
}

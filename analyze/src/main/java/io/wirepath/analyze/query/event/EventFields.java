package io.wirepath.analyze.query.event;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Role;
import java.util.Locale;
import java.util.function.IntUnaryOperator;

/** The fields of each kind of events. */
final class EventFields {

    private EventFields() {}

    /** Fields of messages; the row of an event is given. */
    static FieldList message(CallFacts of, IntUnaryOperator row) {
        MessageTable messages = of.messages;
        FieldList fields = new FieldList();
        fields.time(
                        "time",
                        "When it was sent, or received where nobody saw the sending.",
                        e -> messages.timeNanos(row.applyAsInt(e)))
                .time("sent", "When its first byte left the sender.", e -> messages.sentNanos(row.applyAsInt(e)))
                .time(
                        "received",
                        "When its last byte reached the receiver.",
                        e -> messages.receivedNanos(row.applyAsInt(e)))
                .text("host", "Name of the sender.", e -> of.name(messages.source(row.applyAsInt(e))))
                .text("source", "Name of the sender.", e -> of.name(messages.source(row.applyAsInt(e))))
                .text("destination", "Name of the receiver.", e -> of.name(messages.destination(row.applyAsInt(e))))
                .text("sourceAddress", "Address of the sender.", e -> of.address(messages.source(row.applyAsInt(e))))
                .text(
                        "destinationAddress",
                        "Address of the receiver.",
                        e -> of.address(messages.destination(row.applyAsInt(e))))
                .text("sourceRole", "Role of the sender.", e -> of.role(messages.source(row.applyAsInt(e))))
                .text("destinationRole", "Role of the receiver.", e -> of.role(messages.destination(row.applyAsInt(e))))
                .number("sourcePort", "Port of the sender.", e -> messages.sourcePort(row.applyAsInt(e)))
                .number("destinationPort", "Port of the receiver.", e -> messages.destinationPort(row.applyAsInt(e)))
                .text(
                        "role",
                        "request, response, one_way or unknown.",
                        e -> messages.role(row.applyAsInt(e)).name().toLowerCase(Locale.ROOT));
        return wire(of, row, fields);
    }

    /** What every event on the wire has. */
    private static FieldList wire(CallFacts of, IntUnaryOperator row, FieldList fields) {
        MessageTable messages = of.messages;
        return fields.text("protocol", "Protocol, such as http1.", e -> of.protocol(row.applyAsInt(e)))
                .text("transport", "tcp or udp.", e -> of.transport(row.applyAsInt(e)))
                .number("connection", "Number of the connection.", e -> messages.connection(row.applyAsInt(e)))
                .bytes("bytes", "Payload.", e -> messages.lengthBytes(row.applyAsInt(e)))
                .number("call", "Number of its call, as in calls.csv.", e -> known(of.callOf(row.applyAsInt(e))))
                .number(
                        "resentSegments",
                        "Segments that were sent again.",
                        e -> messages.resentSegments(row.applyAsInt(e)))
                .duration(
                        "resentWait", "How long it waited for them.", e -> messages.resentWaitNanos(row.applyAsInt(e)))
                .duration(
                        "zeroWindow",
                        "How long the receiver's window was closed.",
                        e -> messages.zeroWindowNanos(row.applyAsInt(e)))
                .duration(
                        "setUp",
                        "How long the handshake made for it took.",
                        e -> messages.setUpNanos(row.applyAsInt(e)));
    }

    /** Fields of a request or a response: those of its call and those of the wire. */
    static FieldList ofCall(CallFacts of, IntUnaryOperator call, IntUnaryOperator row) {
        MessageTable messages = of.messages;
        FieldList fields = new FieldList();
        fields.time(
                        "time",
                        "When it was sent, or received where nobody saw the sending.",
                        e -> messages.timeNanos(row.applyAsInt(e)))
                .time("sent", "When its first byte left the sender.", e -> messages.sentNanos(row.applyAsInt(e)))
                .time(
                        "received",
                        "When its last byte reached the receiver.",
                        e -> messages.receivedNanos(row.applyAsInt(e)));
        ends(of, call, fields);
        course(of, call, fields);
        return wire(of, row, fields);
    }

    /** Fields of calls. */
    static FieldList call(CallFacts of) {
        MessageTable messages = of.messages;
        int[] request = of.calls.request();
        int[] response = of.calls.response();
        FieldList fields = new FieldList();
        fields.time(
                "time",
                "When its request was sent, or received where nobody saw the sending.",
                c -> messages.timeNanos(request[c]));
        ends(of, c -> c, fields);
        course(of, c -> c, fields);
        fields.text("protocol", "Protocol, such as http1.", c -> of.protocol(request[c]))
                .text("transport", "tcp or udp.", c -> of.transport(request[c]))
                .number("connection", "Number of the connection.", c -> messages.connection(request[c]))
                .number("call", "Its number, as in calls.csv.", c -> c)
                .bytes("requestBytes", "Payload of the request.", c -> messages.lengthBytes(request[c]))
                .bytes(
                        "responseBytes",
                        "Payload of the response.",
                        c -> response[c] == MessageTable.NONE ? Double.NaN : messages.lengthBytes(response[c]))
                .bytes(
                        "bytes",
                        "Payload of both.",
                        c -> messages.lengthBytes(request[c])
                                + (response[c] == MessageTable.NONE ? 0 : messages.lengthBytes(response[c])))
                .duration("setUp", "How long the handshake made for it took.", c -> messages.setUpNanos(request[c]));
        return fields;
    }

    /** Both ends, and whether there is an answer. */
    private static void ends(CallFacts of, IntUnaryOperator call, FieldList fields) {
        MessageTable messages = of.messages;
        CallTable calls = of.calls;
        IntUnaryOperator request = e -> calls.request()[call.applyAsInt(e)];
        IntUnaryOperator client = e -> messages.source(request.applyAsInt(e));
        IntUnaryOperator server = e -> messages.destination(request.applyAsInt(e));
        fields.text("host", "Name of the server, where it happens.", e -> of.name(server.applyAsInt(e)))
                .text("client", "Name of the caller.", e -> of.name(client.applyAsInt(e)))
                .text("server", "Name of the called.", e -> of.name(server.applyAsInt(e)))
                .text("clientAddress", "Address of the caller.", e -> of.address(client.applyAsInt(e)))
                .text("serverAddress", "Address of the called.", e -> of.address(server.applyAsInt(e)))
                .text(
                        "clientRole",
                        "Role of the caller; CLIENT for those who serve nobody.",
                        e -> of.role(client.applyAsInt(e)))
                .text("serverRole", "Role of the called.", e -> of.role(server.applyAsInt(e)))
                .number("clientPort", "Port of the caller.", e -> messages.sourcePort(request.applyAsInt(e)))
                .number("serverPort", "Port of the called.", e -> messages.destinationPort(request.applyAsInt(e)))
                .truth(
                        "answered",
                        "Whether a response was seen.",
                        e -> calls.response()[call.applyAsInt(e)] != MessageTable.NONE)
                .truth(
                        "oneWay",
                        "Whether no response is wanted.",
                        e -> messages.role(request.applyAsInt(e)) == Role.ONE_WAY);
    }

    /** Its place among the causes, how it ended and how long it took. */
    private static void course(CallFacts of, IntUnaryOperator call, FieldList fields) {
        MessageTable messages = of.messages;
        CallTable calls = of.calls;
        fields.truth(
                        "root",
                        "Whether it has no likely cause.",
                        e -> calls.parent()[call.applyAsInt(e)] == MessageTable.NONE)
                .number("depth", "Calls above it on its most likely path.", e -> of.depth(call.applyAsInt(e)))
                .number(
                        "linkProbability",
                        "Probability of its most likely cause, or of none.",
                        e -> calls.probability()[call.applyAsInt(e)])
                .text(
                        "outcome",
                        "How it ended, such as http 503; empty where nothing says it.",
                        e -> Outcome.text(calls.outcome(messages, call.applyAsInt(e))))
                .text(
                        "verdict",
                        "ok, refused, failed or unknown.",
                        e -> CallFacts.verdict(calls.outcome(messages, call.applyAsInt(e))))
                .duration(
                        "latency",
                        "From the sending of the request to the receipt of the response, by the caller.",
                        e -> CallFacts.nanos(of.served().roundTripNanos(call.applyAsInt(e))))
                .duration(
                        "service",
                        "From the receipt of the request to the sending of the response, by the server.",
                        e -> CallFacts.nanos(of.served().serviceNanos(call.applyAsInt(e))))
                .duration(
                        "own",
                        "The service time minus the time in which a call made for it was open.",
                        e -> CallFacts.nanos(of.served().ownNanos(call.applyAsInt(e))));
    }

    private static double known(int call) {
        return call == MessageTable.NONE ? Double.NaN : call;
    }
}

package io.wirepath.analyze.row;

import io.wirepath.analyze.field.Field;
import io.wirepath.analyze.field.Fields;
import io.wirepath.causes.MessageTable;

/** A message of an analysis, by the number of its row. */
public record MessageRow(CallFacts of, int row) {

    /** When it was on its way. */
    public static final Fields<MessageRow> TIMES = Fields.<MessageRow>of(
                    "MessageTimes", "When a message was on its way.")
            .time(
                    "time",
                    "When it was sent, or received where nobody saw the sending.",
                    m -> m.table().timeNanos(m.row))
            .time("sent", "When its first byte left the sender.", m -> m.table().sentNanos(m.row))
            .time(
                    "received",
                    "When its last byte reached the receiver.",
                    m -> m.table().receivedNanos(m.row));

    /** What every message on the wire has. */
    public static final Fields<MessageRow> WIRE = Fields.<MessageRow>of("MessageWire", "What TCP did to a message.")
            .text("protocol", "Protocol, such as http1.", m -> m.of.protocol(m.row))
            .text("transport", "tcp or udp.", m -> m.of.transport(m.row))
            .count("connection", "Number of the connection.", m -> m.table().connection(m.row))
            .bytes("bytes", "Payload.", m -> m.table().lengthBytes(m.row))
            .count("call", "Number of its call, as in calls.csv.", m -> known(m.of.callOf(m.row)))
            .count(
                    "resentSegments",
                    "Segments that were sent again.",
                    m -> m.table().resentSegments(m.row))
            .duration(
                    "resentWait", "How long it waited for them.", m -> m.table().resentWaitNanos(m.row))
            .duration(
                    "zeroWindow",
                    "How long the receiver's window was closed.",
                    m -> m.table().zeroWindowNanos(m.row))
            .duration(
                    "acknowledgmentWait",
                    "How long its sender waited, at most, for a delayed acknowledgment.",
                    m -> m.table().acknowledgmentWaitNanos(m.row))
            .duration(
                    "setUp",
                    "How long the handshake made for it took.",
                    m -> m.table().setUpNanos(m.row));

    /** A message. */
    public static final Fields<MessageRow> FIELDS = Fields.<MessageRow>of("Message", "A message.")
            .all(TIMES, m -> m)
            .text("host", "Name of the sender.", m -> m.of.name(m.source()))
            .text("source", "Name of the sender.", m -> m.of.name(m.source()))
            .text("destination", "Name of the receiver.", m -> m.of.name(m.destination()))
            .text("sourceAddress", "Address of the sender.", m -> m.of.address(m.source()))
            .text("destinationAddress", "Address of the receiver.", m -> m.of.address(m.destination()))
            .text("sourceRole", "Role of the sender.", m -> m.of.role(m.source()))
            .text("destinationRole", "Role of the receiver.", m -> m.of.role(m.destination()))
            .count("sourcePort", "Port of the sender.", m -> m.table().sourcePort(m.row))
            .count("destinationPort", "Port of the receiver.", m -> m.table().destinationPort(m.row))
            .text(
                    "role",
                    "request, response, one_way or unknown.",
                    m -> m.table().role(m.row))
            .all(WIRE, m -> m);

    private MessageTable table() {
        return of.messages;
    }

    private int source() {
        return of.messages.source(row);
    }

    private int destination() {
        return of.messages.destination(row);
    }

    static long known(int call) {
        return call == MessageTable.NONE ? Field.UNKNOWN : call;
    }
}

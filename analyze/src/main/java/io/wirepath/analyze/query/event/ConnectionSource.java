package io.wirepath.analyze.query.event;

import io.wirepath.causes.MessageTable;
import java.util.Arrays;

/** The connections of an analysis, each summed up over its messages. Immutable once made. */
final class ConnectionSource {

    private final int[] first;
    private final long[] lastNanos;
    private final int[] messages;
    private final long[] bytesOut;
    private final long[] bytesBack;
    private final int[] resent;
    private final boolean[] reset;

    private ConnectionSource(int connections) {
        first = new int[connections];
        Arrays.fill(first, MessageTable.NONE);
        lastNanos = new long[connections];
        messages = new int[connections];
        bytesOut = new long[connections];
        bytesBack = new long[connections];
        resent = new int[connections];
        reset = new boolean[connections];
    }

    /** The connections of these messages. */
    static EventSource of(CallFacts facts) {
        MessageTable table = facts.messages;
        int connections = 0;
        for (int row = 0; row < table.size(); row++) {
            connections = Math.max(connections, table.connection(row) + 1);
        }
        ConnectionSource sums = new ConnectionSource(connections);
        for (int row = 0; row < table.size(); row++) {
            sums.add(table, row);
        }
        return sums.source(facts);
    }

    private void add(MessageTable table, int row) {
        int its = table.connection(row);
        if (first[its] == MessageTable.NONE) {
            first[its] = row;
        }
        lastNanos[its] = Math.max(lastNanos[its], table.timeNanos(row));
        messages[its]++;
        boolean out = table.source(row) == table.source(first[its]);
        bytesOut[its] += out ? table.lengthBytes(row) : 0;
        bytesBack[its] += out ? 0 : table.lengthBytes(row);
        resent[its] += table.resentSegments(row);
        reset[its] |= (table.flags(row) & io.wirepath.flows.SightingCodec.FLAG_RST) != 0;
    }

    private EventSource source(CallFacts facts) {
        MessageTable table = facts.messages;
        FieldList fields = new FieldList();
        fields.time("time", "When its first message was sent.", c -> table.timeNanos(first[c]))
                .time("last", "When its last message was sent.", c -> lastNanos[c])
                .text("host", "Name of who was sent its first message.", c -> facts.name(table.destination(first[c])))
                .text("client", "Name of who sent its first message.", c -> facts.name(table.source(first[c])))
                .text("server", "Name of the other end.", c -> facts.name(table.destination(first[c])))
                .text(
                        "clientAddress",
                        "Address of who sent its first message.",
                        c -> facts.address(table.source(first[c])))
                .text("serverAddress", "Address of the other end.", c -> facts.address(table.destination(first[c])))
                .text("clientRole", "Role of who sent its first message.", c -> facts.role(table.source(first[c])))
                .text("serverRole", "Role of the other end.", c -> facts.role(table.destination(first[c])))
                .number("clientPort", "Its port.", c -> table.sourcePort(first[c]))
                .number("serverPort", "Port of the other end.", c -> table.destinationPort(first[c]))
                .text("protocol", "Protocol, such as http1.", c -> facts.protocol(first[c]))
                .text("transport", "tcp or udp.", c -> facts.transport(first[c]))
                .number("connection", "Its number.", c -> c)
                .number("messages", "Messages both ways.", c -> messages[c])
                .bytes("bytes", "Payload both ways.", c -> bytesOut[c] + bytesBack[c])
                .bytes("bytesOut", "Payload of the client.", c -> bytesOut[c])
                .bytes("bytesBack", "Payload of the server.", c -> bytesBack[c])
                .number("resentSegments", "Segments that were sent again.", c -> resent[c])
                .truth("reset", "Whether it was reset.", c -> reset[c])
                .duration("setUp", "How long its handshake took.", c -> table.setUpNanos(first[c]));
        return new TableSource(
                "connections",
                "Connections, at the time of their first message.",
                fields.all(),
                first.length,
                c -> table.timeNanos(first[c]),
                c -> facts.callOf(first[c]),
                c -> EventSource.BEFORE);
    }
}

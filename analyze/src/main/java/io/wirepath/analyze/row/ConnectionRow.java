package io.wirepath.analyze.row;

import io.wirepath.analyze.field.Field;
import io.wirepath.analyze.field.Fields;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.SightingCodec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A connection of an analysis, summed up over its messages. Not thread-safe while it is filled. */
public final class ConnectionRow {

    /** A connection. */
    public static final Fields<ConnectionRow> FIELDS = Fields.<ConnectionRow>of("Connection", "A connection.")
            .time("time", "When its first message was sent.", ConnectionRow::beginNanos)
            .time("last", "When its last message was sent.", c -> c.lastNanos)
            .text("host", "Name of who was sent its first message.", c -> c.facts.name(c.server()))
            .text("client", "Name of who sent its first message.", c -> c.facts.name(c.client()))
            .text("server", "Name of the other end.", c -> c.facts.name(c.server()))
            .text("clientAddress", "Address of who sent its first message.", c -> c.facts.address(c.client()))
            .text("serverAddress", "Address of the other end.", c -> c.facts.address(c.server()))
            .text("clientRole", "Role of who sent its first message.", c -> c.facts.role(c.client()))
            .text("serverRole", "Role of the other end.", c -> c.facts.role(c.server()))
            .count("clientPort", "Its port.", c -> c.facts.messages.sourcePort(c.first))
            .count("serverPort", "Port of the other end.", c -> c.facts.messages.destinationPort(c.first))
            .text("protocol", "Protocol, such as http1.", c -> c.facts.protocol(c.first))
            .text("transport", "tcp or udp.", c -> c.facts.transport(c.first))
            .count("connection", "Its number.", c -> c.number)
            .count("messages", "Messages both ways.", c -> c.messages)
            .bytes("bytes", "Payload both ways.", c -> c.bytesOut + c.bytesBack)
            .bytes("bytesOut", "Payload of the client.", c -> c.bytesOut)
            .bytes("bytesBack", "Payload of the server.", c -> c.bytesBack)
            .count("resentSegments", "Segments that were sent again.", c -> c.resent)
            .truth("reset", "Whether it was reset.", c -> c.reset)
            .duration("setUp", "How long its handshake took, where it was seen.", ConnectionRow::setUpNanos)
            .ifKnown()
            .everywhere();

    private final CallFacts facts;
    private final int number;
    private final int first;
    private long lastNanos;
    private int messages;
    private long bytesOut;
    private long bytesBack;
    private int resent;
    private boolean reset;

    private long setUpNanos() {
        long nanos = facts.messages.setUpNanos(first);
        return nanos == 0 ? Field.UNKNOWN : nanos;
    }

    private ConnectionRow(CallFacts facts, int number, int first) {
        this.facts = facts;
        this.number = number;
        this.first = first;
    }

    /** The connections of these messages, by number. */
    public static List<ConnectionRow> of(CallFacts facts) {
        Map<Integer, ConnectionRow> all = new TreeMap<>();
        MessageTable table = facts.messages;
        for (int row = 0; row < table.size(); row++) {
            int first = row;
            all.computeIfAbsent(table.connection(row), number -> new ConnectionRow(facts, number, first))
                    .add(table, row);
        }
        return List.copyOf(all.values());
    }

    private void add(MessageTable table, int row) {
        lastNanos = Math.max(lastNanos, table.timeNanos(row));
        messages++;
        boolean out = table.source(row) == client();
        bytesOut += out ? table.lengthBytes(row) : 0;
        bytesBack += out ? 0 : table.lengthBytes(row);
        resent += table.resentSegments(row);
        reset |= (table.flags(row) & SightingCodec.FLAG_RST) != 0;
    }

    /** Row of its first message. */
    public int first() {
        return first;
    }

    /** Its number. */
    public int number() {
        return number;
    }

    /** From its first message to its last, ns. */
    public long tookNanos() {
        return lastNanos - beginNanos();
    }

    /** When its first message was sent, ns since the epoch. */
    public long beginNanos() {
        return facts.messages.timeNanos(first);
    }

    private int client() {
        return facts.messages.source(first);
    }

    private int server() {
        return facts.messages.destination(first);
    }
}

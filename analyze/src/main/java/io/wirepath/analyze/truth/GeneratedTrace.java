package io.wirepath.analyze.truth;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.Role;
import java.util.List;

/**
 * A trace with its truth. Immutable; safe to share.
 *
 * @param nodes names of the nodes
 * @param messages all messages, numbered by their place in this list
 * @param calls all calls and one-way messages, numbered by their place in this list
 * @param connections number of connections
 * @param traces number of requests by clients, each with all it caused
 * @param waits of calls for what others held
 */
public record GeneratedTrace(
        List<String> nodes,
        List<TrueMessage> messages,
        List<TrueCall> calls,
        int connections,
        int traces,
        List<TrueWait> waits) {

    /** The port of every service. */
    public static final int SERVICE_PORT = 8080;

    private static final int NODES_A_NET = 250;
    /** Keeps its own copies. */
    public GeneratedTrace {
        nodes = List.copyOf(nodes);
        messages = List.copyOf(messages);
        calls = List.copyOf(calls);
        waits = List.copyOf(waits);
    }

    /**
     * A call that waited for what others held.
     *
     * @param resource its name
     * @param node number of the node that has it
     * @param waiter the call that waited
     * @param holder the call whose end let it go on
     * @param fromNanos when it began to wait
     * @param untilNanos when it went on
     */
    public record TrueWait(String resource, int node, int waiter, int holder, long fromNanos, long untilNanos) {}

    /**
     * A message as it happened.
     *
     * @param call the call it belongs to
     * @param role request, response or one-way
     * @param source number of the sending node
     * @param destination number of the receiving node
     * @param parent the message whose receipt made the sender send this one, or {@link MessageTable#NONE}
     * @param sentNanos when it left its sender, by the true clock
     * @param receivedNanos when it reached its receiver, by the true clock
     * @param lengthBytes its length
     */
    public record TrueMessage(
            int call,
            Role role,
            int source,
            int destination,
            int parent,
            long sentNanos,
            long receivedNanos,
            int lengthBytes) {}

    /**
     * A call, or a one-way message, as it happened.
     *
     * @param trace number of the client's request it is part of
     * @param request its request, or the one-way message
     * @param response its response, or {@link MessageTable#NONE} for a one-way message
     * @param parent the call that its caller was serving, or {@link MessageTable#NONE} for a client's request
     * @param connection number of its connection, dense from 0
     * @param clientPort the caller's port
     */
    public record TrueCall(int trace, int request, int response, int parent, int connection, int clientPort) {

        /** Whether nobody answers. */
        public boolean isOneWay() {
            return response == MessageTable.NONE;
        }

        /** The same on this connection. */
        TrueCall on(int ofConnection, int port) {
            return new TrueCall(trace, request, response, parent, ofConnection, port);
        }
    }

    /** IPv4 address of a node. */
    public static String address(int node) {
        return "10.77." + node / NODES_A_NET + '.' + (node % NODES_A_NET + 1);
    }

    /** Port that a message was sent from. */
    public int sourcePort(TrueMessage message) {
        return message.role() == Role.RESPONSE
                ? SERVICE_PORT
                : calls.get(message.call()).clientPort();
    }

    /** Port that a message was sent to. */
    public int destinationPort(TrueMessage message) {
        return message.role() == Role.RESPONSE ? calls.get(message.call()).clientPort() : SERVICE_PORT;
    }

    /** All messages by the true clock; the record of each row is the message's number here. */
    public MessageTable table() {
        return table(LossySniffer.none(), SkewedClocks.none());
    }

    /** What is left of the messages by a sniffer that loses some and clocks that are wrong. */
    public MessageTable table(LossySniffer sniffer, SkewedClocks skewer) {
        return table(sniffer, skewer, false);
    }

    /**
     * The messages with one time stamp each, that of the sender's clock, as in the traces of Project 5: the receiver's
     * times are the sender's, so that clocks of different nodes are compared.
     */
    public MessageTable tableOfSenders(SkewedClocks skewer) {
        return table(LossySniffer.none(), skewer, true);
    }

    private MessageTable table(LossySniffer sniffer, SkewedClocks skewer, boolean ofSenders) {
        NodeTable table = new NodeTable();
        for (int node = 0; node < nodes.size(); node++) {
            table.add(address(node), nodes.get(node), true);
        }
        MessageTableBuilder builder = new MessageTableBuilder(table);
        boolean[] seen = sniffer.seen(messages.stream()
                .mapToLong(each -> each.sentNanos() / 2 + each.receivedNanos() / 2)
                .toArray());
        for (int i = 0; i < messages.size(); i++) {
            if (seen[i]) {
                add(builder, i, skewer, ofSenders);
            }
        }
        return builder.build();
    }

    private void add(MessageTableBuilder builder, int number, SkewedClocks skewer, boolean ofSenders) {
        TrueMessage message = messages.get(number);
        TrueCall call = calls.get(message.call());
        long sent = skewer.read(nodes.get(message.source()), message.sentNanos());
        long received = skewer.read(nodes.get(message.destination()), message.receivedNanos());
        builder.add(
                sent,
                ofSenders ? sent : received,
                message.source(),
                sourcePort(message),
                message.destination(),
                destinationPort(message),
                call.connection(),
                call.isOneWay() ? IpProtocol.UDP : IpProtocol.TCP,
                message.role(),
                0,
                call.isOneWay() ? Long.MIN_VALUE : message.call(),
                message.lengthBytes(),
                0,
                number);
    }
}

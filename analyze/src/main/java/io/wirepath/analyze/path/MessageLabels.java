package io.wirepath.analyze.path;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.NodeTable;
import io.wirepath.flows.Role;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.Long2LongHashMap;

/**
 * What a pattern shows of each message: sender, receiver, fixed port, role. Messages with equal labels look the same
 * in a pattern. Each label exists at two levels: with nodes, and with the roles that the nodes play.
 */
final class MessageLabels {

    /**
     * What a step of a pattern shows.
     *
     * @param from sender
     * @param to receiver
     * @param fromTraced whether a sniffer stood at the sender
     * @param toTraced whether a sniffer stood at the receiver
     * @param port fixed port of the conversation, or {@code *}
     * @param role what the message is in its conversation
     * @param operation what a request asks for; empty where that is not known or not wanted
     */
    record Label(
            String from, String to, boolean fromTraced, boolean toTraced, String port, Role role, String operation) {

        /** The same, between other names. */
        Label between(String sender, String receiver) {
            return new Label(sender, receiver, fromTraced, toTraced, port, role, operation);
        }

        /** Equal for equal labels in any run. */
        long stableHash() {
            return ShapeHash.ofText(
                    from + '>' + to + ':' + port + '/' + role + (operation.isEmpty() ? "" : '/' + operation));
        }
    }

    private static final long NO_LABEL = -1;
    private static final int NAME_BITS = 22;
    private static final int PORT_BITS = 17;
    private static final int ROLE_BITS = 2;

    private final NodeTable nodes;
    private final FixedPorts ports;
    private final RoleAggregation roles;
    private final int[] labelOf;
    private final List<Label> byNode = new ArrayList<>();
    private final List<Label> byRole = new ArrayList<>();
    private final boolean[] roleTraced;
    private final Int2ObjectHashMap<Long2LongHashMap> byOperation = new Int2ObjectHashMap<>();
    private long[] nodeHash = {};
    private long[] roleHash = {};

    /** Labels these messages. */
    MessageLabels(MessageTable messages, FixedPorts ports, RoleAggregation roles) {
        this.nodes = messages.nodes();
        this.ports = ports;
        this.roles = roles;
        roleTraced = new boolean[roles.roles().size()];
        for (int role = 0; role < roleTraced.length; role++) {
            roleTraced[role] = roles.roles().get(role).nodes().stream()
                    .allMatch(node -> nodes.get(node).traced());
        }
        labelOf = new int[messages.size()];
        Long2LongHashMap numbers = new Long2LongHashMap(NO_LABEL);
        for (int row = 0; row < labelOf.length; row++) {
            labelOf[row] = label(messages, row, numbers);
        }
        nodeHash = byNode.stream().mapToLong(Label::stableHash).toArray();
        roleHash = byRole.stream().mapToLong(Label::stableHash).toArray();
    }

    /** The label of this message with nodes. */
    Label byNode(int row) {
        return byNode.get(labelOf[row]);
    }

    /** The label of this message with roles. */
    Label byRole(int row) {
        return byRole.get(labelOf[row]);
    }

    /** Stable hash of {@link #byNode}. */
    long nodeHash(int row) {
        return nodeHash[labelOf[row]];
    }

    /** Stable hash of {@link #byRole}. */
    long roleHash(int row) {
        return roleHash[labelOf[row]];
    }

    private int label(MessageTable messages, int row, Long2LongHashMap numbers) {
        int from = messages.source(row);
        int to = messages.destination(row);
        int port = ports.ofConversation(messages, row);
        Role role = messages.role(row);
        long key = ((name(from) << NAME_BITS | name(to)) << PORT_BITS | port + 1) << ROLE_BITS | role.ordinal();
        int operation = messages.operationNumber(row);
        Long2LongHashMap of = operation == 0
                ? numbers
                : byOperation.computeIfAbsent(operation, any -> new Long2LongHashMap(NO_LABEL));
        long number = of.get(key);
        if (number == NO_LABEL) {
            number = byNode.size();
            of.put(key, number);
            add(from, to, port < 0 ? "*" : Integer.toString(port), role, messages.operation(row));
        }
        return (int) number;
    }

    /** Clients share a name. */
    private long name(int node) {
        return ports.isClient(node) ? 0 : node + 1;
    }

    private void add(int from, int to, String port, Role role, String operation) {
        byNode.add(new Label(shown(from), shown(to), traced(from), traced(to), port, role, operation));
        byRole.add(new Label(
                roles.name(from),
                roles.name(to),
                roleTraced[roles.role(from)],
                roleTraced[roles.role(to)],
                port,
                role,
                operation));
    }

    private String shown(int node) {
        return ports.isClient(node) ? RoleAggregation.CLIENT : nodes.get(node).name();
    }

    private boolean traced(int node) {
        return ports.isClient(node)
                ? roleTraced[roles.role(node)]
                : nodes.get(node).traced();
    }
}

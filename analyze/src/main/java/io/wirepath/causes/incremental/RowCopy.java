package io.wirepath.causes.incremental;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import java.util.Arrays;

/**
 * Copies rows of one table to the builder of another: nodes are known by their addresses, calls stay paired. The record
 * of a copy is what the caller says. Not thread-safe.
 */
final class RowCopy {

    private static final long NANOS_PER_MICRO = 1000;

    private final MessageTable from;
    private final MessageTableBuilder to;
    private final NodeTable nodes;
    private final int[] nodeThere;
    private final int firstCall;
    private final int[] connections;

    /**
     * Prepares to copy.
     *
     * @param nodes the nodes of the table that is built
     * @param firstCall calls of this table get numbers from here, below this plus the rows of the table
     * @param connections number there of each connection here, or empty where numbers stay
     */
    RowCopy(MessageTable from, MessageTableBuilder to, NodeTable nodes, int firstCall, int[] connections) {
        this.from = from;
        this.to = to;
        this.nodes = nodes;
        this.firstCall = firstCall;
        this.connections = connections;
        nodeThere = new int[from.nodes().size()];
        Arrays.fill(nodeThere, MessageTable.NONE);
    }

    /** Copies a row. */
    void copy(int row, long record) {
        int partner = from.partner(row);
        int connection = from.connection(row);
        to.add(
                from.sentNanos(row),
                from.receivedNanos(row),
                node(from.source(row)),
                from.sourcePort(row),
                node(from.destination(row)),
                from.destinationPort(row),
                connections.length == 0 ? connection : connections[connection],
                from.transport(row),
                from.role(row),
                from.protocol(row).ordinal(),
                partner == MessageTable.NONE ? MessageTableBuilder.NO_CALL : firstCall + Math.min(row, partner),
                from.lengthBytes(row),
                from.flags(row),
                record);
        to.outcome(from.outcome(row));
        to.tcp(
                from.resentSegments(row),
                from.resentWaitNanos(row) / NANOS_PER_MICRO,
                from.waitNanos(row) / NANOS_PER_MICRO,
                (from.setUpNanos(row) + from.wayNanos(row)) / NANOS_PER_MICRO);
        for (int i = 0; i < MessageTable.SIGNATURE_HASHES; i++) {
            to.signature(i, from.signature(row, i));
        }
        for (int i = 0; i < MessageTable.TYPE_WORDS; i++) {
            to.typeWord(i, from.typeWord(row, i));
        }
    }

    private int node(int here) {
        if (nodeThere[here] == MessageTable.NONE) {
            NodeTable.Node node = from.nodes().get(here);
            nodeThere[here] = nodes.add(node.address(), node.name(), node.traced());
        }
        return nodeThere[here];
    }
}

package io.wirepath.causes;

/**
 * When messages left and reached nodes, and how long a node took between two of them (WAP5 §5.1, §5.2).
 *
 * <p>At a traced node the times are the node's own: a parent counts from its receipt, a child from its sending. At a
 * node that nobody watched, the times of the peer stand in, so such a delay holds the way there and back as well, and
 * is known only where parent and child go to and come from one peer (A→B→A). Immutable; safe to share.
 */
public final class NodeTimes {

    private final MessageTable messages;
    private final boolean[] traced;

    /** Times of these messages. */
    public NodeTimes(MessageTable messages) {
        this.messages = messages;
        NodeTable nodes = messages.nodes();
        traced = new boolean[nodes.size()];
        for (int node = 0; node < traced.length; node++) {
            traced[node] = nodes.get(node).traced();
        }
    }

    /** Whether a sniffer stood at this node. */
    public boolean traced(int node) {
        return traced[node];
    }

    /** Whether the sender was watched while it sent this message. */
    public boolean sendingSeen(int row) {
        return traced[messages.source(row)] && messages.sentNanos(row) != MessageTable.NIL;
    }

    /** Whether the receiver was watched while it received this message. */
    public boolean receiptSeen(int row) {
        return traced[messages.destination(row)] && messages.receivedNanos(row) != MessageTable.NIL;
    }

    /** When the message came to the peer of its sender: the received time, else the sent time. */
    public long atReceiverNanos(int row) {
        long received = messages.receivedNanos(row);
        return received != MessageTable.NIL ? received : messages.sentNanos(row);
    }

    /** When the message left the peer of its receiver: the sent time, else the received time. */
    public long atSenderNanos(int row) {
        return messages.timeNanos(row);
    }

    /**
     * How long a message was still missing at its receiver when the only sniffer had seen it, ns: two sniffers saw it
     * come.
     */
    public long missingNanos(int row) {
        boolean seenComing = (messages.flags(row) & MessageTable.FLAG_TWO_SNIFFERS) != 0;
        return seenComing ? 0 : messages.resentWaitNanos(row);
    }

    /**
     * Time that the sender of {@code child} took from the arrival of {@code parent} to the sending of {@code child},
     * in nanoseconds; negative where clocks disagree.
     */
    public long delayNanos(int parent, int child) {
        if (sendingSeen(child) && receiptSeen(parent)) {
            return messages.sentNanos(child) - messages.receivedNanos(parent);
        }
        return atReceiverNanos(child) - atSenderNanos(parent);
    }
}

package io.wirepath.analyze.path;

import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.util.BitSet;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongHashSet;

/**
 * Which ports are fixed and which ephemeral, and so which nodes are servers and which clients (WAP5 §2.5.1).
 *
 * <p>A port is fixed if it takes more requests than it makes: that is known from the first call on, so it also holds
 * in a small capture. As in WAP5, a port is fixed too if it talks to many other ports
 * ({@link AnalysisSettings#fixedPortPeers}), unless it only ever asks: a peer takes requests, or what it is told, and
 * makes them at one port, and may make more. A port that only opens connections is ephemeral, whoever asks on
 * them: a worker takes its requests from a broker on a connection of its own. A node that takes more requests at a
 * port than it makes there is a server, and so is one with a fixed port; any other is a client, unless it is known to
 * work for others. Immutable; safe to share.
 */
public final class FixedPorts {

    private static final int PORT_BITS = 16;
    private static final long UNSEEN = Long.MIN_VALUE;

    private final Long2LongHashMap requestBalance = new Long2LongHashMap(UNSEEN);

    /** Messages that answered nothing. */
    private final Long2LongHashMap taken = new Long2LongHashMap(UNSEEN);

    private final LongHashSet opens = new LongHashSet();

    private final LongHashSet accepts = new LongHashSet();
    private final Long2LongHashMap peers = new Long2LongHashMap(UNSEEN);
    private final int leastPeers;
    private final boolean[] server;

    /** Looks at the use of every port in these messages. */
    public FixedPorts(MessageTable messages, int leastPeers) {
        this(messages, leastPeers, new BitSet());
    }

    /** The same; nodes most of whose calls have a cause work for others, whatever ports they use. */
    public static FixedPorts of(MessageTable messages, CallTable calls, AnalysisSettings settings) {
        return new FixedPorts(messages, settings.fixedPortPeers(), UnseenServers.workers(messages, calls));
    }

    private FixedPorts(MessageTable messages, int leastPeers, BitSet workers) {
        this.leastPeers = leastPeers;
        count(messages);
        server = new boolean[messages.nodes().size()];
        workers.stream().forEach(node -> server[node] = true);
        for (int row = 0; row < messages.size(); row++) {
            int node = messages.destination(row);
            server[node] |= serves(node, messages.destinationPort(row));
            int sender = messages.source(row);
            server[sender] |= serves(sender, messages.sourcePort(row));
        }
    }

    /** Whether this port of this node is fixed. */
    public boolean isFixed(int node, int port) {
        long key = key(node, port);
        return serves(node, port) && (!opens.contains(key) || accepts.contains(key));
    }

    /**
     * Whether requests are taken at this port, or are likely to be: also at one that its owner chose for a connection.
     */
    private boolean serves(int node, int port) {
        long key = key(node, port);
        long balance = count(requestBalance, key);
        boolean onlyAsks = balance < 0 && count(taken, key) == 0;
        return balance > 0 || !onlyAsks && count(peers, key) >= leastPeers;
    }

    /** Whether the node takes no requests. */
    public boolean isClient(int node) {
        return !server[node];
    }

    /** The fixed port of the conversation that a message belongs to, or -1 where both ports are ephemeral. */
    public int ofConversation(MessageTable messages, int row) {
        boolean source = isFixed(messages.source(row), messages.sourcePort(row));
        boolean destination = isFixed(messages.destination(row), messages.destinationPort(row));
        if (destination && (!source || messages.role(row) != Role.RESPONSE)) {
            return messages.destinationPort(row);
        }
        return source ? messages.sourcePort(row) : MessageTable.NONE;
    }

    private void count(MessageTable messages) {
        int connections = 0;
        for (int row = 0; row < messages.size(); row++) {
            connections = Math.max(connections, messages.connection(row) + 1);
        }
        boolean[] seen = new boolean[connections];
        for (int row = 0; row < messages.size(); row++) {
            long from = key(messages.source(row), messages.sourcePort(row));
            long to = key(messages.destination(row), messages.destinationPort(row));
            if (!seen[messages.connection(row)]) {
                seen[messages.connection(row)] = true;
                add(peers, from, 1);
                add(peers, to, 1);
            }
            if ((messages.flags(row) & SightingCodec.FLAG_FROM_OPENER) != 0) {
                opens.add(from);
                accepts.add(to);
            }
            boolean setup = (messages.flags(row) & SightingCodec.FLAG_SETUP) != 0;
            if (messages.role(row) != Role.RESPONSE && !setup) {
                add(taken, to, 1);
            }
            if (messages.role(row) == Role.REQUEST && !setup) {
                add(requestBalance, to, 1);
                add(requestBalance, from, -1);
            }
        }
    }

    private static long count(Long2LongHashMap counts, long key) {
        return counts.getOrDefault(key, 0);
    }

    private static void add(Long2LongHashMap counts, long key, int number) {
        counts.put(key, counts.getOrDefault(key, 0) + number);
    }

    private static long key(int node, int port) {
        return (long) node << PORT_BITS | port;
    }
}

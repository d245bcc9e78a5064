package io.wirepath.causes;

import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongHashSet;

/**
 * Peers that have a UDP port of their own each: at one port they ask several others and are asked by several (WAP5
 * §2.5.1). The ports of two of them do not tell who asks, so what is not known by a field that comes back is a guess.
 * Not thread-safe.
 */
final class PeerEndpoints {

    private static final long NOBODY = -1;
    private static final long SEVERAL = -2;

    private final MessageTableBuilder messages;

    /** The endpoints that an endpoint asked, and those that asked it: one, or several. */
    private final Long2LongHashMap asked = new Long2LongHashMap(NOBODY);

    private final Long2LongHashMap askedBy = new Long2LongHashMap(NOBODY);
    private final LongHashSet peers = new LongHashSet();

    private PeerEndpoints(MessageTableBuilder messages) {
        this.messages = messages;
    }

    /**
     * Makes one-way messages of what one of them, or another with it, seems to ask without an answer, or to answer only
     * because it spoke next.
     */
    static void settle(MessageTableBuilder messages) {
        PeerEndpoints endpoints = new PeerEndpoints(messages);
        endpoints.collect();
        for (int row = 0; row < messages.size && !endpoints.peers.isEmpty(); row++) {
            if (endpoints.isGuess(row)) {
                endpoints.unpair(row);
            }
        }
    }

    private void collect() {
        for (int row = 0; row < messages.size; row++) {
            if (messages.role[row] == Role.REQUEST.ordinal() && isDatagram(row)) {
                note(asked, source(row), destination(row));
                note(askedBy, destination(row), source(row));
            }
        }
        asked.forEachLong((endpoint, others) -> {
            if (others == SEVERAL && askedBy.get(endpoint) == SEVERAL) {
                peers.add(endpoint);
            }
        });
        collectTheirLike();
    }

    /** Who talks with several peers at one port is one, though its port is higher or lower than all of theirs. */
    private void collectTheirLike() {
        Long2LongHashMap met = new Long2LongHashMap(NOBODY);
        for (int row = 0; row < messages.size && !peers.isEmpty(); row++) {
            if (isDatagram(row) && peers.contains(source(row))) {
                note(met, destination(row), source(row));
            }
        }
        met.forEachLong((endpoint, others) -> {
            if (others == SEVERAL) {
                peers.add(endpoint);
            }
        });
    }

    private static void note(Long2LongHashMap others, long endpoint, long other) {
        long known = others.get(endpoint);
        others.put(endpoint, known == NOBODY || known == other ? other : SEVERAL);
    }

    /** Whether no protocol says what it is. */
    private boolean isDatagram(int row) {
        return messages.transport[row] == IpProtocol.UDP
                && messages.sourcePort[row] != messages.destinationPort[row]
                && (messages.protocol[row] == Protocol.UNKNOWN.ordinal()
                        || messages.protocol[row] == Protocol.ECHOED_FIELD.ordinal());
    }

    private boolean isGuess(int row) {
        boolean unpaired = messages.partner[row] == MessageTable.NONE;
        return isDatagram(row)
                && (peers.contains(source(row)) || peers.contains(destination(row)))
                && (unpaired || messages.protocol[row] == Protocol.UNKNOWN.ordinal());
    }

    private void unpair(int row) {
        messages.role[row] = (byte) Role.ONE_WAY.ordinal();
        messages.callId[row] = MessageTableBuilder.NO_CALL;
        messages.partner[row] = MessageTable.NONE;
    }

    private long source(int row) {
        return (long) messages.source[row] << Short.SIZE | messages.sourcePort[row] & 0xffff;
    }

    private long destination(int row) {
        return (long) messages.destination[row] << Short.SIZE | messages.destinationPort[row] & 0xffff;
    }
}

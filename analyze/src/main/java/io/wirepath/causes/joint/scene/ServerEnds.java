package io.wirepath.causes.joint.scene;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.linking.OwnerLinks;
import io.wirepath.flows.Role;
import io.wirepath.flows.SplitMix64;
import org.agrona.collections.Long2LongCounterMap;
import org.agrona.collections.LongHashSet;

/**
 * Which end of a one-way message is the server's: the port that more others talk to. What a broker delivers over many
 * connections is one link then, as what is published to it is.
 *
 * <pre>
 *  broker :6379 ──► :30690 worker      a delivery, and the same link
 *         :6379 ──► :23334
 * </pre>
 */
final class ServerEnds {

    private static final long PORTS = 1 << 16;

    private final MessageTable messages;
    private final Long2LongCounterMap peers = new Long2LongCounterMap(0);

    ServerEnds(MessageTable messages) {
        this.messages = messages;
        LongHashSet seen = new LongHashSet();
        for (int row = 0; row < messages.size(); row++) {
            if (OwnerLinks.opens(messages, row)) {
                long source = source(row);
                long destination = destination(row);
                long low = Math.min(source, destination);
                if (seen.add((low * SplitMix64.STEP ^ Math.max(source, destination)) * SplitMix64.STEP)) {
                    peers.incrementAndGet(source);
                    peers.incrementAndGet(destination);
                }
            }
        }
    }

    /** Whether a message that wants no answer comes from the server. */
    boolean isSource(int row) {
        return messages.role(row) == Role.ONE_WAY && peers.get(source(row)) > peers.get(destination(row));
    }

    private long source(int row) {
        return messages.source(row) * PORTS + messages.sourcePort(row);
    }

    private long destination(int row) {
        return messages.destination(row) * PORTS + messages.destinationPort(row);
    }
}

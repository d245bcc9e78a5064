package io.wirepath.flows;

import org.jspecify.annotations.Nullable;

/**
 * Both directions of a transport conversation, as the layers above reassembly see it.
 *
 * <p>Direction 0 is the flow whose packet was seen first, unless the handshake shows who opened:
 * after a captured SYN, direction 0 is the opener's. Objects are pooled: nobody keeps one after
 * {@link ConnectionListener#onClose}. Owned by one shard, so used by one thread at a time.
 */
public abstract class Connection {

    /** Identity: number of the capture's frame that opened it, unique within the capture. */
    public long id;

    /** IP protocol number: 6 TCP, 17 UDP. */
    public int transport;

    /** Addresses of the sender of direction 0; IPv4 as ::ffff:a.b.c.d. */
    public long sourceHigh;

    public long sourceLow;
    public long destinationHigh;
    public long destinationLow;
    public int sourcePort;
    public int destinationPort;

    /** What else tells connections apart; 0 where nothing does. */
    public long scope;

    /** Whether the start was not captured (no SYN). */
    public boolean midstream;

    /** Whether a captured SYN shows that direction 0 is the opener's. */
    public boolean openerKnown;

    /** Capture time of its latest packet, mirror copies left out. */
    public long lastNanos;

    /** When the first SYN passed; 0 where none was captured. */
    public long synNanos;

    /** When the handshake was over; 0 until then, or where it was not captured. */
    public long establishedNanos;

    /**
     * How long the way from the sniffer to who sends a direction takes, there and back, as the handshake tells it, or
     * where none was captured the acknowledgment without payload that came soonest; 0 where neither does.
     */
    public final long[] wayNanos = new long[2];

    /** SYNs, with or without ACK, that were sent again. */
    public int synRetries;

    /** Time to live of its first packet, and the VLAN of that, or -1. */
    public int firstTtl;

    public int firstVlan;

    /** The directions, a bit each, whose first packet was looked at for layers around it. */
    public int outerLooked;

    /** State of the layer above; null until it sets it. Reset to null before reuse. */
    public @Nullable Object attachment;

    /** Sequence number on the wire of the first byte of a direction's stream; 0 for UDP. */
    public abstract int firstSequence(int direction);

    /** Whether not one packet of this direction was captured so far; never of UDP, where a silent receiver is usual. */
    public boolean isSilent(int direction) {
        return false;
    }

    /** Whether bytes of this direction were captured, and not where it begins: its first ones may be missing. */
    public boolean isPickedUp(int direction) {
        return false;
    }

    /** What was unusual about a direction so far. */
    public abstract FlowStatistics statistics(int direction);
}

package io.wirepath.flows;

/**
 * What the packet that brought some bytes said besides them. A flyweight that is reused: copy what is needed.
 */
public final class SegmentContext {

    /** When the packet passed the sniffer, nanoseconds since the epoch. */
    public long timeNanos;

    /** IPv4 identification; 0 for IPv6. */
    public int ipId;

    /** What the sender had received of its peer: see {@link Acknowledged}. */
    public int acknowledged;

    /** Time to live, or hop limit. */
    public int ttl;

    /** Number of the frame, from 1. */
    public long frameNumber;

    /** VLAN identifier, or -1. */
    public int vlan;

    /** Whether the segment carried PSH. */
    public boolean push;

    /** Takes over what another says. */
    public void copy(SegmentContext from) {
        timeNanos = from.timeNanos;
        ipId = from.ipId;
        acknowledged = from.acknowledged;
        ttl = from.ttl;
        frameNumber = from.frameNumber;
        vlan = from.vlan;
        push = from.push;
    }
}

package io.wirepath.flows;

/**
 * What a packet says that its sender had received: 24 bits of its TCP acknowledgment number, which the other side began
 * at random (RFC 9293 §3.4.1). The sender of a message cannot choose it, as it chooses sequence number and content; two
 * sightings of one message agree in it, but for a middlebox that re-bases what the other side sends.
 */
public final class Acknowledged {

    /** Nobody told: a datagram, or a record of an earlier version. */
    public static final int UNKNOWN = 0;

    /** A segment without an acknowledgment number. */
    public static final int NOTHING = 1;

    private static final int BITS = 24;

    /** Odd; its product has upper bits that depend on all bits of the number. */
    private static final int MIX = 0x9e3779b1;

    private Acknowledged() {}

    /** What a segment with this acknowledgment number says: 2 to 2^24 - 1. */
    public static int of(int acknowledgment) {
        return Math.max(NOTHING + 1, acknowledgment * MIX >>> Integer.SIZE - BITS);
    }
}

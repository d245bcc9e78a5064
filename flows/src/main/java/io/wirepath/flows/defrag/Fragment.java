package io.wirepath.flows.defrag;

import java.nio.ByteBuffer;

/**
 * One fragment on offer: a flyweight that its owner fills again for each fragment. The bytes are copied where they are
 * kept.
 *
 * <p>{@code bytes} holds the payload at {@code payloadAt} and the IP header at {@code headerAt}; both must lie inside
 * it.
 */
public final class Fragment {

    /** Which IP version; decides how the header is mended when the datagram is complete. */
    public boolean ipv6;

    /** Addresses; IPv4 as ::ffff:a.b.c.d. */
    public long sourceHigh;

    public long sourceLow;
    public long destinationHigh;
    public long destinationLow;

    /** 16 bits for IPv4, 32 bits for IPv6. */
    public int identification;

    /** IPv4's protocol; for IPv6 the next header that the fragment header names. */
    public int protocol;

    /** What else tells equal addresses apart; 0 where nothing does. */
    public long scope;

    /** Position of the first byte in the payload of the whole datagram. */
    public int offset;

    /** Whether more fragments follow this one. */
    public boolean more;

    public ByteBuffer bytes = ByteBuffer.allocate(0);
    public int payloadAt;
    public int payloadLength;
    public int headerAt;

    /** IPv4: header with options. IPv6: the 40 bytes of the fixed header. */
    public int headerLength;

    int end() {
        return offset + payloadLength;
    }
}

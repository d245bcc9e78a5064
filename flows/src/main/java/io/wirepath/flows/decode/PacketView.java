package io.wirepath.flows.decode;

import io.wirepath.flows.AddressText;
import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.OuterLayers;
import java.nio.ByteBuffer;

/**
 * A flyweight over one TCP segment or UDP datagram of a {@link PacketIndex}.
 *
 * <p>Wrapping cannot fail, and no accessor checks: the decoder has checked every length. Addresses
 * are two longs in network order; an IPv4 address a.b.c.d is the IPv6 address ::ffff:a.b.c.d, and {@link AddressText}
 * says how that address of IPv6 is kept.
 *
 * <pre>
 *  TCP (RFC 9293 §3.1)                                  UDP (RFC 768)
 *   0  source port     2  destination port               0  source port   2  destination port
 *   4  sequence number 8  acknowledgment number          4  length        6  checksum
 *  12  data offset    13  flags      14  window
 * </pre>
 */
@SuppressWarnings("NullAway.Init") // wrapped before it is read
public final class PacketView {

    private static final long V4_PREFIX = 0xffffL << 32;

    private PacketIndex index;
    private int at;
    private ByteBuffer bytes;
    private int ip;
    private int transport;

    /** The low half of ::ffff:a.b.c.d for the IPv4 address a.b.c.d; the high half is 0. */
    static long mapped(int address) {
        return V4_PREFIX | address & 0xffff_ffffL;
    }

    /** Points at packet {@code at} of the index. */
    public PacketView wrap(PacketIndex index, int at) {
        this.index = index;
        this.at = at;
        bytes = index.bytes(at);
        ip = index.ipOffset(at);
        transport = index.transportOffset(at);
        return this;
    }

    /** The buffer that holds the packet; big-endian. */
    public ByteBuffer bytes() {
        return bytes;
    }

    /** Capture time, nanoseconds since the epoch. */
    public long timeNanos() {
        return index.timeNanos(at);
    }

    /** Number of the frame in its capture, from 1. */
    public long frameNumber() {
        return index.block().frameNumber(index.frame(at));
    }

    public boolean isTcp() {
        return index.transport(at) == IpProtocol.TCP;
    }

    public boolean isIpv6() {
        return (bytes.get(ip) & 0xf0) == 0x60;
    }

    public long sourceHigh() {
        return isIpv6() ? AddressText.highOfIpv6(bytes.getLong(ip + 8), bytes.getLong(ip + 16)) : 0;
    }

    public long sourceLow() {
        return isIpv6() ? bytes.getLong(ip + 16) : mapped(bytes.getInt(ip + 12));
    }

    public long destinationHigh() {
        return isIpv6() ? AddressText.highOfIpv6(bytes.getLong(ip + 24), bytes.getLong(ip + 32)) : 0;
    }

    public long destinationLow() {
        return isIpv6() ? bytes.getLong(ip + 32) : mapped(bytes.getInt(ip + 16));
    }

    public int sourcePort() {
        return bytes.getShort(transport) & 0xffff;
    }

    public int destinationPort() {
        return bytes.getShort(transport + 2) & 0xffff;
    }

    /** Hash of the connection's endpoints, the same for both directions and at every sniffer. */
    public int connectionHash() {
        return FlowHash.endpoints(
                sourceHigh(), sourceLow(), sourcePort(), destinationHigh(), destinationLow(), destinationPort());
    }

    /** Time to live, or hop limit. */
    public int ttl() {
        return bytes.get(isIpv6() ? ip + 7 : ip + 8) & 0xff;
    }

    /** IPv4 identification; 0 for IPv6, which has none. */
    public int ipId() {
        return isIpv6() ? 0 : bytes.getShort(ip + 4) & 0xffff;
    }

    /** TCP sequence number, as the 32 bits on the wire. */
    public int sequence() {
        return bytes.getInt(transport + 4);
    }

    /** TCP acknowledgment number, as the 32 bits on the wire. */
    public int acknowledgment() {
        return bytes.getInt(transport + 8);
    }

    /** TCP flag bits: 1 FIN, 2 SYN, 4 RST, 8 PSH, 16 ACK. */
    public int tcpFlags() {
        return bytes.get(transport + 13) & 0xff;
    }

    /** TCP window field, not scaled. */
    public int window() {
        return bytes.getShort(transport + 14) & 0xffff;
    }

    /** Offset of the TCP or UDP header in {@link #bytes()}; the whole header, options included, is there. */
    public int transportOffset() {
        return transport;
    }

    /** Offset of the payload in {@link #bytes()}. */
    public int payloadOffset() {
        return index.payloadOffset(at);
    }

    /** Payload bytes present. */
    public int payloadLength() {
        return index.payloadLength(at);
    }

    /** Payload bytes that the capture cut off (snapshot length). */
    public int payloadCut() {
        return index.payloadCut(at);
    }

    /** Whether the packet has a checksum, and the capture all of what it sums up. */
    public boolean isChecksummed() {
        int header = isTcp() ? (bytes.get(transport + 12) & 0xf0) >>> 2 : UdpLayer.HEADER_BYTES;
        boolean whole = payloadCut() == 0 && payloadOffset() - transport == header;
        return whole && (isTcp() || bytes.getShort(transport + 6) != 0);
    }

    /** Whether the checksum of a packet that {@link #isChecksummed} is that of addresses, header and payload. */
    public boolean isChecksumRight() {
        int length = payloadOffset() - transport + payloadLength();
        return InternetChecksum.fold(InternetChecksum.add(ofAddresses(length), bytes, transport, length))
                == InternetChecksum.RIGHT;
    }

    /**
     * Whether the checksum sums up the addresses alone: the network card of who sends it, or took it, does the rest.
     */
    public boolean isChecksumPartial() {
        int field = bytes.getShort(transport + (isTcp() ? 16 : 6)) & 0xffff;
        int length = payloadOffset() - transport + payloadLength();
        return field == InternetChecksum.fold(ofAddresses(length));
    }

    /** The sum of the pseudo-header (RFC 9293 §3.1, RFC 8200 §8.1). */
    private long ofAddresses(int length) {
        long numbers = (long) index.transport(at) + length;
        return isIpv6()
                ? InternetChecksum.add(numbers, bytes, ip + 8, 32)
                : InternetChecksum.add(numbers, bytes, ip + 12, 8);
    }

    /** VLAN identifier, or -1. */
    public int vlan() {
        return index.vlan(at);
    }

    /** Whether layers lie around the packet. */
    public boolean hasOuter() {
        return index.outerCount(at) > 0;
    }

    /** Points the flyweight at the layers around the packet. */
    public OuterLayers outer(OuterLayers layers) {
        return index.outer(at, layers);
    }

    /** What else tells connections apart; 0 where nothing does. */
    public long scope() {
        return index.scope(at);
    }
}

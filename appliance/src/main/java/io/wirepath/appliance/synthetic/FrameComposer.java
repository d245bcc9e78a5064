package io.wirepath.appliance.synthetic;

import io.wirepath.flows.IpProtocol;
import java.nio.ByteBuffer;

/**
 * Composes Ethernet frames with IPv4 and TCP or UDP, lengths and checksums right. Addresses and ports are taken as they
 * are given. Not thread-safe.
 *
 * <pre>
 *  0        14          34             54 (TCP) or 42 (UDP)
 *  │Ethernet│IPv4, no   │TCP, no       │payload
 *  │        │options    │options       │
 * </pre>
 */
public final class FrameComposer {

    /** Flag of a segment that ends its side. */
    public static final int FIN = 0x01;

    /** Flag of a segment that opens its side. */
    public static final int SYN = 0x02;

    /** Flag of a segment that is to be handed on at once. */
    public static final int PUSH = 0x08;

    /** Flag of a segment whose acknowledgement number counts. */
    public static final int ACK = 0x10;

    private static final int ETHERNET_BYTES = 14;
    private static final int IP_BYTES = 20;
    private static final int TCP_BYTES = 20;
    private static final int UDP_BYTES = 8;
    private static final int IPV4 = 0x0800;
    private static final int DO_NOT_FRAGMENT = 0x4000;
    private static final int WINDOW = 65_535;
    /** Locally administered, so nobody's. */
    private static final int MAC_PREFIX = 0x0200;

    private int packets;

    /**
     * One way of a flow.
     *
     * @param source IPv4 address of the sender
     * @param sourcePort its port
     * @param destination IPv4 address of the receiver
     * @param destinationPort its port
     */
    public record Way(int source, int sourcePort, int destination, int destinationPort) {

        /** The other way of the same flow. */
        public Way reversed() {
            return new Way(
                    /* source= */ destination,
                    /* sourcePort= */ destinationPort,
                    /* destination= */ source,
                    /* destinationPort= */ sourcePort);
        }
    }

    /**
     * A TCP segment.
     *
     * @param sequence of its first byte, and {@code acknowledged} the next one wanted: modulo 2³²
     * @param flags of this class, or those of RFC 9293
     * @param from first byte of the payload within {@code payload}
     */
    public byte[] tcp(Way way, long sequence, long acknowledged, int flags, byte[] payload, int from, int length) {
        byte[] bytes = new byte[ETHERNET_BYTES + IP_BYTES + TCP_BYTES + length];
        ByteBuffer frame = frame(way, IpProtocol.TCP, bytes);
        frame.putShort((short) way.sourcePort).putShort((short) way.destinationPort);
        frame.putInt((int) sequence).putInt((int) acknowledged);
        frame.put((byte) (TCP_BYTES / 4 << 4)).put((byte) flags).putShort((short) WINDOW);
        frame.putInt(0).put(payload, from, length);
        frame.putShort(ETHERNET_BYTES + IP_BYTES + 16, transportChecksum(frame, IpProtocol.TCP));
        return bytes;
    }

    /** A UDP datagram. */
    public byte[] udp(Way way, byte[] payload) {
        byte[] bytes = new byte[ETHERNET_BYTES + IP_BYTES + UDP_BYTES + payload.length];
        ByteBuffer frame = frame(way, IpProtocol.UDP, bytes);
        frame.putShort((short) way.sourcePort).putShort((short) way.destinationPort);
        frame.putShort((short) (UDP_BYTES + payload.length)).putShort((short) 0).put(payload);
        short checksum = transportChecksum(frame, IpProtocol.UDP);
        frame.putShort(ETHERNET_BYTES + IP_BYTES + 6, checksum == 0 ? (short) -1 : checksum);
        return bytes;
    }

    private ByteBuffer frame(Way way, int protocol, byte[] bytes) {
        ByteBuffer frame = ByteBuffer.wrap(bytes);
        frame.putShort((short) MAC_PREFIX).putInt(way.destination);
        frame.putShort((short) MAC_PREFIX).putInt(way.source).putShort((short) IPV4);
        frame.putShort((short) 0x4500).putShort((short) (bytes.length - ETHERNET_BYTES));
        frame.putShort((short) packets++).putShort((short) DO_NOT_FRAGMENT);
        frame.put((byte) 64).put((byte) protocol).putShort((short) 0);
        frame.putInt(way.source).putInt(way.destination);
        frame.putShort(ETHERNET_BYTES + 10, checksum(frame, ETHERNET_BYTES, ETHERNET_BYTES + IP_BYTES, 0));
        return frame;
    }

    /** Over the pseudo header (addresses, protocol, length), the header and the payload (RFC 9293 §3.1). */
    private static short transportChecksum(ByteBuffer frame, int protocol) {
        int start = ETHERNET_BYTES + IP_BYTES;
        int length = frame.capacity() - start;
        return checksum(frame, start - 8, frame.capacity(), protocol + length);
    }

    /** The Internet checksum of a range (RFC 1071). */
    private static short checksum(ByteBuffer frame, int from, int to, long start) {
        long sum = start;
        for (int at = from; at + 1 < to; at += 2) {
            sum += frame.getShort(at) & 0xffff;
        }
        if ((to - from) % 2 != 0) {
            sum += (frame.get(to - 1) & 0xff) << 8;
        }
        while (sum >>> 16 != 0) {
            sum = (sum & 0xffff) + (sum >>> 16);
        }
        return (short) ~sum;
    }
}

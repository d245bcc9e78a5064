package io.wirepath.flows.tcp;

import io.wirepath.flows.SplitMix64;
import io.wirepath.flows.decode.PacketView;
import io.wirepath.flows.table.FlowKey;
import io.wirepath.flows.table.RecentPackets;
import java.nio.ByteBuffer;

/**
 * Tells a mirror copy, one packet that the capture holds more than once, from a retransmission, a second packet with
 * the same bytes.
 *
 * <p>A port that mirrors both directions, several ports or VLANs, or both sides of a router delivers a packet again,
 * microseconds to tens of milliseconds later, other packets in between. Addresses, ports, IP identification and the
 * whole TCP header stay the same; MAC addresses, VLAN, and, across a router, TTL and IP checksum do not, so they are
 * left out. A sender gives a retransmission a new IP identification. Packets without one (IPv6, or IPv4 with 0) are
 * compared by the TCP checksum and the first TCP options as well: the time stamp option (RFC 7323) differs after a
 * millisecond. What is left are senders without either, for which a shorter time decides.
 *
 * <p>The price of dropping a copy wrongly is nil: its bytes are there already. Only the count would be wrong.
 */
final class MirrorCopyDetector {

    private static final long MIX_A = SplitMix64.STEP;
    private static final long MIX_B = 0xbf58_476d_1ce4_e5b9L;
    private static final long MIX_C = 0x94d0_49bb_1331_11ebL;

    private final RecentPackets recent;
    private final long windowNanos;
    private final long windowWithoutIdNanos;

    MirrorCopyDetector(TcpSettings settings, int shards) {
        recent = new RecentPackets(settings.mirrorMemoryPackets() / shards);
        windowNanos = settings.mirrorCopyNanos();
        windowWithoutIdNanos = settings.mirrorCopyWithoutIdNanos();
    }

    /** Whether this packet was here before; remembers it if not. */
    boolean isCopy(PacketView packet, FlowKey key, Segment segment) {
        int ipId = segment.context.ipId;
        long print = (key.hash ^ (long) key.sourcePort << 48 ^ (long) ipId << 32) * MIX_A;
        print ^= key.sourceLow * MIX_C;
        print = (print ^ print >>> 31 ^ (long) segment.sequence << 32 ^ segment.acknowledgment & 0xffff_ffffL) * MIX_B;
        print = (print ^ print >>> 29 ^ (long) segment.window << 32 ^ (long) segment.flags << 24 ^ segment.span())
                * MIX_C;
        if (ipId == 0) {
            print = (print ^ print >>> 30 ^ transportSignature(packet)) * MIX_A;
        }
        return recent.seenOrRemember(
                print ^ print >>> 32, segment.timeNanos, ipId == 0 ? windowWithoutIdNanos : windowNanos);
    }

    /** Checksum and first twelve bytes of options: what a time stamp option or other bytes would change. */
    private static long transportSignature(PacketView packet) {
        ByteBuffer bytes = packet.bytes();
        int at = packet.transportOffset();
        long signature = bytes.getShort(at + 16) * MIX_B;
        if ((bytes.get(at + 12) & 0xf0) >= 0x80) {
            signature ^= bytes.getLong(at + 20) * MIX_C ^ bytes.getInt(at + 28) * MIX_A;
        }
        return signature;
    }
}

package io.wirepath.flows.udp;

import io.wirepath.flows.SplitMix64;
import io.wirepath.flows.decode.PacketView;
import io.wirepath.flows.table.FlowKey;
import java.nio.ByteBuffer;

/**
 * Fingerprint of a datagram by what every copy of it keeps: ports, addresses, IP identification, length, payload. TTL,
 * VLAN, MAC addresses and IP checksum differ between copies, and the UDP checksum may not be filled in yet on a
 * sending host, so they are left out.
 */
final class DatagramPrint {

    private static final long MIX_A = SplitMix64.STEP;
    private static final long MIX_B = 0xbf58_476d_1ce4_e5b9L;

    /** Bytes looked at from the front; then one long in each {@link #STRIDE}. */
    private static final int DENSE = 128;

    private static final int STRIDE = 64;

    private DatagramPrint() {}

    static long of(PacketView packet, FlowKey key) {
        ByteBuffer bytes = packet.bytes();
        int at = packet.payloadOffset();
        int end = at + packet.payloadLength();
        long print = (key.hash ^ (long) key.sourcePort << 48 ^ (long) packet.ipId() << 32) * MIX_A;
        print ^= key.sourceLow * MIX_B;
        print ^= packet.payloadLength() + packet.payloadCut();
        int denseEnd = Math.min(end, at + DENSE);
        for (; at + 8 <= denseEnd; at += 8) {
            print = mix(print, bytes.getLong(at));
        }
        for (; at + 8 <= end; at += STRIDE) {
            print = mix(print, bytes.getLong(at));
        }
        for (int tail = Math.max(packet.payloadOffset(), end - 8); tail < end; tail++) {
            print = mix(print, bytes.get(tail));
        }
        return print ^ print >>> 32;
    }

    private static long mix(long print, long word) {
        long mixed = (print ^ word) * MIX_B;
        return mixed ^ mixed >>> 29;
    }
}

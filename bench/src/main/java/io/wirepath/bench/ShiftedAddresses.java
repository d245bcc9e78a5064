package io.wirepath.bench;

import io.wirepath.flows.IpProtocol;
import java.nio.ByteBuffer;

/** Moves the IPv4 addresses of an Ethernet frame, and its checksums with them (RFC 1624). */
final class ShiftedAddresses {

    private static final int ETHERNET_BYTES = 14;
    private static final int IPV4 = 0x0800;

    private ShiftedAddresses() {}

    /** Adds {@code shift} to source and destination; leaves a frame alone that is not IPv4 directly in Ethernet. */
    static void apply(ByteBuffer bytes, int frame, int length, int shift) {
        int ip = frame + ETHERNET_BYTES;
        if (length < ETHERNET_BYTES + 20 || bytes.getShort(frame + 12) != IPV4) {
            return;
        }
        int transport = ip + 4 * (bytes.get(ip) & 0x0f);
        int checksum = switch (bytes.get(ip + 9)) {
            case IpProtocol.TCP -> transport + 16;
            case IpProtocol.UDP -> transport + 6;
            default -> frame + length;
        };
        boolean transportHasChecksum = checksum + 2 <= frame + length && bytes.getShort(checksum) != 0;
        for (int at = ip + 12; at < ip + 20; at += 4) {
            int before = bytes.getInt(at);
            int after = before + shift;
            bytes.putInt(at, after);
            follow(bytes, ip + 10, before, after);
            if (transportHasChecksum) {
                follow(bytes, checksum, before, after);
            }
        }
    }

    private static void follow(ByteBuffer bytes, int checksum, int before, int after) {
        int sum = ~bytes.getShort(checksum) & 0xffff;
        sum += (~before >>> 16) + (~before & 0xffff) + (after >>> 16) + (after & 0xffff);
        sum = (sum & 0xffff) + (sum >>> 16);
        sum = (sum & 0xffff) + (sum >>> 16);
        bytes.putShort(checksum, (short) ~sum);
    }
}

package io.wirepath.flows.decode;

import io.wirepath.flows.OuterLayer;

/**
 * VXLAN (RFC 7348 §5), its group policy extension, and VXLAN-GPE. Reserved bits are ignored, as
 * the RFC wants of receivers, if an Ethernet frame follows.
 *
 * <pre>
 *   0 flags: 0x80 group policy, 0x08 identifier valid, 0x04 next protocol valid   1 zero, or group policy
 *   3 zero, or next protocol   4 network identifier (24 bits)   7 zero   8
 * </pre>
 *
 * @param genericProtocol whether the port is that of VXLAN-GPE, where some writers leave the flag of the next protocol
 *     out
 */
record VxlanLayer(boolean genericProtocol) implements Layer {

    private static final int HEADER_BYTES = 8;
    private static final int IDENTIFIER_VALID = 0x08;
    private static final int NEXT_PROTOCOL_VALID = 0x04;
    private static final int KNOWN_FLAGS = 0x8f;

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES)) {
            return cursor.notThisTunnel();
        }
        int flags = cursor.u8(0);
        int network = cursor.i32(4);
        boolean strict = (flags & IDENTIFIER_VALID) != 0 && (flags & ~KNOWN_FLAGS) == 0 && (network & 0xff) == 0;
        if (!strict && !isFollowedByEthernet(cursor)) {
            return cursor.notThisTunnel();
        }
        cursor.remark(DecodeRemark.VXLAN);
        cursor.outer(OuterLayer.Kind.VXLAN, network >>> 8);
        cursor.virtualNetwork(network >>> 8);
        int next = cursor.u8(3);
        boolean named = genericProtocol ? next != 0 : (flags & NEXT_PROTOCOL_VALID) != 0 && NextProtocols.isOne(next);
        cursor.skip(HEADER_BYTES);
        return NextProtocols.next(cursor, named ? next : NextProtocols.ETHERNET);
    }

    /** Where reserved bits are set, or the flag that must be set is not, what follows has to tell that it is VXLAN. */
    private static boolean isFollowedByEthernet(FrameCursor cursor) {
        int frame = HEADER_BYTES + EthernetLayer.HEADER_BYTES;
        return cursor.has(frame) && EtherTypes.isPlausible(cursor.u16(frame - 2), cursor.onWire() - frame);
    }
}

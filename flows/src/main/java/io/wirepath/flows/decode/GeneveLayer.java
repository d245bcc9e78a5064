package io.wirepath.flows.decode;

import io.wirepath.flows.OuterLayer;

/**
 * GENEVE (RFC 8926 §3.4); options are skipped. Reserved bits are ignored, as the RFC wants of receivers, if the ether
 * type is one of those that tunnels carry.
 *
 * <pre>
 *   0 version (2 bits), length of the options in units of 4 bytes (6)   1 flags   2 ether type
 *   4 network identifier (24 bits)   7 reserved, zero   8 options
 * </pre>
 */
final class GeneveLayer implements Layer {

    private static final int HEADER_BYTES = 8;

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES)) {
            return cursor.notThisTunnel();
        }
        int header = HEADER_BYTES + ((cursor.u8(0) & 0x3f) << 2);
        int network = cursor.i32(4);
        int etherType = cursor.u16(2);
        boolean reserved = (network & 0xff) != 0 && !isTunnelled(etherType);
        if (cursor.u8(0) >>> 6 != 0 || reserved || header > cursor.onWire()) {
            return cursor.notThisTunnel();
        }
        if (!cursor.has(header)) {
            return cursor.tooShort(header);
        }
        cursor.remark(DecodeRemark.GENEVE);
        cursor.outer(OuterLayer.Kind.GENEVE, network >>> 8);
        cursor.virtualNetwork(network >>> 8);
        cursor.skip(header);
        return EtherTypes.next(cursor, etherType);
    }

    private static boolean isTunnelled(int etherType) {
        return etherType == EtherTypes.BRIDGED_ETHERNET || etherType == EtherTypes.IPV4 || etherType == EtherTypes.IPV6;
    }
}

package io.wirepath.flows.decode;

import io.wirepath.flows.OuterLayer;

/**
 * TRILL (RFC 6325 §3): Ethernet between routing bridges; begins after its ether type.
 *
 * <pre>
 *   0 version (2 bits), reserved, multicast, length of options in units of 4 bytes (5), hops (6)   2 egress   4 ingress   6 options
 * </pre>
 */
final class TrillLayer implements Layer {

    private static final int HEADER_BYTES = 6;
    private static final int HOP_BITS = 6;
    private static final Layer ETHERNET = new EthernetLayer();

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES)) {
            return cursor.tooShort(HEADER_BYTES);
        }
        int header = HEADER_BYTES + ((cursor.u16(0) >>> HOP_BITS & 0x1f) << 2);
        if (!cursor.has(header)) {
            return cursor.tooShort(header);
        }
        cursor.remark(DecodeRemark.FABRIC);
        cursor.outer(OuterLayer.Kind.FABRIC, OuterLayer.NO_ID);
        cursor.skip(header);
        return ETHERNET;
    }
}

package io.wirepath.flows.decode;

import io.wirepath.flows.OuterLayer;

/**
 * Cisco FabricPath: Ethernet between switches; begins after its ether type.
 *
 * <pre>
 *   0 forwarding tag (10 bits), time to live (6)   2 the inner Ethernet header
 * </pre>
 */
final class FabricPathLayer implements Layer {

    private static final int TAG_BYTES = 2;
    private static final Layer ETHERNET = new EthernetLayer();

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(TAG_BYTES)) {
            return cursor.tooShort(TAG_BYTES);
        }
        cursor.remark(DecodeRemark.FABRIC);
        cursor.outer(OuterLayer.Kind.FABRIC, OuterLayer.NO_ID);
        cursor.skip(TAG_BYTES);
        return ETHERNET;
    }
}

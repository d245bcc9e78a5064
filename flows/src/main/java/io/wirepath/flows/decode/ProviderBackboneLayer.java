package io.wirepath.flows.decode;

import io.wirepath.flows.OuterLayer;

/**
 * 802.1ah, MAC in MAC; begins after the I-TAG's ether type.
 *
 * <pre>
 *   0 priority and flags   1 service identifier (24 bits)   4 the customer's Ethernet header
 * </pre>
 */
final class ProviderBackboneLayer implements Layer {

    private static final int TAG_BYTES = 4;
    private static final Layer ETHERNET = new EthernetLayer();

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(TAG_BYTES)) {
            return cursor.tooShort(TAG_BYTES);
        }
        cursor.remark(DecodeRemark.PROVIDER_BACKBONE);
        cursor.outer(OuterLayer.Kind.PROVIDER_BACKBONE, cursor.i32(0) & 0xff_ffff);
        cursor.virtualNetwork(cursor.i32(0) & 0xff_ffff);
        cursor.skip(TAG_BYTES);
        return ETHERNET;
    }
}

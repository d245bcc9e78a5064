package io.wirepath.flows.decode;

import io.wirepath.flows.OuterLayer;

/**
 * EtherIP (RFC 3378 §3): Ethernet in IP.
 *
 * <pre>
 *   0 version 3 (4 bits), zero   2
 * </pre>
 */
final class EtherIpLayer implements Layer {

    private static final int HEADER_BYTES = 2;
    private static final int VERSION = 3;
    private static final Layer ETHERNET = new EthernetLayer();

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES)) {
            return cursor.tooShort(HEADER_BYTES);
        }
        if (cursor.u8(0) >>> 4 != VERSION) {
            return cursor.end(DecodeCounter.BAD_TUNNEL_HEADER);
        }
        cursor.outer(OuterLayer.Kind.ETHER_IP, OuterLayer.NO_ID);
        cursor.skip(HEADER_BYTES);
        return ETHERNET;
    }
}

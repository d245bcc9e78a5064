package io.wirepath.flows.decode;

import io.wirepath.flows.OuterLayer;

/**
 * Teredo (RFC 4380 §5.1.1): IPv6 in UDP, after optional indications.
 *
 * <pre>
 *   [0 0x0001   2 length of client (a)   3 length of authentication (b)   4 client, authentication   4+a+b nonce (8)   confirmation]
 *   [0 0x0000   2 origin port   4 origin address   8]
 *    IPv6
 * </pre>
 */
final class TeredoLayer implements Layer {

    private static final int AUTHENTICATION = 0x0001;
    private static final int AUTHENTICATION_FIXED_BYTES = 13;
    private static final int ORIGIN = 0x0000;
    private static final int ORIGIN_BYTES = 8;
    private static final Layer IPV6 = new Ipv6Layer();

    @Override
    public Layer decode(FrameCursor cursor) {
        if (cursor.has(4) && cursor.u16(0) == AUTHENTICATION) {
            int length = AUTHENTICATION_FIXED_BYTES + cursor.u8(2) + cursor.u8(3);
            if (!cursor.has(length)) {
                return cursor.notThisTunnel();
            }
            cursor.skip(length);
        }
        if (cursor.has(ORIGIN_BYTES) && cursor.u16(0) == ORIGIN) {
            cursor.skip(ORIGIN_BYTES);
        }
        if (!cursor.has(Ipv6Layer.HEADER_BYTES)
                || cursor.u8(0) >>> 4 != 6
                || Ipv6Layer.HEADER_BYTES + cursor.u16(4) > cursor.onWire()) {
            return cursor.notThisTunnel();
        }
        cursor.remark(DecodeRemark.TEREDO);
        cursor.outer(OuterLayer.Kind.TEREDO, OuterLayer.NO_ID);
        return IPV6;
    }
}

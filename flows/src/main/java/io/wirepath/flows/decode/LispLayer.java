package io.wirepath.flows.decode;

import io.wirepath.flows.OuterLayer;

/**
 * The LISP data header (RFC 9300 §5.3): IP in UDP.
 *
 * <pre>
 *   0 flags, nonce or map version   4 instance, locator status   8 IP
 * </pre>
 */
final class LispLayer implements Layer {

    private static final int HEADER_BYTES = 8;
    private static final int INSTANCE_PRESENT = 0x08;
    private static final Layer IP = new IpLayer();

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES)) {
            return cursor.notThisTunnel();
        }
        long instance = (cursor.u8(0) & INSTANCE_PRESENT) != 0 ? cursor.i32(4) >>> 8 : OuterLayer.NO_ID;
        cursor.skip(HEADER_BYTES);
        if (!IpLayer.isPlausible(cursor)) {
            return cursor.notThisTunnel();
        }
        cursor.remark(DecodeRemark.LISP);
        cursor.outer(OuterLayer.Kind.LISP, instance);
        return IP;
    }
}

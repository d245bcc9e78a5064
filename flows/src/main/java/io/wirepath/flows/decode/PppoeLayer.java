package io.wirepath.flows.decode;

import io.wirepath.flows.OuterLayer;

/**
 * A PPPoE session packet (RFC 2516 §4).
 *
 * <pre>
 *   0 version 1, type 1   1 code   2 session   4 length of what follows   6 PPP, from its protocol field
 * </pre>
 */
final class PppoeLayer implements Layer {

    private static final int HEADER_BYTES = 6;
    private static final int SESSION_DATA = 0;
    private static final Layer PPP = new PppLayer();

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES)) {
            return cursor.tooShort(HEADER_BYTES);
        }
        if (cursor.u8(1) != SESSION_DATA) {
            return cursor.end(DecodeCounter.NOT_IP);
        }
        cursor.remark(DecodeRemark.PPPOE);
        cursor.outer(OuterLayer.Kind.PPPOE, cursor.u16(2));
        int length = cursor.u16(4);
        cursor.skip(HEADER_BYTES);
        cursor.trim(length);
        return PPP;
    }
}

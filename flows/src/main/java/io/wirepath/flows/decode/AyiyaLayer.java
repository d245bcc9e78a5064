package io.wirepath.flows.decode;

import io.wirepath.flows.OuterLayer;

/**
 * AYIYA, anything in anything (draft-massar-v6ops-ayiya): IPv6 in UDP, signed.
 *
 * <pre>
 *   0 length of identity as power of 2 (4 bits), its type (4)   1 length of signature in units of 4 bytes (4), its type (4)
 *   2 authentication (4), operation (4)   3 IP protocol of what follows   4 time   8 identity, signature, packet
 * </pre>
 */
final class AyiyaLayer implements Layer {

    private static final int HEADER_BYTES = 8;
    private static final int FORWARD = 1;
    private static final Layer IP = new IpLayer();

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES)) {
            return cursor.notThisTunnel();
        }
        int header = HEADER_BYTES + (1 << (cursor.u8(0) >>> 4)) + (cursor.u8(1) >>> 4 << 2);
        if ((cursor.u8(2) & 0x0f) != FORWARD || !cursor.has(header)) {
            return cursor.notThisTunnel();
        }
        cursor.skip(header);
        if (!IpLayer.isPlausible(cursor)) {
            return cursor.notThisTunnel();
        }
        cursor.remark(DecodeRemark.AYIYA);
        cursor.outer(OuterLayer.Kind.AYIYA, OuterLayer.NO_ID);
        return IP;
    }
}

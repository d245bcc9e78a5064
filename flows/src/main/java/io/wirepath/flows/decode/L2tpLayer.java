package io.wirepath.flows.decode;

import io.wirepath.flows.OuterLayer;

/**
 * L2TP version 2 (RFC 2661 §3.1): PPP in UDP. Its control messages are used as the UDP datagrams that they are.
 *
 * <pre>
 *   0 flags T L S O, version 2   2 [length (2)] tunnel (2) session (2) [sequence (2, 2)] [offset (2), padding]   PPP
 * </pre>
 */
final class L2tpLayer implements Layer {

    private static final int CONTROL = 0x8000;
    private static final int LENGTH = 0x4000;
    private static final int SEQUENCE = 0x0800;
    private static final int OFFSET = 0x0200;
    private static final int VERSION_MASK = 0x000f;
    private static final int VERSION = 2;
    private static final int SHORTEST = 6;
    private static final Layer PPP = new PppLayer();

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(SHORTEST) || (cursor.u16(0) & VERSION_MASK) != VERSION) {
            return cursor.notThisTunnel();
        }
        int flags = cursor.u16(0);
        if ((flags & CONTROL) != 0) {
            return cursor.plainUdp();
        }
        int header = SHORTEST + ((flags & LENGTH) != 0 ? 2 : 0) + ((flags & SEQUENCE) != 0 ? 4 : 0);
        if ((flags & OFFSET) != 0) {
            header += cursor.has(header + 2) ? 2 + cursor.u16(header) : 2;
        }
        if (header >= cursor.onWire()) {
            return cursor.notThisTunnel();
        }
        if (!cursor.has(header)) {
            return cursor.tooShort(header);
        }
        cursor.remark(DecodeRemark.L2TP);
        cursor.outer(OuterLayer.Kind.L2TP, Integer.toUnsignedLong(cursor.i32((flags & LENGTH) != 0 ? 4 : 2)));
        cursor.skip(header);
        return PPP;
    }
}

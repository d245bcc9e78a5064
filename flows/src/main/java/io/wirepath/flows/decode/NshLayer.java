package io.wirepath.flows.decode;

import io.wirepath.flows.OuterLayer;

/**
 * The network service header (RFC 8300 §2.2): skipped.
 *
 * <pre>
 *   0 version (2 bits), flags, time to live, length in units of 4 bytes (6)   2 metadata type   3 next protocol   4 path   8 ...
 * </pre>
 */
final class NshLayer implements Layer {

    private static final int SHORTEST = 8;

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(SHORTEST)) {
            return cursor.tooShort(SHORTEST);
        }
        int length = (cursor.u16(0) & 0x3f) << 2;
        int protocol = cursor.u8(3);
        if (cursor.u8(0) >>> 6 != 0 || length < SHORTEST) {
            return cursor.end(DecodeCounter.BAD_TUNNEL_HEADER);
        }
        if (!cursor.has(length)) {
            return cursor.tooShort(length);
        }
        cursor.remark(DecodeRemark.NSH);
        cursor.outer(OuterLayer.Kind.NSH, cursor.i32(4) >>> 8);
        cursor.skip(length);
        return NextProtocols.next(cursor, protocol);
    }
}

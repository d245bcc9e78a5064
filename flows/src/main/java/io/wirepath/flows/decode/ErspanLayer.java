package io.wirepath.flows.decode;

import io.wirepath.flows.OuterLayer;

/**
 * ERSPAN types II and III (draft-foschiano-erspan): a mirrored Ethernet frame.
 *
 * <pre>
 *   II    0 version 1 (4 bits), VLAN   2 class, flags, session (10 bits)   4 index   8
 *   III   0 version 2 (4 bits), VLAN   2 class, flags, session (10 bits)   4 time   8 group   10 type, flags   12 [8 more]
 * </pre>
 */
final class ErspanLayer implements Layer {

    private static final int TYPE_2_BYTES = 8;
    private static final int TYPE_3_BYTES = 12;
    private static final int PLATFORM_BYTES = 8;
    private static final int SESSION_MASK = 0x3ff;
    private static final int FRAME_TYPE_SHIFT = 10;
    private static final int FRAME_TYPE_IP = 2;
    private static final Layer ETHERNET = new EthernetLayer();
    private static final Layer IP = new IpLayer();

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(TYPE_2_BYTES)) {
            return cursor.tooShort(TYPE_2_BYTES);
        }
        return switch (cursor.u8(0) >>> 4) {
            case 1 -> mirrored(cursor, TYPE_2_BYTES, ETHERNET);
            case 2 -> type3(cursor);
            default -> cursor.end(DecodeCounter.BAD_TUNNEL_HEADER);
        };
    }

    private static Layer type3(FrameCursor cursor) {
        if (!cursor.has(TYPE_3_BYTES)) {
            return cursor.tooShort(TYPE_3_BYTES);
        }
        int flags = cursor.u16(10);
        int header = TYPE_3_BYTES + ((flags & 1) != 0 ? PLATFORM_BYTES : 0);
        if (!cursor.has(header)) {
            return cursor.tooShort(header);
        }
        return mirrored(cursor, header, (flags >>> FRAME_TYPE_SHIFT & 0x1f) == FRAME_TYPE_IP ? IP : ETHERNET);
    }

    private static Layer mirrored(FrameCursor cursor, int header, Layer content) {
        cursor.remark(DecodeRemark.ERSPAN);
        cursor.outer(OuterLayer.Kind.ERSPAN, cursor.u16(2) & SESSION_MASK);
        cursor.skip(header);
        return content;
    }
}

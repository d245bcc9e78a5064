package io.wirepath.flows.decode;

import io.wirepath.flows.OuterLayer;

/**
 * TZSP, the TaZmen Sniffer Protocol: a frame captured elsewhere.
 *
 * <pre>
 *   0 version 1   1 type   2 encapsulated protocol   4 tags   frame
 *   tag:  0 type (0 padding, 1 end: one byte each)   1 length   2 ...
 * </pre>
 */
final class TzspLayer implements Layer {

    private static final int HEADER_BYTES = 4;
    private static final int VERSION = 1;
    private static final int LAST_TYPE_WITH_FRAME = 1;
    private static final int PADDING = 0;
    private static final int END = 1;

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES) || cursor.u8(0) != VERSION) {
            return cursor.notThisTunnel();
        }
        if (cursor.u8(1) > LAST_TYPE_WITH_FRAME) {
            return cursor.plainUdp();
        }
        int protocol = cursor.u16(2);
        cursor.skip(HEADER_BYTES);
        if (!skipTags(cursor)) {
            return cursor.notThisTunnel();
        }
        cursor.remark(DecodeRemark.TZSP);
        cursor.outer(OuterLayer.Kind.TZSP, OuterLayer.NO_ID);
        return switch (protocol) {
            case 1 -> LinkTypes.next(cursor, LinkTypes.ETHERNET);
            case 18 -> LinkTypes.next(cursor, LinkTypes.WLAN);
            case 119 -> LinkTypes.next(cursor, LinkTypes.PRISM);
            case 127 -> LinkTypes.next(cursor, LinkTypes.AVS);
            default -> cursor.end(DecodeCounter.LINK_TYPE_NOT_DECODED);
        };
    }

    private static boolean skipTags(FrameCursor cursor) {
        while (cursor.has(1)) {
            int type = cursor.u8(0);
            int length = type == PADDING || type == END ? 1 : cursor.has(2) ? 2 + cursor.u8(1) : 2;
            if (!cursor.has(length)) {
                return false;
            }
            cursor.skip(length);
            if (type == END) {
                return true;
            }
        }
        return false;
    }
}

package io.wirepath.flows.decode;

import io.wirepath.flows.OuterLayer;

/**
 * GTP-U, the user plane of mobile networks (3GPP TS 29.281 §5).
 *
 * <pre>
 *   0 version 1 (3 bits), type 1, zero, flags E S PN   1 message type   2 length of what follows the first 8 bytes
 *   4 tunnel   8 [sequence   10 number   11 type of the next extension header   12 extension headers]
 *   extension header:  0 length in units of 4 bytes   1 ...   last byte: type of the next
 * </pre>
 *
 * Tunnel identifiers differ between the directions of one conversation, so they never tell connections apart.
 */
final class GtpULayer implements Layer {

    private static final int HEADER_BYTES = 8;
    private static final int LONG_HEADER_BYTES = 12;
    private static final int VERSION_AND_TYPE = 0x30;
    private static final int VERSION_AND_TYPE_MASK = 0xf0;
    private static final int EXTENSION = 0x04;
    private static final int ANY_FLAG = 0x07;
    private static final int USER_PACKET = 0xff;
    private static final Layer IP = new IpLayer();

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES)) {
            return cursor.notThisTunnel();
        }
        int flags = cursor.u8(0);
        int length = cursor.u16(2);
        if ((flags & VERSION_AND_TYPE_MASK) != VERSION_AND_TYPE || length > cursor.onWire() - HEADER_BYTES) {
            return cursor.notThisTunnel();
        }
        if (cursor.u8(1) != USER_PACKET) {
            return cursor.plainUdp();
        }
        int tunnel = cursor.i32(4);
        cursor.trim(HEADER_BYTES + length);
        if ((flags & ANY_FLAG) != 0) {
            if (!cursor.has(LONG_HEADER_BYTES)) {
                return cursor.tooShort(LONG_HEADER_BYTES);
            }
            boolean extended = (flags & EXTENSION) != 0 && cursor.u8(LONG_HEADER_BYTES - 1) != 0;
            cursor.skip(LONG_HEADER_BYTES);
            if (extended && !skipExtensions(cursor)) {
                return cursor.end(DecodeCounter.HEADER_TRUNCATED);
            }
        } else {
            cursor.skip(HEADER_BYTES);
        }
        return userPacket(cursor, tunnel);
    }

    private static boolean skipExtensions(FrameCursor cursor) {
        int next;
        do {
            int length = cursor.has(1) ? cursor.u8(0) << 2 : 0;
            if (length == 0 || !cursor.has(length)) {
                return false;
            }
            next = cursor.u8(length - 1);
            cursor.skip(length);
        } while (next != 0);
        return true;
    }

    private static Layer userPacket(FrameCursor cursor, int tunnel) {
        if (!IpLayer.isPlausible(cursor)) {
            return cursor.plainUdp();
        }
        cursor.remark(DecodeRemark.GTP_U);
        cursor.outer(OuterLayer.Kind.GTP_U, Integer.toUnsignedLong(tunnel));
        return IP;
    }
}

package io.wirepath.flows.decode;

/**
 * IPv6 (RFC 8200 §3).
 *
 * <pre>
 *   0 version, class, flow label   4 payload length   6 next header   7 hop limit   8 source   24 destination   40
 * </pre>
 *
 * A payload length of 0 means a jumbogram (RFC 2675) or a segment that the network card will cut up; for both, the
 * frame's length holds.
 */
final class Ipv6Layer implements Layer {

    static final int HEADER_BYTES = 40;
    private static final int NO_NEXT_HEADER = 59;

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES)) {
            return cursor.tooShort(HEADER_BYTES);
        }
        int payload = cursor.u16(4);
        int nextHeader = cursor.u8(6);
        cursor.ip(true);
        cursor.skip(HEADER_BYTES);
        if (payload > 0 || nextHeader == NO_NEXT_HEADER) {
            cursor.extent(payload);
        } else {
            cursor.remark(DecodeRemark.LENGTH_FROM_FRAME);
        }
        return IpProtocols.next(cursor, nextHeader);
    }
}

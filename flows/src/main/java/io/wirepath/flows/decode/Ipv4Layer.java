package io.wirepath.flows.decode;

/**
 * IPv4 (RFC 791 §3.1).
 *
 * <pre>
 *   0 version, header length   1 service   2 total length   4 identification   6 flags, fragment offset
 *   8 time to live   9 protocol   10 checksum   12 source   16 destination   20 options
 * </pre>
 *
 * The total length cuts Ethernet's padding off. It is 0 where a host's capture shows a segment that the network card
 * will cut up; then the frame's length holds.
 */
final class Ipv4Layer implements Layer {

    static final int HEADER_BYTES = 20;
    private static final int FRAGMENT_BITS = 0x3fff;

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES)) {
            return cursor.tooShort(HEADER_BYTES);
        }
        int header = (cursor.u8(0) & 0x0f) << 2;
        int total = cursor.u16(2);
        if (total == 0) {
            cursor.remark(DecodeRemark.LENGTH_FROM_FRAME);
            total = cursor.onWire();
        }
        if (header < HEADER_BYTES || total < header) {
            return cursor.end(DecodeCounter.BAD_HEADER_LENGTH);
        }
        cursor.extent(total);
        if (!cursor.has(header)) {
            return cursor.tooShort(header);
        }
        cursor.ip(false);
        if ((cursor.u16(6) & FRAGMENT_BITS) != 0) {
            return cursor.defragmentation.ipv4(cursor, header);
        }
        int protocol = cursor.u8(9);
        cursor.skip(header);
        return IpProtocols.next(cursor, protocol);
    }
}

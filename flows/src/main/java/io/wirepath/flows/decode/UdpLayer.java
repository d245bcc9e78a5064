package io.wirepath.flows.decode;

import io.wirepath.flows.IpProtocol;

/**
 * UDP (RFC 768); the layout stands in {@link PacketView}. On the ports of a tunnel, what follows is tried as the
 * tunnel.
 *
 * <p>The length field trims; where it claims more than IP brought, or is 0 (a jumbogram, or a segment that the network
 * card will cut up), IP's length holds.
 */
final class UdpLayer implements Layer {

    static final int HEADER_BYTES = 8;

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES)) {
            return cursor.tooShort(HEADER_BYTES);
        }
        int length = cursor.u16(4);
        if (length > 0 && length < HEADER_BYTES) {
            return cursor.end(DecodeCounter.BAD_HEADER_LENGTH);
        }
        if (length == 0 || length > cursor.onWire()) {
            cursor.remark(DecodeRemark.UDP_LENGTH_WRONG);
        } else {
            cursor.trim(length);
        }
        Layer tunnel = cursor.tunnels.of(cursor.u16(0), cursor.u16(2));
        if (tunnel == DONE) {
            return cursor.use(IpProtocol.UDP, HEADER_BYTES);
        }
        cursor.guess();
        cursor.skip(HEADER_BYTES);
        return tunnel;
    }
}

package io.wirepath.flows.decode;

import io.wirepath.flows.IpProtocol;

/**
 * TCP (RFC 9293 §3.1); the layout stands in {@link PacketView}. A segment whose options the capture cut is used: all
 * that places it in its flow is in the fixed part.
 */
final class TcpLayer implements Layer {

    static final int HEADER_BYTES = 20;

    @Override
    public Layer decode(FrameCursor cursor) {
        if (!cursor.has(HEADER_BYTES)) {
            return cursor.tooShort(HEADER_BYTES);
        }
        int header = (cursor.u8(12) & 0xf0) >>> 2;
        if (header < HEADER_BYTES || header > cursor.onWire()) {
            return cursor.end(DecodeCounter.BAD_HEADER_LENGTH);
        }
        return cursor.use(IpProtocol.TCP, header);
    }
}

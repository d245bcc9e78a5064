package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * The PROXY protocol, versions 1 and 2: what a proxy says first of the connection that it hands on. It is set-up, and
 * what follows it, in both directions, is another protocol.
 *
 * <pre>
 *   PROXY TCP4 192.0.2.1 192.0.2.2 33001 80 ⏎              version 1, at most 107 bytes
 *   0d0a0d0a000d0a515549540a │ 2x │ family │ size 2 │ …     version 2
 * </pre>
 *
 * Source: HAProxy, "The PROXY protocol", §2.1, §2.2.
 */
final class ProxyHeaderFormat extends FrameFormat {

    private static final byte[] TEXT = "PROXY ".getBytes(US_ASCII);
    private static final byte[] BINARY = {'\r', '\n', '\r', '\n', 0, '\r', '\n', 'Q', 'U', 'I', 'T', '\n'};
    private static final int BINARY_HEADER = 16;
    private static final int MAX_TEXT = 107;

    ProxyHeaderFormat() {
        super(Protocol.PROXY, 1);
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        return Ascii.beginsWith(bytes, offset, length, bytes.get(offset) == TEXT[0] ? TEXT : BINARY);
    }

    @Override
    public long read(boolean asks, ByteBuffer bytes, int offset, int length, Piece piece) {
        piece.role = Role.ONE_WAY;
        piece.flags = SightingCodec.FLAG_SETUP;
        piece.handsOver = true;
        if (bytes.get(offset) == TEXT[0]) {
            int newline = Ascii.indexOf(bytes, (byte) '\n', offset, offset + Math.min(length, MAX_TEXT));
            if (newline < 0) {
                return length < MAX_TEXT ? piece.need(length + 1) : piece.giveUp();
            }
            return newline + 1L - offset;
        }
        if (length < BINARY_HEADER) {
            return piece.need(BINARY_HEADER);
        }
        return (long) BINARY_HEADER + (bytes.getShort(offset + BINARY_HEADER - 2) & 0xffff);
    }
}

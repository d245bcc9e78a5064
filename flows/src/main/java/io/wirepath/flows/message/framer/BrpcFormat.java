package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import java.nio.ByteBuffer;

/**
 * bRPC's own protocol, baidu_std: calls by correlation id, which stands in a message of Protocol Buffers before the
 * body.
 *
 * <pre>
 *   │ "PRPC" │ length of what follows 4 │ length of the meta message 4 │ meta message │ …
 *   meta message    1 request (message)   2 response (message)   4 correlation id (varint)
 * </pre>
 *
 * Source: Apache bRPC documentation, "baidu_std".
 */
final class BrpcFormat extends FrameFormat {

    private static final int HEADER = 12;
    private static final byte[] MAGIC = "PRPC".getBytes(US_ASCII);
    private static final int REQUEST = 1;
    private static final int RESPONSE = 2;
    private static final int CORRELATION_ID = 4;
    private static final int VARINT = 0;
    private static final int LENGTH_DELIMITED = 2;

    BrpcFormat() {
        super(Protocol.BRPC, HEADER);
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        return Ascii.beginsWith(bytes, offset, length, MAGIC);
    }

    @Override
    public boolean tellsCallAtFront() {
        return false;
    }

    @Override
    public long read(boolean asks, ByteBuffer bytes, int offset, int length, Piece piece) {
        int rest = bytes.getInt(offset + 4);
        int meta = bytes.getInt(offset + 8);
        if (Ascii.agreement(bytes, offset, length, MAGIC) < MAGIC.length || meta < 0 || rest < meta) {
            return piece.giveUp();
        }
        int seen = Math.min(HEADER + meta, Piece.MAX_NEEDED);
        if (length < seen) {
            return piece.need(seen);
        }
        piece.role = asks ? Role.REQUEST : Role.RESPONSE;
        readMeta(bytes, offset + HEADER, offset + seen, piece);
        return HEADER + (long) rest;
    }

    private static void readMeta(ByteBuffer bytes, int from, int end, Piece piece) {
        int at = from;
        while (at < end) {
            int tag = bytes.get(at++);
            long value = 0;
            int shift = 0;
            boolean more = true;
            while (more && at < end && shift < Long.SIZE) {
                int own = bytes.get(at++);
                value |= (own & 0x7fL) << shift;
                shift += 7;
                more = own < 0;
            }
            int field = tag >> 3;
            int type = tag & 7;
            if (more || type != VARINT && type != LENGTH_DELIMITED || type == LENGTH_DELIMITED && value < 0) {
                return;
            }
            if (field == CORRELATION_ID && type == VARINT) {
                piece.key = value;
            } else if (field == REQUEST || field == RESPONSE) {
                piece.role = field == REQUEST ? Role.REQUEST : Role.RESPONSE;
            }
            at = type == VARINT ? at : (int) Math.min(end, at + value);
        }
    }
}

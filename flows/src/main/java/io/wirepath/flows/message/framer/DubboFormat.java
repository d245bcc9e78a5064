package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * Apache Dubbo: calls by id, of either side; heartbeats and other events are set-up.
 *
 * <pre>
 *   │ 0xdabb 2 │ request 1, wants a response 1, event 1, serialisation 5 │ status 1 │ id 8 │ length 4 │ …
 * </pre>
 *
 * Source: Apache Dubbo documentation, "Dubbo protocol".
 */
final class DubboFormat extends FrameFormat {

    private static final int HEADER = 16;
    private static final int MAGIC = 0xdabb;
    private static final int REQUEST = 0x80;
    private static final int TWO_WAY = 0x40;
    private static final int EVENT = 0x20;

    DubboFormat() {
        super(Protocol.DUBBO, HEADER);
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        if (bytes.get(offset) != (byte) (MAGIC >>> 8)) {
            return Verdict.NO;
        }
        if (length < 2) {
            return Verdict.MORE;
        }
        return bytes.get(offset + 1) == (byte) MAGIC ? Verdict.YES : Verdict.NO;
    }

    @Override
    public long read(boolean asks, ByteBuffer bytes, int offset, int length, Piece piece) {
        int body = bytes.getInt(offset + 12);
        if ((bytes.getShort(offset) & 0xffff) != MAGIC || body < 0) {
            return piece.giveUp();
        }
        int kind = bytes.get(offset + 2);
        boolean request = (kind & REQUEST) != 0;
        piece.role = !request ? Role.RESPONSE : (kind & TWO_WAY) != 0 ? Role.REQUEST : Role.ONE_WAY;
        // each side counts its own calls
        piece.key = bytes.getLong(offset + 4) << 1 | (request == asks ? 1 : 0);
        piece.flags = (kind & EVENT) != 0 ? SightingCodec.FLAG_SETUP : 0;
        return HEADER + (long) body;
    }
}

package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * The bus of a Redis cluster, on which nodes gossip and vote: all of it is set-up, but for what is published.
 *
 * <pre>
 *   │ "RCmb" │ length 4, header included │ version 2 │ port 2 │ type 2 │ …        type 4: publish, 10: publish to a shard
 * </pre>
 *
 * Source: Redis documentation, "Redis cluster specification".
 */
final class RedisBusFormat extends FrameFormat {

    private static final int HEADER = 14;
    private static final byte[] MAGIC = "RCmb".getBytes(US_ASCII);
    private static final int PUBLISH = 4;
    private static final int PUBLISH_TO_SHARD = 10;

    RedisBusFormat() {
        super(Protocol.REDIS_CLUSTER_BUS, HEADER);
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        return Ascii.beginsWith(bytes, offset, length, MAGIC);
    }

    @Override
    public long read(boolean asks, ByteBuffer bytes, int offset, int length, Piece piece) {
        if (Ascii.agreement(bytes, offset, length, MAGIC) < MAGIC.length) {
            return piece.giveUp();
        }
        int type = bytes.getShort(offset + 12);
        piece.role = Role.ONE_WAY;
        piece.flags = type == PUBLISH || type == PUBLISH_TO_SHARD ? 0 : SightingCodec.FLAG_SETUP;
        return bytes.getInt(offset + 4) & 0xffff_ffffL;
    }
}

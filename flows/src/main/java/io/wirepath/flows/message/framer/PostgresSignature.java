package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import java.nio.ByteBuffer;

/** PostgreSQL: a start message, or in the middle of a connection a Query, Parse or Bind. */
final class PostgresSignature implements Signature {

    private static final int LOOKS_AT = 8;

    @Override
    public Protocol protocol() {
        return Protocol.POSTGRESQL;
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        int first = bytes.get(offset);
        if (direction != context.requester() || first != 0 && first != 'Q' && first != 'P' && first != 'B') {
            return Verdict.NO;
        }
        if (length < LOOKS_AT) {
            return Verdict.MORE;
        }
        if (first == 0) {
            boolean start = PostgresFramer.isStart(bytes.getInt(offset), bytes.getInt(offset + 4));
            return start ? Verdict.YES : Verdict.NO;
        }
        int total = bytes.getInt(offset + 1);
        int text = bytes.get(offset + 5);
        boolean named = text == 0 && first != 'Q' || text >= ' ' && text < 0x7f;
        return total >= 6 && total < 1 << 24 && named ? Verdict.YES : Verdict.NO;
    }
}

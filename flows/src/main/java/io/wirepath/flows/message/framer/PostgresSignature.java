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
            return judgeStart(bytes, offset, length);
        }
        int total = bytes.getInt(offset + 1);
        int text = bytes.get(offset + 5);
        boolean named = text == 0 && first != 'Q' || text >= ' ' && text < 0x7f;
        return total >= 6 && total < 1 << 24 && named ? Verdict.YES : Verdict.NO;
    }

    private static Verdict judgeStart(ByteBuffer bytes, int offset, int length) {
        int code = bytes.getInt(offset + 4);
        if (!PostgresFramer.isStart(bytes.getInt(offset), code)) {
            return Verdict.NO;
        }
        if (code >>> 16 != 3) {
            return Verdict.YES;
        }
        if (length == LOOKS_AT) {
            return Verdict.MORE;
        }
        // the name of a parameter follows; without it this may be a request to Kafka
        int letter = bytes.get(offset + LOOKS_AT);
        return letter >= 'a' && letter <= 'z' ? Verdict.YES : Verdict.NO;
    }
}

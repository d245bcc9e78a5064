package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import java.nio.ByteBuffer;

/** A Redis command is an array of strings: {@code *2\r\n$}. */
final class RedisSignature implements Signature {

    private static final int MAX_DIGITS = 7;

    @Override
    public Protocol protocol() {
        return Protocol.REDIS;
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        return direction == context.requester() ? judge(bytes, offset, length) : Verdict.NO;
    }

    /** Whether a command begins here. */
    static boolean isCommand(ByteBuffer bytes, int at, int end) {
        return judge(bytes, at, end - at) == Verdict.YES;
    }

    private static Verdict judge(ByteBuffer bytes, int offset, int length) {
        if (bytes.get(offset) != '*') {
            return Verdict.NO;
        }
        int at = 1;
        while (at < length && Ascii.isDigit(bytes.get(offset + at))) {
            at++;
        }
        if (at > 1 + MAX_DIGITS) {
            return Verdict.NO;
        }
        for (int i = 0; i < 3; i++, at++) {
            if (at == length) {
                return Verdict.MORE;
            }
            if (at == 1 || bytes.get(offset + at) != "\r\n$".charAt(i)) {
                return Verdict.NO;
            }
        }
        return Verdict.YES;
    }
}

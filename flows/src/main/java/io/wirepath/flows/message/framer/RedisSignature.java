package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.wirepath.flows.Protocol;
import java.nio.ByteBuffer;

/** A Redis command is an array of strings: {@code *2\r\n$}. */
final class RedisSignature implements Signature {

    private static final int MAX_DIGITS = 7;

    private static final byte[][] INLINE = {
        "ping\r\n".getBytes(US_ASCII), "info\r\n".getBytes(US_ASCII), "info replication\r\n".getBytes(US_ASCII)
    };

    @Override
    public Protocol protocol() {
        return Protocol.REDIS;
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        if (direction != context.requester()) {
            return Verdict.NO;
        }
        return bytes.get(offset) == '*' || !context.fromStart()
                ? judge(bytes, offset, length)
                : judgeInline(bytes, offset, length);
    }

    /** What a health check says first, not as an array. */
    private static Verdict judgeInline(ByteBuffer bytes, int offset, int length) {
        boolean more = false;
        for (byte[] word : INLINE) {
            if (Ascii.startsWithIgnoringCase(bytes, offset, offset + length, word)) {
                return Verdict.YES;
            }
            more |= length < word.length && agrees(word, bytes, offset, length);
        }
        return more ? Verdict.MORE : Verdict.NO;
    }

    private static boolean agrees(byte[] word, ByteBuffer bytes, int offset, int length) {
        for (int i = 0; i < length; i++) {
            if ((bytes.get(offset + i) | 0x20) != (word[i] | 0x20)) {
                return false;
            }
        }
        return true;
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

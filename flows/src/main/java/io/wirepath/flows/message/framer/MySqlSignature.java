package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import java.nio.ByteBuffer;

/** MySQL: the server's greeting, or in the middle of a connection one of the commonest commands. */
final class MySqlSignature implements Signature {

    /** First byte of the greeting's payload. */
    static final int PROTOCOL_VERSION = 10;

    private static final int COM_QUERY = 0x03;
    private static final int COM_PING = 0x0e;
    private static final int COM_STMT_PREPARE = 0x16;
    private static final int COM_STMT_EXECUTE = 0x17;
    private static final int COM_RESET_CONNECTION = 0x1f;
    private static final byte ERROR = (byte) 0xff;
    private static final int FIRST_ERROR = 1000;
    private static final int LAST_ERROR = 4999;
    private static final int LONGEST_ERROR = 512;
    private static final int EXECUTE = 10;
    private static final int SHORTEST = 5;
    private static final int LOOKS_AT = 7;

    /** Of a log-in: capabilities 4, largest packet 4, character set 1, then zeros. */
    private static final int PROTOCOL_41 = 0x200;

    private static final int LOG_IN_ZEROS = 13;
    private static final int MIN_LOG_IN = 36;

    @Override
    public Protocol protocol() {
        return Protocol.MYSQL;
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        if (length > 3 && bytes.get(offset + 3) == 1 && !context.fromStart()) {
            return direction == context.requester() ? judgeLogIn(bytes, offset, length) : Verdict.NO;
        }
        if (length < SHORTEST) {
            return mayFollow(bytes, offset, length) ? Verdict.MORE : Verdict.NO;
        }
        int payload = bytes.get(offset) & 0xff | (bytes.get(offset + 1) & 0xff) << 8;
        if (!mayFollow(bytes, offset, length)) {
            return Verdict.NO;
        }
        if (direction != context.requester()) {
            return judgeGreeting(context, payload, bytes, offset, length);
        }
        return switch (bytes.get(offset + 4)) {
            case COM_PING, COM_RESET_CONNECTION -> payload == 1 ? Verdict.YES : Verdict.NO;
            case COM_QUERY, COM_STMT_PREPARE -> judgeText(payload, bytes, offset, length);
            case COM_STMT_EXECUTE -> judgeExecute(payload, bytes, offset, length);
            default -> Verdict.NO;
        };
    }

    /** The log-in, where the greeting before it is missing. */
    private static Verdict judgeLogIn(ByteBuffer bytes, int offset, int length) {
        int payload = bytes.get(offset) & 0xff | (bytes.get(offset + 1) & 0xff) << 8;
        if (bytes.get(offset + 2) != 0 || payload < MIN_LOG_IN) {
            return Verdict.NO;
        }
        if (length < FramerChooser.LOOKS_AT) {
            return Verdict.MORE;
        }
        boolean zeros = (Integer.reverseBytes(bytes.getInt(offset + 4)) & PROTOCOL_41) != 0;
        for (int at = LOG_IN_ZEROS; at < FramerChooser.LOOKS_AT && zeros; at++) {
            zeros = bytes.get(offset + at) == 0;
        }
        return zeros ? Verdict.YES : Verdict.NO;
    }

    /** Whether the packet is short and the first of its kind. */
    private static boolean mayFollow(ByteBuffer bytes, int offset, int length) {
        return length < 4 || bytes.get(offset + 2) == 0 && bytes.get(offset + 3) == 0;
    }

    /** The greeting, or an error in place of it. */
    private static Verdict judgeGreeting(FramerContext context, int payload, ByteBuffer bytes, int offset, int length) {
        boolean refuses = bytes.get(offset + 4) == ERROR && context.fromStart();
        if (payload < 3 || bytes.get(offset + 4) != PROTOCOL_VERSION && !refuses) {
            return Verdict.NO;
        }
        if (length < LOOKS_AT + 1) {
            return Verdict.MORE;
        }
        if (refuses) {
            int error = bytes.get(offset + 5) & 0xff | (bytes.get(offset + 6) & 0xff) << 8;
            boolean known = error >= FIRST_ERROR && error <= LAST_ERROR;
            return known && isText(bytes.get(offset + LOOKS_AT)) && payload < LONGEST_ERROR ? Verdict.YES : Verdict.NO;
        }
        int third = bytes.get(offset + 6);
        return Ascii.isDigit(bytes.get(offset + 5)) && (third == '.' || Ascii.isDigit(third))
                ? Verdict.YES
                : Verdict.NO;
    }

    private static Verdict judgeText(int payload, ByteBuffer bytes, int offset, int length) {
        if (payload < 3) {
            return Verdict.NO;
        }
        if (length < LOOKS_AT) {
            return Verdict.MORE;
        }
        int at = offset + SHORTEST;
        if (bytes.get(at) == 0 && bytes.get(at + 1) == 1) {
            at += 2; // no attributes of the query, in one set
        }
        if (length < at + 2 - offset) {
            return Verdict.MORE;
        }
        return isText(bytes.get(at)) && isText(bytes.get(at + 1)) ? Verdict.YES : Verdict.NO;
    }

    /** Statement 4, flags 1, how often: 1. */
    private static Verdict judgeExecute(int payload, ByteBuffer bytes, int offset, int length) {
        if (payload < EXECUTE) {
            return Verdict.NO;
        }
        if (length < 4 + EXECUTE) {
            return Verdict.MORE;
        }
        boolean once = bytes.getInt(offset + 4 + EXECUTE - 4) == 1 << 24;
        return once && (bytes.get(offset + 9) & 0xf0) == 0 ? Verdict.YES : Verdict.NO;
    }

    private static boolean isText(int b) {
        return b >= ' ' && b < 0x7f || b == '\n' || b == '\r' || b == '\t';
    }
}

package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import java.nio.ByteBuffer;

/** MySQL: the server's greeting, or in the middle of a connection a query in text. */
final class MySqlSignature implements Signature {

    /** First byte of the greeting's payload. */
    static final int PROTOCOL_VERSION = 10;

    private static final int COM_QUERY = 3;
    private static final int LOOKS_AT = 7;

    @Override
    public Protocol protocol() {
        return Protocol.MYSQL;
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        boolean asks = direction == context.requester();
        if (length < LOOKS_AT) {
            boolean possible = length < 4 || bytes.get(offset + 2) == 0 && bytes.get(offset + 3) == 0;
            return possible ? Verdict.MORE : Verdict.NO;
        }
        int payload = bytes.get(offset) & 0xff | (bytes.get(offset + 1) & 0xff) << 8;
        int first = bytes.get(offset + 4);
        int second = bytes.get(offset + 5);
        int third = bytes.get(offset + 6);
        if (payload < 3 || bytes.get(offset + 2) != 0 || bytes.get(offset + 3) != 0) {
            return Verdict.NO;
        }
        boolean matches = asks
                ? first == COM_QUERY && isText(second) && isText(third)
                : first == PROTOCOL_VERSION && Ascii.isDigit(second) && (third == '.' || Ascii.isDigit(third));
        return matches ? Verdict.YES : Verdict.NO;
    }

    private static boolean isText(int b) {
        return b >= ' ' && b < 0x7f || b == '\n' || b == '\r' || b == '\t';
    }
}

package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import java.nio.ByteBuffer;

/**
 * WebSocket whose upgrade was not captured: a whole message of text, which only a client masks, so that it tells who
 * asks. Other frames look like nothing; they are read where the server is known to speak WebSocket.
 */
final class WebSocketSignature implements Signature {

    private static final int TEXT = 0x81;
    private static final int BINARY = 0x82;
    private static final int COMPRESSED = 0x40;
    private static final int FIRST_CONTROL = 0x88;
    private static final int LAST_CONTROL = 0x8a;
    private static final int MASK = 4;

    /** So many characters of text are no chance. */
    private static final int MIN_TEXT = 4;

    @Override
    public Protocol protocol() {
        return Protocol.WEBSOCKET;
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        if (context.fromStart() || (bytes.get(offset) & 0xff) != TEXT) {
            return Verdict.NO;
        }
        if (length < 2) {
            return Verdict.MORE;
        }
        int second = bytes.get(offset + 1);
        int header = (second & 0x7f) < 126 ? 2 : (second & 0x7f) == 126 ? 4 : 10;
        boolean masked = second < 0;
        int from = header + (masked ? MASK : 0);
        if (header == 2 && (second & 0x7f) < MIN_TEXT) {
            return Verdict.NO;
        }
        if (length < from + MIN_TEXT) {
            return Verdict.MORE;
        }
        int end = Math.min(FramerChooser.LOOKS_AT, Math.min(length, header == 2 ? from + (second & 0x7f) : length));
        for (int at = from; at < end; at++) {
            int mask = masked ? bytes.get(offset + header + (at - from) % MASK) : 0;
            if (!isText(bytes.get(offset + at) ^ mask)) {
                return Verdict.NO;
            }
        }
        context.learnRequester(masked ? direction : 1 - direction);
        return Verdict.YES;
    }

    /** Whether a masked message, and nothing else, stands in these bytes. */
    static boolean isWhole(ByteBuffer bytes, int offset, int length) {
        if (length < 2 + MASK || bytes.get(offset + 1) >= 0) {
            return false;
        }
        int first = bytes.get(offset) & 0xff;
        boolean message = (first & ~COMPRESSED) == TEXT
                || (first & ~COMPRESSED) == BINARY
                || first >= FIRST_CONTROL && first <= LAST_CONTROL;
        int size = bytes.get(offset + 1) & 0x7f;
        int header = size < 126 ? 2 : 4;
        return message
                && size < 127
                && length == header + MASK + (size < 126 ? size : bytes.getShort(offset + 2) & 0xffff);
    }

    private static boolean isText(int character) {
        return character < 0 || character >= ' ' && character != 0x7f || character == '\n' || character == '\t';
    }
}

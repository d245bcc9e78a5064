package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * WebSocket (RFC 6455 §5.2): each message wants no answer; fragments are one message, control frames between them are
 * set-up.
 *
 * <pre>
 *   │ FIN 1, reserved 3, opcode 4 │ MASK 1, length 7 │ 126: length 2; 127: length 8 │ mask 4 │ payload
 * </pre>
 */
final class WebSocketFramer extends LengthFramer {

    private static final long LONGEST = 1L << 40;
    private static final int DATA_SLOT = 0;
    private static final int CONTROL_SLOT = 1;

    WebSocketFramer() {
        super(Protocol.WEBSOCKET, 2);
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        int first = bytes.get(offset);
        int second = bytes.get(offset + 1);
        int opcode = first & 0xf;
        boolean control = opcode >= 8;
        int header = header(second & 0x7f);
        if (!isOpcode(opcode, second & 0x7f)) {
            return piece.giveUp();
        }
        if (length < header) {
            return piece.need(header);
        }
        long payload = payload(bytes, offset, header);
        if (payload < 0 || payload > LONGEST) {
            return piece.giveUp();
        }
        piece.splits = !control && opcode != 0; // the rest of the message before is missing
        piece.slot = control ? CONTROL_SLOT : DATA_SLOT;
        piece.role = Role.ONE_WAY;
        piece.flags = control ? SightingCodec.FLAG_SETUP : 0;
        long total = header + (second < 0 ? 4 : 0) + payload;
        return first < 0 ? message(direction, total) : part(direction, total);
    }

    @Override
    protected long measure(int direction, ByteBuffer bytes, int offset, int length) {
        if (length < 2) {
            return MORE;
        }
        int first = bytes.get(offset);
        int second = bytes.get(offset + 1);
        boolean control = (first & 8) != 0;
        boolean fits = isOpcode(first & 0xf, second & 0x7f) && (first & 0x30) == 0 && (first < 0 || !control);
        if (!fits || second < 0 != asks(direction)) {
            return NO_FRAME;
        }
        int header = header(second & 0x7f);
        if (length < header) {
            return MORE;
        }
        long payload = payload(bytes, offset, header);
        boolean shortest = header == 2 || payload >= (header == 4 ? 126 : 1 << Short.SIZE);
        return shortest && payload <= LONGEST ? header + (second < 0 ? 4 : 0) + payload : NO_FRAME;
    }

    @Override
    protected boolean mayResume(int direction, ByteBuffer bytes, int offset, boolean fresh) {
        return (bytes.get(offset) & 0xf) != 0;
    }

    private static boolean isOpcode(int opcode, int payload) {
        return opcode <= 2 || opcode >= 8 && opcode <= 10 && payload <= 125;
    }

    private static int header(int payload) {
        return payload < 126 ? 2 : payload == 126 ? 4 : 10;
    }

    private static long payload(ByteBuffer bytes, int offset, int header) {
        return switch (header) {
            case 2 -> bytes.get(offset + 1) & 0x7f;
            case 4 -> bytes.getShort(offset + 2) & 0xffff;
            default -> bytes.getLong(offset + 2);
        };
    }

    /**
     * WebSocket whose upgrade was not captured: a whole message of text, which only a client masks, so that it tells
     * who asks. Other frames look like nothing; they are read where the server is known to speak WebSocket.
     */
    static final class Beginning implements Signature {

        private static final int TEXT = 0x81;
        private static final int BINARY = 0x82;
        private static final int COMPRESSED = 0x40;
        private static final int FIRST_CONTROL = 0x88;
        private static final int LAST_CONTROL = 0x8a;
        private static final int MASK = 4;

        /** So many characters of text are no chance. */
        private static final int MIN_TEXT = 4;

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

        /** Whether a message of the client, compressed or not, and nothing else stands in these bytes. */
        @Override
        public boolean isWhole(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
            if (length < 2 + MASK || bytes.get(offset + 1) >= 0) {
                return false;
            }
            int first = bytes.get(offset) & 0xff;
            boolean message = (first & ~COMPRESSED) == TEXT
                    || (first & ~COMPRESSED) == BINARY
                    || first >= FIRST_CONTROL && first <= LAST_CONTROL;
            int size = bytes.get(offset + 1) & 0x7f;
            int header = size < 126 ? 2 : 4;
            boolean whole = message
                    && size < 127
                    && length == header + MASK + (size < 126 ? size : bytes.getShort(offset + 2) & 0xffff);
            if (whole) {
                context.learnRequester(direction);
            }
            return whole;
        }

        private static boolean isText(int character) {
            return character < 0 || character >= ' ' && character != 0x7f || character == '\n' || character == '\t';
        }
    }
}

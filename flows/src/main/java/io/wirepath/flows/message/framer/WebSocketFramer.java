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
        super(Protocol.WEBSOCKET);
    }

    @Override
    protected int headerLength(int direction) {
        return 2;
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
    public boolean answersInOrder() {
        return false;
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
        if (!fits || second < 0 != (direction == context().requester())) {
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
}

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
        long payload = second & 0x7f;
        int header = payload < 126 ? 2 : payload == 126 ? 4 : 10;
        if (opcode > 10 || opcode > 2 && !control || control && payload > 125) {
            return piece.giveUp();
        }
        if (length < header) {
            return piece.need(header);
        }
        if (header == 4) {
            payload = bytes.getShort(offset + 2) & 0xffff;
        } else if (header == 10) {
            payload = bytes.getLong(offset + 2);
        }
        if (payload < 0 || payload > 1L << 40) {
            return piece.giveUp();
        }
        piece.slot = control ? CONTROL_SLOT : DATA_SLOT;
        piece.role = Role.ONE_WAY;
        piece.flags = control ? SightingCodec.FLAG_SETUP : 0;
        long total = header + (second < 0 ? 4 : 0) + payload;
        return first < 0 ? message(direction, total) : part(direction, total);
    }
}

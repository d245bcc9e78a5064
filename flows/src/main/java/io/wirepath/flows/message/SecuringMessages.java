package io.wirepath.flows.message;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SegmentContext;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.StreamBytes;
import io.wirepath.flows.message.framer.TlsHello;
import java.nio.ByteBuffer;

/**
 * Makes a message of each TLS record that sets encryption up or keeps it in order, apart from those inside. A client's
 * hello tells who asks, and the name of the server. Not thread-safe.
 */
final class SecuringMessages {

    private static final int HEADER = 5;
    private static final int HANDSHAKE = 22;
    private static final int CLIENT_HELLO = 1;

    private final MessageEmitter emitter;
    private final TlsHello hello = new TlsHello();

    SecuringMessages(MessageEmitter emitter) {
        this.emitter = emitter;
    }

    /** Takes a record, as {@link io.wirepath.flows.ConnectionListener#onSecuring} tells it. */
    void onRecord(Conversation conversation, int direction, StreamBytes record, SegmentContext last, int outcome) {
        ByteBuffer bytes = record.buffer;
        int at = record.offset;
        int body = at + HEADER;
        if (record.length > HEADER && bytes.get(at) == HANDSHAKE && bytes.get(body) == CLIENT_HELLO) {
            conversation.learnRequester(direction);
            hello.readClient(bytes, body, at + record.length, 1 - direction, conversation);
        }
        Side side = conversation.side(direction);
        MessageDraft draft = emitter.open(side, 0, record.streamOffset, record.segment.timeNanos);
        draft.protocol = Protocol.TLS;
        draft.role = Role.ONE_WAY;
        draft.flags = SightingCodec.FLAG_SETUP;
        draft.outcome = outcome;
        draft.add(record, record.length, last.timeNanos, last.frameNumber);
        emitter.close(conversation, side, 0);
    }
}

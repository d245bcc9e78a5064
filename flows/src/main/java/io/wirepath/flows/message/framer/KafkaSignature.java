package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import java.nio.ByteBuffer;

/** Kafka: a request header with a client id in printable characters. */
final class KafkaSignature implements Signature {

    @Override
    public Protocol protocol() {
        return Protocol.KAFKA;
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        // in the middle of a connection, who asks is only a guess
        boolean asks = direction == context.requester() || !context.fromStart();
        if (!asks || bytes.get(offset) > 0x0f || bytes.get(offset) < 0) {
            return Verdict.NO;
        }
        if (length < KafkaFramer.REQUEST_HEADER) {
            return Verdict.MORE;
        }
        if (!KafkaFramer.isRequest(bytes, offset)) {
            return Verdict.NO;
        }
        int client = bytes.getShort(offset + 12);
        if (client <= 0) {
            boolean first = bytes.getShort(offset + 4) == KafkaFramer.API_VERSIONS && context.fromStart();
            return first ? Verdict.YES : Verdict.NO;
        }
        int shown = Math.min(KafkaFramer.REQUEST_HEADER + client, FramerChooser.LOOKS_AT);
        for (int i = KafkaFramer.REQUEST_HEADER; i < Math.min(shown, length); i++) {
            int b = bytes.get(offset + i);
            if (b <= ' ' || b >= 0x7f) {
                return Verdict.NO;
            }
        }
        if (length < shown) {
            return Verdict.MORE;
        }
        context.learnRequester(direction);
        return Verdict.YES;
    }
}

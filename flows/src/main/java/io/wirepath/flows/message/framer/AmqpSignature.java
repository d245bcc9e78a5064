package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import java.nio.ByteBuffer;

/** AMQP 0-9-1: the protocol header, or in the middle of a connection a small method frame. */
final class AmqpSignature implements Signature {

    private static final byte[] START = {'A', 'M', 'Q', 'P', 0, 0, 9, 1};

    @Override
    public Protocol protocol() {
        return Protocol.AMQP;
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        if (bytes.get(offset) == 'A') {
            int agreement = Ascii.agreement(bytes, offset, length, START);
            return agreement == START.length ? Verdict.YES : agreement > 0 ? Verdict.MORE : Verdict.NO;
        }
        if (bytes.get(offset) != 1) {
            return Verdict.NO;
        }
        if (length < AmqpFramer.HEADER + 4) {
            return Verdict.MORE;
        }
        int channel = bytes.getShort(offset + 1) & 0xffff;
        int size = bytes.getInt(offset + 3);
        boolean known = AmqpFramer.isMethod(bytes, offset + AmqpFramer.HEADER);
        return known && channel < 4096 && size >= 4 && size < 8192 ? Verdict.YES : Verdict.NO;
    }
}

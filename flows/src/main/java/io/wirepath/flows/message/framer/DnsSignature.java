package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import java.nio.ByteBuffer;

/** DNS over TCP: a length, a header that makes sense, and the first label of a question (RFC 7766 §8). */
final class DnsSignature implements Signature {

    private static final int PREFIX = 2;

    @Override
    public Protocol protocol() {
        return Protocol.DNS;
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        if (length < PREFIX) {
            return Verdict.MORE;
        }
        int message = bytes.getShort(offset) & 0xffff;
        if (message < DnsHeader.LENGTH + 5 || message > 16384) {
            return Verdict.NO;
        }
        if (length < PREFIX + DnsHeader.LENGTH + 1) {
            return Verdict.MORE;
        }
        int at = offset + PREFIX;
        if (!DnsHeader.isPlausible(bytes, at) || bytes.getShort(at + 4) != 1) {
            return Verdict.NO;
        }
        int label = bytes.get(at + DnsHeader.LENGTH) & 0xff;
        return label <= 63 && DnsHeader.LENGTH + 1 + label < message ? Verdict.YES : Verdict.NO;
    }
}

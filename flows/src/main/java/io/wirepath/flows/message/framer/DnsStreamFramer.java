package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.names.DnsAnswers;
import java.nio.ByteBuffer;

/** DNS over TCP (RFC 7766): each message behind its length of two bytes; calls by transaction id. */
final class DnsStreamFramer extends LengthFramer {

    private static final int PREFIX = 2;

    private final DnsAnswers answers = new DnsAnswers();

    DnsStreamFramer() {
        super(Protocol.DNS, PREFIX + DnsHeader.LENGTH);
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        int total = PREFIX + (bytes.getShort(offset) & 0xffff);
        int at = offset + PREFIX;
        if (total < PREFIX + DnsHeader.LENGTH || !DnsHeader.isPlausible(bytes, at)) {
            return piece.giveUp();
        }
        boolean response = DnsHeader.isResponse(bytes, at);
        if (response && total <= Piece.MAX_NEEDED) {
            if (length < total) {
                return piece.need(total);
            }
            answers.read(bytes, at, offset + total, true, context());
        }
        piece.role = response ? Role.RESPONSE : Role.REQUEST;
        piece.outcome = DnsHeader.outcome(bytes, at);
        piece.key = DnsHeader.id(bytes, at);
        return message(direction, total);
    }

    @Override
    protected long measure(int direction, ByteBuffer bytes, int offset, int length) {
        if (length < PREFIX + DnsHeader.LENGTH) {
            return MORE;
        }
        int at = offset + PREFIX;
        boolean asks = asks(direction);
        boolean fits = DnsHeader.isPlausible(bytes, at) && DnsHeader.isResponse(bytes, at) != asks;
        int message = bytes.getShort(offset) & 0xffff;
        return fits && message > DnsHeader.LENGTH ? PREFIX + message : NO_FRAME;
    }

    /** DNS over TCP: a length, a header that makes sense, and the first label of a question (RFC 7766 §8). */
    static final class Beginning implements Signature {

        private static final int PREFIX = 2;

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
}

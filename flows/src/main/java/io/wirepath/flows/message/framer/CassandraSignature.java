package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import java.nio.ByteBuffer;

/** Cassandra: a frame header whose version, opcode and direction fit. */
final class CassandraSignature implements Signature {

    @Override
    public Protocol protocol() {
        return Protocol.CASSANDRA;
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        int version = bytes.get(offset) & 0x7f;
        boolean asks = bytes.get(offset) >= 0;
        if (version < 3 || version > 5 || asks != (direction == context.requester())) {
            return Verdict.NO;
        }
        if (length < CassandraFramer.HEADER) {
            return Verdict.MORE;
        }
        // a first frame of a mebibyte would be unusual, and a weak signature needs what is usual
        boolean small = bytes.get(offset + 5) == 0 && bytes.get(offset + 6) < 16 && bytes.get(offset + 6) >= 0;
        return small && CassandraFramer.isHeader(bytes, offset) ? Verdict.YES : Verdict.NO;
    }
}

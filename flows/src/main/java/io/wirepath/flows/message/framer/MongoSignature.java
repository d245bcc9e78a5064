package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import java.nio.ByteBuffer;

/** MongoDB: a header with a code that exists. */
final class MongoSignature implements Signature {

    /** The first message of a connection is no bulk of documents, and LDAP looks like one of more. */
    private static final int MAX_BYTES = 1 << 24;

    @Override
    public Protocol protocol() {
        return Protocol.MONGODB;
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        if (length < 4) {
            return Verdict.MORE;
        }
        int total = Integer.reverseBytes(bytes.getInt(offset));
        if (total > MAX_BYTES || !MongoFramer.isHeader(total, MongoFramer.OP_MSG)) {
            return Verdict.NO;
        }
        if (length < MongoFramer.HEADER) {
            return Verdict.MORE;
        }
        int code = Integer.reverseBytes(bytes.getInt(offset + 12));
        return code != MongoFramer.OP_REPLY && MongoFramer.isHeader(total, code) ? Verdict.YES : Verdict.NO;
    }
}

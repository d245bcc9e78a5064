package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import java.nio.ByteBuffer;

/**
 * MongoDB's wire protocol: calls by request id.
 *
 * <pre>
 *   │ length 4 │ request id 4 │ response to 4 │ code 4 │ flags 4 (OP_MSG) …       little-endian
 *   flags: 2 more to come: of a request, no answer is wanted; of a response, more responses follow unasked
 * </pre>
 *
 * Source: MongoDB manual, "MongoDB Wire Protocol".
 */
final class MongoFramer extends LengthFramer {

    static final int HEADER = 16;
    static final int OP_REPLY = 1;
    static final int OP_MSG = 2013;

    private static final int OP_QUERY = 2004;
    private static final int OP_GET_MORE = 2005;
    private static final int OP_COMPRESSED = 2012;
    private static final int MORE_TO_COME = 2;

    /** Checksum present, more to come, exhaust allowed. */
    private static final int MESSAGE_FLAGS = 1 << 16 | MORE_TO_COME | 1;

    private static final int MAX_LENGTH = 48_000_000 + 1024;

    private boolean exhausting;

    MongoFramer() {
        super(Protocol.MONGODB, HEADER + 4);
    }

    @Override
    protected void onReset() {
        exhausting = false;
    }

    @Override
    protected long begin(int direction, ByteBuffer bytes, int offset, int length, Piece piece) {
        int total = Integer.reverseBytes(bytes.getInt(offset));
        int id = Integer.reverseBytes(bytes.getInt(offset + 4));
        int responseTo = Integer.reverseBytes(bytes.getInt(offset + 8));
        int code = Integer.reverseBytes(bytes.getInt(offset + 12));
        if (!isHeader(total, code)) {
            return piece.giveUp();
        }
        boolean more = code == OP_MSG && (bytes.get(offset + HEADER) & MORE_TO_COME) != 0;
        if (responseTo != 0 || code == OP_REPLY) {
            piece.role = exhausting ? Role.ONE_WAY : Role.RESPONSE;
            piece.key = responseTo;
            exhausting = more;
        } else {
            boolean asks = code == OP_MSG || code == OP_QUERY || code == OP_GET_MORE || code == OP_COMPRESSED;
            piece.role = asks && !more ? Role.REQUEST : Role.ONE_WAY;
            piece.key = id;
            context().learnRequester(direction);
        }
        return message(direction, total);
    }

    /** Whether a message can have this length and code. */
    static boolean isHeader(int total, int code) {
        boolean known =
                code == OP_REPLY || code >= 2001 && code <= OP_MSG && code != 2003 && code != 2008 && code != 2009;
        return known && total >= HEADER + 4 && total <= MAX_LENGTH;
    }

    @Override
    protected long measure(int direction, ByteBuffer bytes, int offset, int length) {
        if (length < HEADER + 4) {
            return MORE;
        }
        int total = Integer.reverseBytes(bytes.getInt(offset));
        int code = Integer.reverseBytes(bytes.getInt(offset + 12));
        boolean asks = asks(direction);
        boolean fits = isHeader(total, code) && (code != OP_REPLY && bytes.getInt(offset + 8) == 0) == asks;
        boolean known = code != OP_MSG || (Integer.reverseBytes(bytes.getInt(offset + HEADER)) & ~MESSAGE_FLAGS) == 0;
        return fits && known ? total : NO_FRAME;
    }

    /** MongoDB: a header with a code that exists. */
    static final class Beginning implements Signature {

        /** The first message of a connection is no bulk of documents, and LDAP looks like one of more. */
        private static final int MAX_BYTES = 1 << 24;

        @Override
        public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
            if (length < 4) {
                return Verdict.MORE;
            }
            int total = Integer.reverseBytes(bytes.getInt(offset));
            if (total > MAX_BYTES || !isHeader(total, OP_MSG)) {
                return Verdict.NO;
            }
            if (length < HEADER) {
                return Verdict.MORE;
            }
            int code = Integer.reverseBytes(bytes.getInt(offset + 12));
            return code != OP_REPLY && isHeader(total, code) ? Verdict.YES : Verdict.NO;
        }
    }
}

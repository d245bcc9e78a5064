package io.wirepath.flows.message.framer;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import java.nio.ByteBuffer;

/**
 * memcached's binary protocol: calls in order. Quiet commands, which may get no answer, and the command behind them are
 * one request; so are the answers to them.
 *
 * <pre>
 *   │ 0x80 request, 0x81 response │ command 1 │ key length 2 │ extras length 1 │ 0 │ bucket or status 2 │ rest 4 │ opaque 4 │ CAS 8 │
 * </pre>
 *
 * Source: memcached wiki, "BinaryProtocolRevamped".
 */
final class MemcachedBinaryFormat extends FrameFormat {

    private static final int HEADER = 24;
    private static final int REQUEST = 0x80;
    private static final int RESPONSE = 0x81;
    private static final int STATISTICS = 0x10;

    /** The quiet commands: those that read, set to prepend, flush, and touch. */
    private static final long QUIET =
            1L << 0x09 | 1L << 0x0d | 0x3fL << 0x11 | 1L << 0x18 | 1L << 0x19 | 1L << 0x1a | 1L << 0x1e | 1L << 0x24;

    private static final int MAX_REST = 1 << 27;
    private static final int LAST_MISSING_OR_REFUSED = 0x06;
    private static final int SERVER_ERROR = 3;
    private static final int CLIENT_ERROR = 2;
    private static final int UNKNOWN_COMMAND = 0x81;

    MemcachedBinaryFormat() {
        super(Protocol.MEMCACHED_BINARY, HEADER);
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        int magic = bytes.get(offset) & 0xff;
        if (magic != (direction == context.requester() ? REQUEST : RESPONSE)) {
            return Verdict.NO;
        }
        if (length < HEADER) {
            return Verdict.MORE;
        }
        return isHeader(bytes, offset) ? Verdict.YES : Verdict.NO;
    }

    private static boolean isHeader(ByteBuffer bytes, int offset) {
        int rest = bytes.getInt(offset + 8);
        int before = (bytes.getShort(offset + 2) & 0xffff) + (bytes.get(offset + 4) & 0xff);
        return bytes.get(offset + 5) <= 1 && bytes.get(offset + 5) >= 0 && rest >= before && rest <= MAX_REST;
    }

    @Override
    public long read(boolean asks, ByteBuffer bytes, int offset, int length, Piece piece) {
        int magic = bytes.get(offset) & 0xff;
        if (magic != (asks ? REQUEST : RESPONSE) || !isHeader(bytes, offset)) {
            return piece.giveUp();
        }
        int command = bytes.get(offset + 1) & 0xff;
        boolean quiet = command < Long.SIZE && (QUIET >>> command & 1) != 0;
        boolean one = !asks && command == STATISTICS && bytes.getShort(offset + 2) != 0;
        piece.ends = !quiet && !one;
        piece.role = asks ? Role.REQUEST : Role.RESPONSE;
        if (!asks) {
            int status = bytes.getShort(offset + 6) & 0xffff;
            boolean fine = status <= LAST_MISSING_OR_REFUSED;
            int error = status < UNKNOWN_COMMAND ? CLIENT_ERROR : SERVER_ERROR;
            piece.outcome = fine ? Outcome.UNKNOWN : Outcome.of(Outcome.Kind.MEMCACHED, error);
        }
        return HEADER + (long) bytes.getInt(offset + 8);
    }
}

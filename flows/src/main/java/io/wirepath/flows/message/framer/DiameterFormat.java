package io.wirepath.flows.message.framer;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.nio.ByteBuffer;

/**
 * Diameter over TCP: calls of either side by their hop-by-hop identifier; what introduces, watches and ends the
 * connection is set-up.
 *
 * <pre>
 *    0   1        4       5         8             12           16          20
 *   +---+--------+-------+---------+-------------+------------+-----------+
 *   | 1 | size   | flags | command | application | hop-by-hop | end-to-end|      flags: 80 request
 *   +---+--------+-------+---------+-------------+------------+-----------+
 * </pre>
 *
 * Source: RFC 6733 §3.
 */
final class DiameterFormat extends FrameFormat {

    private static final int HEADER = 20;
    private static final int ATTRIBUTE = 8;
    private static final int RESULT_CODE = 268;

    /** A session's name and the result stand first. */
    private static final int MAX_TO_RESULT = 512;

    private static final int RESERVED = 0x0f;
    private static final int CAPABILITIES = 257;
    private static final int WATCHDOG = 280;
    private static final int DISCONNECT = 282;

    /** Commands of RFC 6733 and of the applications that IANA lists, in two ranges. */
    private static final int LAST_COMMAND = 340;

    private static final int FIRST_VENDOR = 8_388_608;
    private static final int LAST_VENDOR = 8_388_800;

    DiameterFormat() {
        super(Protocol.DIAMETER, HEADER);
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        if (bytes.get(offset) != 1) {
            return Verdict.NO;
        }
        if (length < HEADER) {
            return Verdict.MORE;
        }
        return isHeader(bytes, offset) ? Verdict.YES : Verdict.NO;
    }

    private static boolean isHeader(ByteBuffer bytes, int offset) {
        int size = size(bytes, offset);
        int command = command(bytes, offset);
        boolean known =
                command >= CAPABILITIES && command <= LAST_COMMAND || command >= FIRST_VENDOR && command <= LAST_VENDOR;
        return bytes.get(offset) == 1
                && size >= HEADER
                && size % 4 == 0
                && (bytes.get(offset + 4) & RESERVED) == 0
                && known;
    }

    /** The result code among the first attributes of an answer: code, flags and length, value, filled up to words. */
    private static int outcome(ByteBuffer bytes, int from, int end) {
        for (int at = from; at + ATTRIBUTE + 4 <= end; ) {
            if (bytes.getInt(at) == RESULT_CODE) {
                return Outcome.ofDiameterResult(bytes.getInt(at + ATTRIBUTE));
            }
            at += Math.max(ATTRIBUTE, (bytes.getInt(at + 4) & 0xff_ffff) + 3 & ~3);
        }
        return Outcome.UNKNOWN;
    }

    private static int size(ByteBuffer bytes, int offset) {
        return bytes.getInt(offset) & 0xff_ffff;
    }

    private static int command(ByteBuffer bytes, int offset) {
        return bytes.getInt(offset + 4) & 0xff_ffff;
    }

    @Override
    public long read(boolean asks, ByteBuffer bytes, int offset, int length, Piece piece) {
        if (!isHeader(bytes, offset)) {
            return piece.giveUp();
        }
        int command = command(bytes, offset);
        boolean request = bytes.get(offset + 4) < 0;
        piece.role = request ? Role.REQUEST : Role.RESPONSE;
        if (!request) {
            int seen = Math.min(size(bytes, offset), MAX_TO_RESULT);
            if (length < seen) {
                return piece.need(seen);
            }
            piece.outcome = outcome(bytes, offset + HEADER, offset + seen);
        }
        piece.key = Integer.toUnsignedLong(bytes.getInt(offset + 12)) << 1 | (asks == request ? 0 : 1);
        boolean setUp = command == CAPABILITIES || command == WATCHDOG || command == DISCONNECT;
        piece.flags = setUp ? SightingCodec.FLAG_SETUP : 0;
        return size(bytes, offset);
    }
}

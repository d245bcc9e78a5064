package io.wirepath.flows.message.framer;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import java.nio.ByteBuffer;

/**
 * A datagram of RADIUS: of log-ins, of accounting, and what the server demands of a session.
 *
 * <pre>
 *   0      1    2        4               20                         answers: 2 accept, 3 reject, 11 challenge to 1;
 *  +------+----+--------+---------------+------------------------            5 to 4; 41, 42 to 40; 44, 45 to 43
 *  | code | id | length | authenticator | type 1 │ length 1 │ …
 *  +------+----+--------+---------------+------------------------
 * </pre>
 *
 * <p>An answer brings back the id, of which there are few: a question that has the id of an open one is the same only
 * with its authenticator. Source: RFC 2865 §3, §4; RFC 2866 §4; RFC 5176 §2.3; RFC 5997 §3.
 */
final class RadiusHeader implements DatagramFormat {

    private static final int HEADER = 20;
    private static final int MAX_LENGTH = 4096;

    /** Bits by code. */
    private static final long QUESTIONS = 1L << 1 | 1L << 4 | 1L << 12 | 1L << 40 | 1L << 43;

    private static final long ANSWERS = 1L << 2 | 1L << 3 | 1L << 5 | 1L << 11 | 3L << 41 | 3L << 44;

    @Override
    public Protocol protocol() {
        return Protocol.RADIUS;
    }

    @Override
    public boolean tell(ByteBuffer bytes, int offset, int length, int cut, Piece piece) {
        long code = length < HEADER || (bytes.get(offset) & 0xc0) != 0 ? 0 : 1L << bytes.get(offset);
        boolean asks = (code & QUESTIONS) != 0;
        if (!asks && (code & ANSWERS) == 0
                || bytes.getShort(offset + 2) != length + cut
                || length + cut > MAX_LENGTH
                || !holdsAttributes(bytes, offset + HEADER, offset + length, cut)) {
            return false;
        }
        piece.role = asks ? Role.REQUEST : Role.RESPONSE;
        piece.key = bytes.get(offset + 1) & 0xff;
        piece.delivery = bytes.getLong(offset + 4);
        piece.outcome = asks ? Outcome.UNKNOWN : Outcome.of(Outcome.Kind.RADIUS, bytes.get(offset));
        return true;
    }

    private static boolean holdsAttributes(ByteBuffer bytes, int from, int end, int cut) {
        int at = from;
        while (at + 1 < end && (bytes.get(at + 1) > 1 || bytes.get(at + 1) < 0)) {
            at += bytes.get(at + 1) & 0xff;
        }
        return at == end || cut > 0 && at + 1 >= end;
    }
}

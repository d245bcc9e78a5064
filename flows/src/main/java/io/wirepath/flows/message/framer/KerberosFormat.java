package io.wirepath.flows.message.framer;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import java.nio.ByteBuffer;

/**
 * Kerberos: requests to the key distribution centre and its answers, in order. Over UDP there is no size before it.
 *
 * <pre>
 *    0      4     5          6
 *   +------+-----+----------+----      tag: 6a AS-REQ, 6c TGS-REQ; 6b AS-REP, 6d TGS-REP, 7e KRB-ERROR
 *   | size | tag | 81 or 82 | …        (DER: the length follows, in one byte or two)
 *   +------+-----+----------+----
 * </pre>
 *
 * Source: RFC 4120 §5.10, §7.2.2.
 */
final class KerberosFormat extends FrameFormat implements DatagramFormat {

    private static final int PREFIX = 4;
    private static final int HEADER = 6;
    private static final int MAX_SIZE = 1 << 16;
    private static final int ERROR = 0x7e;
    private static final int CODE_FIELD = (byte) 0xa6;
    private static final int INTEGER = 2;

    /** Bytes of a field that holds a number of one byte, but the last. */
    private static final int FIELD = 4;

    /** Version, kind and four times stand before the code. */
    private static final int MAX_TO_CODE = 96;

    KerberosFormat() {
        super(Protocol.KERBEROS, HEADER);
    }

    @Override
    public boolean answersInOrder() {
        return true;
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        if (bytes.get(offset) != 0) {
            return Verdict.NO;
        }
        if (length < HEADER + 2) {
            return Verdict.MORE;
        }
        boolean asks = direction == context.requester();
        Role role = role(bytes, offset + PREFIX, bytes.getInt(offset));
        return role == (asks ? Role.REQUEST : Role.RESPONSE) ? Verdict.YES : Verdict.NO;
    }

    /** UNKNOWN where this is no message; the length inside has to be that outside. */
    private static Role role(ByteBuffer bytes, int at, int size) {
        int inside = switch (bytes.get(at + 1)) {
            case (byte) 0x81 -> 3 + (bytes.get(at + 2) & 0xff);
            case (byte) 0x82 -> 4 + (bytes.getShort(at + 2) & 0xffff);
            default -> -1;
        };
        if (inside != size || size > MAX_SIZE) {
            return Role.UNKNOWN;
        }
        return switch (bytes.get(at)) {
            case 0x6a, 0x6c -> Role.REQUEST;
            case 0x6b, 0x6d, 0x7e -> Role.RESPONSE;
            default -> Role.UNKNOWN;
        };
    }

    @Override
    public long read(boolean asks, ByteBuffer bytes, int offset, int length, Piece piece) {
        if (length < HEADER + 2) {
            return piece.need(HEADER + 2);
        }
        piece.role = role(bytes, offset + PREFIX, bytes.getInt(offset));
        if (piece.role != (asks ? Role.REQUEST : Role.RESPONSE)) {
            return piece.giveUp();
        }
        long total = (long) PREFIX + bytes.getInt(offset);
        if (bytes.get(offset + PREFIX) == ERROR) {
            int seen = (int) Math.min(total, MAX_TO_CODE);
            if (length < seen) {
                return piece.need(seen);
            }
        }
        piece.outcome = outcome(piece.role, bytes, offset + PREFIX, offset + (int) Math.min(total, length));
        return total;
    }

    @Override
    public boolean tell(ByteBuffer bytes, int offset, int length, int cut, Piece piece) {
        piece.role = length < PREFIX ? Role.UNKNOWN : role(bytes, offset, length + cut);
        piece.outcome = outcome(piece.role, bytes, offset, offset + length);
        return piece.role != Role.UNKNOWN;
    }

    private static int outcome(Role role, ByteBuffer bytes, int from, int end) {
        if (role != Role.RESPONSE) {
            return Outcome.UNKNOWN;
        }
        return bytes.get(from) == ERROR ? code(bytes, from, end) : Outcome.of(Outcome.Kind.KERBEROS, 0);
    }

    /** Where the content of what is tagged begins, behind its length. */
    private static int content(ByteBuffer bytes, int from, int end) {
        int length = from + 1 < end ? bytes.get(from + 1) : 0;
        return from + (length >= 0 ? 2 : 2 + (length & 0x7f));
    }

    /** The code of an error: the seventh field of the sequence in it, of which those before it are short. */
    private static int code(ByteBuffer bytes, int from, int end) {
        int at = content(bytes, content(bytes, from, end), end);
        while (at + FIELD < end && bytes.get(at) != CODE_FIELD) {
            at += 2 + (bytes.get(at + 1) & 0x7f);
        }
        boolean hasCode = at + FIELD < end && bytes.get(at + 2) == INTEGER && bytes.get(at + 3) == 1;
        return hasCode ? Outcome.of(Outcome.Kind.KERBEROS, bytes.get(at + 4) & 0xff) : Outcome.UNKNOWN;
    }
}

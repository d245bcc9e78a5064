package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import java.nio.ByteBuffer;

/**
 * Kerberos over TCP: requests to the key distribution centre and its answers, in order.
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
final class KerberosFormat implements FrameFormat {

    private static final int PREFIX = 4;
    private static final int HEADER = 6;
    private static final int MAX_SIZE = 1 << 16;

    @Override
    public Protocol protocol() {
        return Protocol.KERBEROS;
    }

    @Override
    public int header() {
        return HEADER;
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
        return role(bytes, offset) == (asks ? Role.REQUEST : Role.RESPONSE) ? Verdict.YES : Verdict.NO;
    }

    /** UNKNOWN where this is no message; the length inside has to be that outside. */
    private static Role role(ByteBuffer bytes, int offset) {
        int size = bytes.getInt(offset);
        int inside = switch (bytes.get(offset + 5)) {
            case (byte) 0x81 -> 3 + (bytes.get(offset + 6) & 0xff);
            case (byte) 0x82 -> 4 + (bytes.getShort(offset + 6) & 0xffff);
            default -> -1;
        };
        if (inside != size || size > MAX_SIZE) {
            return Role.UNKNOWN;
        }
        return switch (bytes.get(offset + PREFIX)) {
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
        piece.role = role(bytes, offset);
        if (piece.role != (asks ? Role.REQUEST : Role.RESPONSE)) {
            return piece.giveUp();
        }
        return (long) PREFIX + bytes.getInt(offset);
    }
}
